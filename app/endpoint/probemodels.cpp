// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/probemodels.h"

#include "app/endpoint/keyguard.h"
#include "app/endpoint/refusalwords.h"
#include "app/endpoint/requestbuilder.h"
#include "app/endpoint/retryafter.h"
#include "app/endpoint/streamaccessmanager.h"
#include "app/endpoint/transferroute.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qsizetype longestList = qsizetype(16) << 20;
constexpr int askAgainMs = 1000;
constexpr int connectLimitMs = 3000; ///< for an address that is not the last one

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Probe)
};

} // namespace

ProbeModels::ProbeModels(StreamAccessManager &manager, const Clock &clock, const EndpointSettings &settings,
    qint64 timeoutNs, QObject *parent)
    : QObject(parent)
    , m_manager(manager)
    , m_clock(clock)
    , m_settings(settings)
    , m_timeoutNs(timeoutNs)
{
    m_bases.push_back(settings.address.base);
    if (!settings.address.otherBase.isEmpty())
        m_bases.push_back(settings.address.otherBase);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &ProbeModels::get);
    m_connectLimit.setSingleShot(true);
    connect(&m_connectLimit, &QTimer::timeout, this, [this] {
        if (m_reply && m_reply->dispatchNs() < 0)
            m_reply->abort();
    });
}

ProbeModels::~ProbeModels()
{
    cancel();
}

void ProbeModels::start(std::vector<QHostAddress> addresses)
{
    m_deadlineNs = m_clock.nowNs() + m_timeoutNs;
    m_addresses = std::move(addresses);
    get();
}

void ProbeModels::cancel()
{
    m_again.stop();
    m_connectLimit.stop();
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply->abort();
    delete m_reply;
}

qint64 ProbeModels::leftNs() const
{
    return std::max<qint64>(1'000'000, m_deadlineNs - m_clock.nowNs());
}

QString ProbeModels::called() const
{
    return endpointUrl(m_bases.front(), u"models").toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery);
}

void ProbeModels::get()
{
    m_body.clear();
    m_tooLong = false;
    m_outcome.base = m_bases.front();
    m_outcome.address = m_addresses.front();
    QNetworkRequest request = RequestBuilder::getRequest(m_settings, m_bases.front(), u"/models");
    const Hop hop = hopOf(request);
    m_outcome.port = hop.port;
    m_manager.setResolved(hop.host, hop.port, m_addresses.front());
    request.setTransferTimeout(static_cast<int>(std::min<qint64>(leftNs() / 1'000'000, INT_MAX)));
    m_reply = qobject_cast<CurlReply *>(m_manager.get(request));
    connect(m_reply, &QNetworkReply::readyRead, this, &ProbeModels::readSome);
    connect(m_reply, &QNetworkReply::finished, this, &ProbeModels::replyFinished);
    if (m_addresses.size() > 1)
        m_connectLimit.start(connectLimitMs);
}

void ProbeModels::readSome()
{
    m_body += m_reply->readAll();
    if (m_body.size() > longestList) {
        m_tooLong = true;
        m_reply->abort();
    }
}

void ProbeModels::replyFinished()
{
    m_connectLimit.stop();
    m_body += m_reply->readAll();
    m_reply->deleteLater();
    if (m_reply->dispatchNs() >= 0) {
        m_outcome.connected = true;
        m_outcome.connectNs = m_reply->dispatchNs() - m_reply->startedNs();
        m_outcome.answerNs = m_reply->endedNs() - m_reply->dispatchNs();
    } else if (tryNextAddress()) {
        return;
    }
    if (m_tooLong)
        finishWith(u"endpoint.models"_s, Text::tr("The model list is longer than 16 MiB."));
    else if (m_reply->httpStatus() == 0 || m_reply->ending() != CurlReply::Ending::Complete)
        judgeFailure();
    else
        judgeAnswer(withoutSecretsInJson(m_body, m_settings.secrets()));
}

bool ProbeModels::tryNextAddress()
{
    if (m_addresses.size() < 2)
        return false;
    m_addresses.erase(m_addresses.begin());
    get();
    return true;
}

void ProbeModels::judgeFailure()
{
    const QString words = plainExcerpt(m_reply->errorString());
    switch (m_reply->ending()) {
    case CurlReply::Ending::TlsFailed:
        judgeTlsFailure(words);
        return;
    case CurlReply::Ending::ProxyFailed:
        finishWith(u"endpoint.proxy"_s, words);
        return;
    case CurlReply::Ending::TimedOut:
        finishWith(u"endpoint.timeout"_s,
            (m_outcome.connected
                    ? Text::tr("The connection stood, but no whole answer came within the time limit of %1 s.")
                    : Text::tr("No connection came to stand within the time limit of %1 s. Is the server running, may "
                               "this machine reach it, and is the limit long enough?"))
                .arg(static_cast<double>(m_timeoutNs) / 1e9));
        return;
    case CurlReply::Ending::ClosedUnanswered:
        finishWith(u"endpoint.connection"_s, Text::tr("%1 Check the scheme: http or https.").arg(words));
        return;
    default:
        finishWith(u"endpoint.connection"_s, words);
    }
}

