// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/chatrequest.h"

#include "app/endpoint/bytesink.h"
#include "app/endpoint/curlreply.h"
#include "app/endpoint/keyguard.h"
#include "app/endpoint/replyfacts.h"
#include "app/endpoint/streamaccessmanager.h"

#include <QNetworkAccessManager>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <limits>
#include <utility>

namespace streamgauge {

namespace {

constexpr qint64 nsPerMs = 1'000'000;
constexpr qint64 idleNs = 2'000 * nsPerMs;
constexpr qint64 errorBodyNs = 2'000 * nsPerMs;
constexpr qsizetype maxErrorBody = qsizetype(64) * 1024;

int roundedUpMs(qint64 ns)
{
    constexpr qint64 longest = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp<qint64>((ns + nsPerMs - 1) / nsPerMs, 1, longest));
}

} // namespace

class ChatRequest::Private final : public ByteSink {
public:
    enum class State { Idle, Running, Draining };

    Private(ChatRequest &request, QNetworkAccessManager &accessManager, const Clock &steady);
    ~Private() override { dropReply(); }
    Q_DISABLE_COPY_MOVE(Private)

    void start(Setup wanted, qint64 startedNs);
    void stop();
    void reconnect();
    void received(CurlReply &reply, QByteArrayView bytes, qint64 arrivalNs) override;
    [[nodiscard]] std::span<const qint64> chunkArrivals() const;
    [[nodiscard]] qint64 dispatchNs() const { return m_curl ? m_curl->dispatchNs() : m_dispatchNs; }

    State state = State::Idle;
    bool chunkLimitReached = false;
    bool bodyHeldOpen = false;
    StreamFacts facts;

private:
    void dispatch(bool fresh);
    void connectReply();
    void tellDispatched();
    void takeHeaders();
    void take(QByteArrayView bytes, qint64 arrivalNs);
    void takeStream(QByteArrayView bytes, qint64 arrivalNs);
    void takeErrorBody(QByteArrayView bytes, qint64 arrivalNs);
    void replyFinished();
    [[nodiscard]] bool redispatch();
    void waitIsOver();
    void end(StreamEnd how, qint64 endNs);
    void fillFacts(StreamEnd how, qint64 endNs);
    void takeWay(StreamFacts &into);
    void endDrain();
    void endDrainInVain();
    void dropReply();
    [[nodiscard]] bool connectionStands() const;
    [[nodiscard]] qint64 lastReadNs() const;

    ChatRequest &q;
    QNetworkAccessManager &m_manager;
    const Clock &m_clock;
    Setup m_setup;
    std::unique_ptr<ChatStream> m_stream;
    QPointer<QNetworkReply> m_reply;
    QPointer<CurlReply> m_curl; // the same, where it has stamps of its own
    QByteArray m_errorBody;
    QTimer m_deadline;
    QTimer m_wait; // for an event, the rest of an error's body, or the end of a drain
    quint64 m_run = 0; // a handler may have started the next request
    qint64 m_startedNs = 0;
    qint64 m_dispatchNs = -1; // where the reply has no stamp
    qint64 m_headersNs = -1;
    int m_status = 0;
    int m_attempts = 0;
    bool m_dispatchTold = false;
    bool m_waitsToReconnect = false;
    bool m_afterHeldBody = false;
};

ChatRequest::Private::Private(ChatRequest &request, QNetworkAccessManager &accessManager, const Clock &steady)
    : q(request)
    , m_manager(accessManager)
    , m_clock(steady)
{
    for (QTimer *timer : {&m_deadline, &m_wait}) {
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
    }
    QObject::connect(&m_deadline, &QTimer::timeout, &q, [this] { end(StreamEnd::Timeout, m_clock.nowNs()); });
    QObject::connect(&m_wait, &QTimer::timeout, &q, [this] { waitIsOver(); });
}

void ChatRequest::Private::start(Setup wanted, qint64 startedNs)
{
    dropReply();
    ++m_run;
    m_setup = std::move(wanted);
    m_startedNs = startedNs;
    m_stream = std::make_unique<ChatStream>(m_setup.stream);
    facts = {};
    chunkLimitReached = false;
    m_afterHeldBody = std::exchange(bodyHeldOpen, false);
    m_errorBody.clear();
    m_attempts = 0;
    m_waitsToReconnect = false;
    m_wait.stop();
    state = State::Running;
    if (m_setup.timeoutNs > 0)
        m_deadline.start(roundedUpMs(m_startedNs + m_setup.timeoutNs - m_clock.nowNs()));
    dispatch(false);
}

