// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlreply.h"

#include "app/endpoint/curltransfer.h"
#include "app/endpoint/ownthread.h"
#include "app/endpoint/streamaccessmanager.h"
#include "app/endpoint/transferending.h"

#include <cstring>

namespace streamgauge {

class CurlReply::Private final : public CurlTransfer::Client {
public:
    Private(CurlReply &reply, std::shared_ptr<CurlTransfer> started)
        : q(reply)
        , transfer(std::move(started))
    {
    }

    void deliver() override;
    void finish(const TransferEnding &how);

    CurlReply &q;
    std::shared_ptr<CurlTransfer> transfer;
    ByteSink *sink = nullptr;
    Ending ending = Ending::None;
    QByteArray unread;
    qsizetype readTo = 0;
    bool dispatchTold = false;
    bool headTold = false;

private:
    [[nodiscard]] bool deliverDispatch();
    [[nodiscard]] bool deliverHead();
    [[nodiscard]] bool deliverBytes();
    void deliverToSink(const QByteArray &bytes, const std::vector<TransferRecord::Segment> &segments);
};

/// A handler may delete the reply, and with it this object: the transfer, held by whoever delivers, tells.
void CurlReply::Private::deliver()
{
    if (!deliverDispatch() || !deliverHead() || !deliverBytes())
        return;
    if (transfer->record().ended)
        finish(endingOf(transfer->record(), transfer->request()));
}

bool CurlReply::Private::deliverDispatch()
{
    if (dispatchTold || transfer->record().dispatchNs < 0)
        return true;
    dispatchTold = true;
    const std::shared_ptr<CurlTransfer> held = transfer;
    Q_EMIT q.dispatched();
    return held->attached();
}

bool CurlReply::Private::deliverHead()
{
    const ResponseHead &head = transfer->record().head;
    if (headTold || !head.complete())
        return true;
    headTold = true;
    q.setAttribute(QNetworkRequest::HttpStatusCodeAttribute, head.status());
    q.setAttribute(QNetworkRequest::HttpReasonPhraseAttribute, head.reason());
    for (const auto &[name, value] : head.fields())
        q.setRawHeader(name, value);
    const std::shared_ptr<CurlTransfer> held = transfer;
    Q_EMIT q.metaDataChanged();
    return held->attached();
}

bool CurlReply::Private::deliverBytes()
{
    TransferRecord &record = transfer->record();
    if (record.segments.empty())
        return true;
    const std::shared_ptr<CurlTransfer> held = transfer;
    QByteArray bytes = std::exchange(record.bytes, {});
    std::vector<TransferRecord::Segment> segments = std::exchange(record.segments, {});
    if (sink) {
        deliverToSink(bytes, segments);
    } else {
        unread.remove(0, std::exchange(readTo, 0));
        unread.append(bytes);
        Q_EMIT q.readyRead();
    }
    if (!held->attached())
        return false;
    if (record.segments.empty()) { // give the memory back for the next read
        bytes.resize(0);
        segments.clear();
        record.bytes = std::move(bytes);
        record.segments = std::move(segments);
    }
    return true;
}

void CurlReply::Private::deliverToSink(const QByteArray &bytes, const std::vector<TransferRecord::Segment> &segments)
{
    const std::shared_ptr<CurlTransfer> held = transfer;
    CurlReply &reply = q;
    qsizetype begin = 0;
    for (const auto &[stampNs, end] : segments) {
        if (!held->attached())
            return;
        if (sink)
            sink->received(reply, QByteArrayView(bytes).sliced(begin, end - begin), stampNs);
        begin = end;
    }
}

void CurlReply::Private::finish(const TransferEnding &how)
{
    const std::shared_ptr<CurlTransfer> held = transfer;
    ending = how.ending;
    held->detach();
    CurlReply &reply = q;
    reply.setFinished(true);
    if (how.error != NoError) {
        reply.setError(how.error, how.text);
        Q_EMIT reply.errorOccurred(how.error);
    }
    if (!held->abandoned())
        Q_EMIT reply.readChannelFinished();
    if (!held->abandoned())
        Q_EMIT reply.finished();
}

CurlReply::CurlReply(std::shared_ptr<CurlTransfer> transfer, QNetworkAccessManager::Operation operation,
    const QNetworkRequest &request, StreamAccessManager *manager)
    : QNetworkReply(manager)
    , d(std::make_unique<Private>(*this, std::move(transfer)))
{
    setOperation(operation);
    setRequest(request);
    setUrl(request.url());
    open(ReadOnly | Unbuffered);
    connect(manager, &QObject::destroyed, this, [this] {
        // Qt connects finished() to the manager without a context, so it must not be emitted any more.
        if (isFinished())
            return;
        d->transfer->recordAbort();
        d->transfer->detach();
        d->ending = Ending::Aborted;
        setFinished(true);
    });
}

CurlReply::~CurlReply()
{
    Q_ASSERT_X(onOwnThread(*this), "CurlReply", "destroyed from another thread");
    d->transfer->abandon();
}

void CurlReply::start()
{
    d->transfer->start(*d);
}

void CurlReply::setSink(ByteSink *sink)
{
    d->sink = sink;
}

CurlReply::Ending CurlReply::ending() const
{
    return d->ending;
}

qint64 CurlReply::startedNs() const
{
    return d->transfer->record().startedNs;
}

qint64 CurlReply::dispatchNs() const
{
    return d->transfer->record().dispatchNs;
}

qint64 CurlReply::headersNs() const
{
    return d->transfer->record().headersNs;
}

qint64 CurlReply::endedNs() const
{
    return d->transfer->record().endedNs;
}

int CurlReply::connects() const
{
    return d->transfer->record().connects;
}

bool CurlReply::responseByteSeen() const
{
    return d->transfer->record().responseByteSeen;
}

QHostAddress CurlReply::peer() const
{
    return QHostAddress(QString::fromStdString(d->transfer->record().peer));
}

int CurlReply::httpStatus() const
{
    return d->transfer->record().head.status();
}

QByteArray CurlReply::peerCertificate() const
{
    return d->ending == Ending::TlsFailed ? d->transfer->record().peerCertificate : QByteArray();
}

void CurlReply::abort()
{
    Q_ASSERT_X(onOwnThread(*this), "CurlReply::abort", "called from another thread");
    if (isFinished())
        return;
    d->transfer->recordAbort();
    d->finish(endingAs(Ending::Aborted, d->transfer->record(), d->transfer->request()));
}

bool CurlReply::isSequential() const
{
    return true;
}

qint64 CurlReply::bytesAvailable() const
{
    return d->unread.size() - d->readTo + QNetworkReply::bytesAvailable();
}

qint64 CurlReply::readData(char *data, qint64 maxSize)
{
    const qint64 size = qMin<qint64>(maxSize, d->unread.size() - d->readTo);
    if (size <= 0)
        return isFinished() ? -1 : 0;
    std::memcpy(data, d->unread.constData() + d->readTo, static_cast<std::size_t>(size));
    d->readTo += size;
    return size;
}

} // namespace streamgauge
