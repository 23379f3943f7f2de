// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/smallrequest.h"

#include "app/endpoint/probemodels.h"
#include "app/endpoint/requestbuilder.h"
#include "app/endpoint/streamaccessmanager.h"
#include "app/prompts/promptsynthesizer.h"
#include "models/endpoint/serverwords.h"
#include "models/load/loadplan.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int tokenLimit = 4;
constexpr int chunkLimit = 64;
constexpr int words = 8;
constexpr int askAgainMs = 1000;
constexpr int lookMs = 100; ///< a server that closes does so within this

} // namespace

SmallRequest::SmallRequest(StreamAccessManager &manager, const Clock &clock, const EndpointSettings &settings,
    std::vector<QUrl> bases, QString model, qint64 timeoutNs, QObject *parent)
    : QObject(parent)
    , m_manager(manager)
    , m_clock(clock)
    , m_settings(settings)
    , m_bases(std::move(bases))
    , m_model(std::move(model))
    , m_timeoutNs(timeoutNs)
    , m_number(firstProbeNumber + QRandomGenerator::global()->bounded(1u << 20)) // or the next test meets its cache
    , m_ladder(settings.ignoreEos)
    , m_request(manager, clock)
{
    connect(&m_request, &ChatRequest::ended, this, &SmallRequest::ended);
    connect(&m_request, &ChatRequest::idle, this, &SmallRequest::idle);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &SmallRequest::send);
    m_look.setSingleShot(true);
    m_look.setTimerType(Qt::PreciseTimer);
    connect(&m_look, &QTimer::timeout, this, &SmallRequest::lookAtConnection);
}

SmallRequest::~SmallRequest()
{
    cancel();
}

void SmallRequest::start()
{
    m_deadlineNs = m_clock.nowNs() + m_timeoutNs;
    send();
}

void SmallRequest::cancel()
{
    m_again.stop();
    m_look.stop();
    m_request.disconnect(this);
    m_request.cancel();
}

void SmallRequest::send()
{
    m_final = false;
    ChatRequest::Setup setup;
    const RequestBuilder requests(m_settings, m_bases.front(), m_model, m_ladder.current());
    setup.request = requests.request();
    setup.body =
        requests.body(QString::fromLatin1(PromptSynthesizer::prompt(LoadPlan{}.seed, m_number++, words)), tokenLimit);
    setup.timeoutNs = m_timeoutNs;
    setup.ownConnection = false;
    setup.chunkLimit = chunkLimit;
    m_request.start(std::move(setup), m_clock.nowNs());
}

void SmallRequest::ended()
{
    m_endedNs = m_clock.nowNs();
    StreamFacts facts = m_request.takeFacts();
    if (tryAnother(facts))
        return;
    m_final = true;
    m_outcome.limitIgnored = m_request.chunkLimitReached();
    m_outcome.base = m_bases.front();
    m_outcome.accepted = facts.httpStatus == 200 ? m_ladder.current() : OptionLadder(m_settings.ignoreEos).current();
    m_streamEnded = facts.httpStatus == 200 && (facts.end == StreamEnd::Done || facts.end == StreamEnd::BodyEnd);
    m_outcome.facts = std::move(facts);
}

/// Whether the next attempt follows once the connection is free; see idle().
bool SmallRequest::tryAnother(const StreamFacts &facts)
{
    switch (facts.httpStatus) {
    case 400:
    case 422:
        return m_ladder.refused(facts.errorBody);
    case 404:
        if (m_bases.size() < 2)
            return false;
        m_bases.erase(m_bases.begin());
        return true;
    case 503:
        if (!saysLoading(facts.errorBody.toUtf8()) || m_endedNs + askAgainMs * 1'000'000LL >= m_deadlineNs)
            return false;
        Q_EMIT loading(serverWords(facts.errorBody.toUtf8()));
        m_again.start(askAgainMs);
        return true;
    default:
        return false;
    }
}

void SmallRequest::idle()
{
    if (m_again.isActive())
        return;
    if (!m_final)
        send();
    else if (m_streamEnded && !m_outcome.limitIgnored)
        m_look.start(lookMs);
    else
        Q_EMIT finished();
}

void SmallRequest::lookAtConnection()
{
    const auto alive = m_manager.keptConnectionAlive();
    // No connection left: either the server ended it with the body, or it never ended the body and we let go.
    if (alive || !m_request.bodyHeldOpen())
        m_outcome.keepsConnection = alive.value_or(false);
    Q_EMIT finished();
}

} // namespace streamgauge