void ChatRequest::Private::dispatch(bool fresh)
{
    m_status = 0;
    m_dispatchNs = -1;
    m_headersNs = -1;
    m_dispatchTold = false;
    QNetworkRequest request = m_setup.request;
    const auto set = [&request](
                         QNetworkRequest::Attribute attribute, const QVariant &value, const QVariant &otherwise) {
        // Thousands of slots share the attributes of one request; each that sets its own has 2 KB of them.
        if (request.attribute(attribute, otherwise) != value)
            request.setAttribute(attribute, value);
    };
    set(TransportAttribute::ownConnection, m_setup.ownConnection, false);
    set(TransportAttribute::freshConnection, fresh, false);
    set(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy, {});
    if (m_setup.timeoutNs > 0)
        request.setTransferTimeout(roundedUpMs(m_startedNs + m_setup.timeoutNs - m_clock.nowNs()));
    m_reply = m_manager.post(request, m_setup.body);
    m_curl = qobject_cast<CurlReply *>(m_reply.data());
    connectReply();
}

void ChatRequest::Private::connectReply()
{
    QObject::connect(m_reply, &QNetworkReply::metaDataChanged, &q, [this] { takeHeaders(); });
    QObject::connect(m_reply, &QNetworkReply::finished, &q, [this] { replyFinished(); });
    if (m_curl) {
        m_curl->setSink(this);
        QObject::connect(m_curl, &CurlReply::dispatched, &q, [this] { tellDispatched(); });
        return;
    }
    // A manager without stamps: the clock at hand is all there is.
    m_dispatchNs = m_clock.nowNs();
    QObject::connect(m_reply, &QNetworkReply::readyRead, &q, [this] { take(m_reply->readAll(), m_clock.nowNs()); });
    QMetaObject::invokeMethod(
        &q,
        [this, run = m_run] {
            if (run == m_run && state == State::Running)
                tellDispatched();
        },
        Qt::QueuedConnection);
}

std::span<const qint64> ChatRequest::Private::chunkArrivals() const
{
    return state == State::Running ? m_stream->chunkArrivals() : std::span<const qint64>();
}

void ChatRequest::Private::tellDispatched()
{
    if (!std::exchange(m_dispatchTold, true))
        Q_EMIT q.dispatched();
}

void ChatRequest::Private::takeHeaders()
{
    m_status = statusOf(*m_reply);
    if (m_headersNs < 0)
        m_headersNs = m_clock.nowNs();
    if (state == State::Running && m_status != 0 && m_status != 200 && !m_wait.isActive())
        m_wait.start(roundedUpMs(errorBodyNs));
}

void ChatRequest::Private::received(CurlReply &reply, QByteArrayView bytes, qint64 arrivalNs)
{
    if (&reply == m_curl)
        take(bytes, arrivalNs);
}

void ChatRequest::Private::take(QByteArrayView bytes, qint64 arrivalNs)
{
    if (state != State::Running)
        return;
    if (m_status == 0)
        takeHeaders();
    if (m_status == 200)
        takeStream(bytes, arrivalNs);
    else
        takeErrorBody(bytes, arrivalNs);
}

void ChatRequest::Private::takeStream(QByteArrayView bytes, qint64 arrivalNs)
{
    m_stream->receive(bytes, arrivalNs);
    if (m_stream->done()) {
        end(StreamEnd::Done, arrivalNs);
    } else if (m_stream->hopeless()) {
        end(StreamEnd::Cut, arrivalNs);
    } else if (m_setup.chunkLimit > 0 && m_stream->contentChunks() >= m_setup.chunkLimit) {
        chunkLimitReached = true;
        end(StreamEnd::Cancelled, arrivalNs);
    } else if (m_stream->awaitsEnd() && !m_wait.isActive()) {
        m_wait.start(roundedUpMs(idleNs));
    }
}

void ChatRequest::Private::takeErrorBody(QByteArrayView bytes, qint64 arrivalNs)
{
    m_errorBody.append(bytes.first(qMin(bytes.size(), maxErrorBody - m_errorBody.size())));
    if (m_errorBody.size() >= maxErrorBody)
        end(StreamEnd::Cut, arrivalNs);
}

void ChatRequest::Private::waitIsOver()
{
    if (state == State::Draining) {
        endDrainInVain();
    } else if (m_status != 200) {
        end(StreamEnd::Cut, m_clock.nowNs());
    } else if (const qint64 left = m_stream->lastEventNs() + idleNs - m_clock.nowNs(); left > 0) {
        m_wait.start(roundedUpMs(left));
    } else {
        end(StreamEnd::Idle, m_stream->lastEventNs());
    }
}

void ChatRequest::Private::replyFinished()
{
    if (state == State::Draining) {
        endDrain();
        return;
    }
    if (!m_curl) {
        const quint64 run = m_run;
        const QPointer<ChatRequest> alive(&q);
        if (const QByteArray rest = m_reply->readAll(); !rest.isEmpty())
            take(rest, m_clock.nowNs());
        if (!alive || run != m_run || state != State::Running)
            return;
    }
    if (!redispatch())
        end(streamEndOf(*m_reply), lastReadNs());
}