/// What the certificate says, and how to trust it all the same.
void ProbeModels::judgeTlsFailure(const QString &words)
{
    m_outcome.tlsFailed = true;
    m_outcome.tlsProblem = words;
    const QByteArray der = m_reply->peerCertificate();
    if (der.isEmpty()) {
        finishWith(u"endpoint.tls"_s, words);
        return;
    }
    m_outcome.certificate = CertificateFacts::of(der);
    const QString advice = m_settings.trustedCertificate.isEmpty()
        ? Text::tr("If that is the right one, trust it and no other: --trust-certificate %1, or Trust this certificate "
                   "in the window. An authority of your own is named by --ca-file.")
        : Text::tr("Either the server has a new certificate, or something answers in its place: ask who runs it before "
                   "you trust this one (--trust-certificate %1).");
    finishWith(u"endpoint.tls"_s,
        Text::tr("%1 Its certificate: %2. %3")
            .arg(words, m_outcome.certificate->inWords(),
                advice.arg(QString::fromLatin1(m_outcome.certificate->sha256.toHex()))));
}

void ProbeModels::judgeAnswer(const QByteArray &body)
{
    const int status = m_reply->httpStatus();
    if (status == 404 && m_bases.size() > 1) {
        m_firstWords = wordsOf(body);
        m_bases.erase(m_bases.begin());
        get();
    } else if (status == 404) {
        m_outcome.missing = true;
        m_outcome.base = m_settings.address.base;
        m_bases.front() = m_outcome.base;
        finishWith(u"endpoint.no_model_list"_s,
            withWords(Text::tr("There is no model list at this address. Check the address, or name the model. The "
                               "server answered with HTTP status 404"),
                m_firstWords.isEmpty() ? wordsOf(body) : m_firstWords));
    } else if (status == 503 && saysLoading(body) && m_clock.nowNs() + askAgainMs * 1'000'000LL < m_deadlineNs) {
        Q_EMIT loading(wordsOf(body));
        m_again.start(askAgainMs);
    } else if (status != 200) {
        judgeStatus(status, body);
    } else if (auto list = parseModelList(body)) {
        m_outcome.list = std::move(*list);
        Q_EMIT finished();
    } else {
        finishWith(u"endpoint.models"_s,
            Text::tr("The answer is no model list: %1. Is this the address of the API?").arg(list.error().message));
    }
}

void ProbeModels::judgeStatus(int status, const QByteArray &body)
{
    if (status / 100 == 3) {
        finishWith(u"endpoint.redirect"_s, redirectWords(status));
        return;
    }
    const bool unauthorized = status == 401 || status == 403;
    finishWith(
        unauthorized ? u"endpoint.unauthorized"_s : u"endpoint.status"_s, withWords(refusal(status), wordsOf(body)));
}

QString ProbeModels::refusal(int status) const
{
    const bool keyGiven = !m_settings.apiKey.isEmpty() || !m_settings.headers.isEmpty();
    const auto retryAfterS = retryAfterSeconds(retryHeadersOf(*m_reply), QDateTime::currentDateTimeUtc());
    QString words = refusalInWords(status, keyGiven, retryAfterS);
    // Into a tunnel a proxy cannot speak; where it reads the requests nobody can tell who refuses.
    if (m_settings.route && m_settings.route->proxy && m_outcome.base.scheme() == "http"_L1)
        words = Text::tr("%1, unless the proxy %2 said so").arg(words, m_settings.route->proxy->shown());
    return words;
}

QString ProbeModels::redirectWords(int status) const
{
    const QByteArray location = withoutSecrets(m_reply->rawHeader("Location"), m_settings.secrets());
    if (location.isEmpty())
        return Text::tr("The server points elsewhere, to no address (HTTP status %1). Check the address.").arg(status);
    return Text::tr("The server points to %1 (HTTP status %2). Redirects are not followed: give that address instead.")
        .arg(plainExcerpt(QString::fromUtf8(location)), QString::number(status));
}

/// JSON may spell a secret so that only its words show it.
QString ProbeModels::wordsOf(const QByteArray &body) const
{
    return withoutSecrets(serverWords(body), m_settings.secrets());
}

void ProbeModels::finishWith(const QString &code, const QString &message)
{
    m_outcome.error = Error{code, Text::tr("GET %1: %2").arg(called(), message)};
    Q_EMIT finished();
}

bool saysLoading(QByteArrayView body)
{
    return serverWords(body).contains(u"loading", Qt::CaseInsensitive);
}

} // namespace streamgauge
