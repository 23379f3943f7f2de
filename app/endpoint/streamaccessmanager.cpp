// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/streamaccessmanager.h"

#include "app/endpoint/curlloop.h"
#include "app/endpoint/curlmulti.h"
#include "app/endpoint/curlreply.h"
#include "app/endpoint/curltransfer.h"
#include "app/endpoint/ownthread.h"
#include "app/endpoint/transferroute.h"

#include <QBuffer>
#include <QIODevice>
#include <QMap>
#include <QUrl>

namespace streamgauge {

namespace {

QByteArray verbOf(QNetworkAccessManager::Operation operation, const QNetworkRequest &request)
{
    switch (operation) {
    case QNetworkAccessManager::HeadOperation:
        return "HEAD";
    case QNetworkAccessManager::PutOperation:
        return "PUT";
    case QNetworkAccessManager::PostOperation:
        return "POST";
    case QNetworkAccessManager::DeleteOperation:
        return "DELETE";
    case QNetworkAccessManager::CustomOperation:
        return request.attribute(QNetworkRequest::CustomVerbAttribute).toByteArray();
    case QNetworkAccessManager::GetOperation:
    case QNetworkAccessManager::UnknownOperation:
        break;
    }
    return "GET";
}

QList<QByteArray> headerLinesOf(const QNetworkRequest &request, bool hasBody)
{
    QList<QByteArray> lines;
    for (const QByteArray &name : request.rawHeaderList()) {
        const QByteArray value = request.rawHeader(name);
        lines.append(value.isEmpty() ? QByteArray(name + ';') : QByteArray(name + ": " + value));
    }
    if (!request.hasRawHeader("Accept-Encoding"))
        lines.append("Accept-Encoding: identity"); // compression would gather events
    if (hasBody && !request.hasRawHeader("Content-Type"))
        lines.append("Content-Type:"); // libcurl would call it a form
    lines.append("Expect:"); // libcurl would hold a large body back for a second
    return lines;
}

} // namespace

class StreamAccessManager::Private {
public:
    explicit Private(std::shared_ptr<CurlLoopCore> loop)
        : core(std::move(loop))
        , multi(std::make_shared<CurlMulti>(core))
    {
    }

    std::shared_ptr<CurlLoopCore> core;
    std::shared_ptr<CurlMulti> multi;
    QMap<QByteArray, QByteArray> resolved; ///< "host:port" -> libcurl's entry
    std::shared_ptr<const TransferRoute> route; ///< of the last request
};

StreamAccessManager::StreamAccessManager(CurlLoop &loop, QObject *parent)
    : QNetworkAccessManager(parent)
    , d(std::make_unique<Private>(loop.m_core))
{
    Q_ASSERT_X(onOwnThread(loop), "StreamAccessManager", "made in another thread than its loop's");
}

StreamAccessManager::~StreamAccessManager()
{
    Q_ASSERT_X(onOwnThread(*this), "StreamAccessManager", "destroyed from another thread");
}

void StreamAccessManager::setResolved(const QString &host, quint16 port, const QHostAddress &address)
{
    Q_ASSERT_X(onOwnThread(*this), "StreamAccessManager::setResolved", "called from another thread");
    if (!QHostAddress(host).isNull())
        return; // an address is not looked up
    const QByteArray key = QUrl::toAce(host) + ':' + QByteArray::number(port);
    if (address.isNull()) {
        d->resolved.insert(key, '-' + key);
        return;
    }
    const QByteArray text = address.toString().toLatin1();
    const bool bracketed = address.protocol() == QHostAddress::IPv6Protocol;
    d->resolved.insert(key, key + ':' + (bracketed ? QByteArray('[' + text + ']') : text));
}

std::optional<bool> StreamAccessManager::keptConnectionAlive() const
{
    Q_ASSERT_X(onOwnThread(*this), "StreamAccessManager::keptConnectionAlive", "called from another thread");
    return d->multi->keptConnectionAlive();
}

void StreamAccessManager::closeKeptConnection()
{
    Q_ASSERT_X(onOwnThread(*this), "StreamAccessManager::closeKeptConnection", "called from another thread");
    d->multi = std::make_shared<CurlMulti>(d->core);
}

QNetworkReply *StreamAccessManager::createRequest(Operation operation, const QNetworkRequest &request, QIODevice *body)
{
    Q_ASSERT_X(onOwnThread(*this), "StreamAccessManager", "used from another thread");
    const QUrl url = request.url();
    TransferRequest transfer;
    transfer.route = routeOf(request);
    // A connection that was made another way, or trusted for another reason, is not this request's.
    if (std::exchange(d->route, transfer.route) != transfer.route)
        closeKeptConnection();
    transfer.url = url.toEncoded(QUrl::RemoveFragment | QUrl::RemoveUserInfo);
    transfer.verb = verbOf(operation, request);
    transfer.hasBody = body || operation == PostOperation || operation == PutOperation;
    // The bytes of a post() are shared; reading them would make a copy for as long as the request lasts.
    if (const auto *bytes = qobject_cast<QBuffer *>(body); bytes && bytes->pos() == 0)
        transfer.body = bytes->data();
    else if (body)
        transfer.body = body->readAll();
    transfer.headerLines = headerLinesOf(request, transfer.hasBody);
    transfer.resolved = d->resolved.values();
    transfer.place = placeOf(url);
    transfer.timeoutMs = request.transferTimeout();
    transfer.https = url.scheme() == QLatin1String("https");
    transfer.ownConnection = request.attribute(TransportAttribute::ownConnection).toBool();
    transfer.freshConnection = request.attribute(TransportAttribute::freshConnection).toBool();

    auto *reply =
        new CurlReply(std::make_shared<CurlTransfer>(d->multi, std::move(transfer)), operation, request, this);
    reply->start();
    return reply;
}

} // namespace streamgauge