/// A kept connection that died before a byte of an answer says nothing about the server: once more on a fresh one.
bool ChatRequest::Private::redispatch()
{
    if (!m_curl || m_setup.ownConnection || m_attempts > 0 || m_curl->connects() > 0
        || m_curl->ending() != CurlReply::Ending::ClosedUnanswered) {
        return false;
    }
    m_attempts = 1;
    dropReply();
    m_waitsToReconnect = m_setup.waitsToReconnect;
    if (m_waitsToReconnect)
        Q_EMIT q.reconnectWanted();
    else
        dispatch(true);
    return true;
}

void ChatRequest::Private::reconnect()
{
    if (state == State::Running && std::exchange(m_waitsToReconnect, false))
        dispatch(true);
}

void ChatRequest::Private::end(StreamEnd how, qint64 endNs)
{
    if (state != State::Running)
        return;
    m_deadline.stop();
    m_wait.stop();
    fillFacts(how, endNs);
    const bool drain = how == StreamEnd::Done && !m_setup.ownConnection && m_reply && !m_reply->isFinished();
    if (drain) {
        state = State::Draining;
        m_wait.start(roundedUpMs(longestDrainNs));
    } else {
        state = State::Idle;
        dropReply();
        facts.connectionKept = connectionStands();
    }
    const quint64 run = m_run;
    const QPointer<ChatRequest> alive(&q);
    Q_EMIT q.ended();
    if (alive && run == m_run && !drain)
        Q_EMIT alive->idle();
}

void ChatRequest::Private::endDrainInVain()
{
    bodyHeldOpen = true;
    endDrain();
}

void ChatRequest::Private::endDrain()
{
    m_wait.stop();
    state = State::Idle;
    dropReply();
    facts.connectionKept = connectionStands();
    Q_EMIT q.idle();
}

void ChatRequest::Private::fillFacts(StreamEnd how, qint64 endNs)
{
    facts = m_stream->finish(how, endNs);
    if (m_reply)
        addReplyFacts(*m_reply, facts);
    facts.errorBody = QString::fromUtf8(m_errorBody);
    hideSecrets(facts, secretsOf(m_setup.request));
    facts.afterHeldBody = m_afterHeldBody;
    takeWay(facts);
}

/// Connections, set-up and dispatch stamps. An earlier attempt opened no connection: it met one that was kept.
void ChatRequest::Private::takeWay(StreamFacts &into)
{
    into.dispatchNs = dispatchNs();
    into.headersNs = m_curl ? m_curl->headersNs() : m_headersNs;
    into.attempts = m_attempts + (into.dispatchNs >= 0 ? 1 : 0);
    into.connects = m_curl ? m_curl->connects() : 0;
    if (into.connects == 0 || into.dispatchNs < 0)
        return;
    // A wait for a turn to connect lies before the first attempt; the second began when the first had failed.
    into.connectNs = into.dispatchNs - (m_attempts == 0 ? m_startedNs : m_curl->startedNs());
}

qint64 ChatRequest::Private::lastReadNs() const
{
    return m_curl && m_curl->endedNs() >= 0 ? m_curl->endedNs() : m_clock.nowNs();
}

void ChatRequest::Private::stop()
{
    if (state == State::Running)
        end(StreamEnd::Cancelled, m_clock.nowNs());
    else if (state == State::Draining)
        endDrain();
}

bool ChatRequest::Private::connectionStands() const
{
    const auto *manager = qobject_cast<StreamAccessManager *>(&m_manager);
    return manager && !m_setup.ownConnection && manager->keptConnectionAlive().value_or(false);
}

/// Unfinished, it is aborted, and its connection with it.
void ChatRequest::Private::dropReply()
{
    QNetworkReply *old = m_reply;
    if (m_curl)
        m_curl->setSink(nullptr);
    m_reply = nullptr;
    m_curl = nullptr;
    if (!old)
        return;
    QObject::disconnect(old, nullptr, &q, nullptr);
    if (!old->isFinished())
        old->abort();
    old->deleteLater();
}

ChatRequest::ChatRequest(QNetworkAccessManager &manager, const Clock &clock, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, manager, clock))
{
}

ChatRequest::~ChatRequest() = default;

void ChatRequest::start(Setup setup, qint64 startedNs)
{
    d->start(std::move(setup), startedNs);
}

void ChatRequest::cancel()
{
    d->stop();
}

void ChatRequest::reconnect()
{
    d->reconnect();
}

bool ChatRequest::running() const
{
    return d->state == Private::State::Running;
}

std::span<const qint64> ChatRequest::chunkArrivals() const
{
    return d->chunkArrivals();
}

qint64 ChatRequest::dispatchNs() const
{
    return d->dispatchNs();
}

bool ChatRequest::chunkLimitReached() const
{
    return d->chunkLimitReached;
}

bool ChatRequest::bodyHeldOpen() const
{
    return d->bodyHeldOpen;
}

StreamFacts ChatRequest::takeFacts()
{
    return std::move(d->facts);
}

} // namespace streamgauge
