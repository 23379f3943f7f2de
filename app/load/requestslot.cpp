// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/requestslot.h"

#include "app/endpoint/curlloop.h"
#include "app/endpoint/transferroute.h"

#include <QNetworkReply>

namespace streamgauge {

RequestSlot::RequestSlot(CurlLoop &loop, const WorkerSetup &setup, Handover<WorkerReport> &reports)
    : m_setup(setup)
    , m_reports(reports)
    , m_manager(loop)
    , m_request(m_manager, *setup.clock)
{
    useAddress(setup.address);
    m_turnLimit.setSingleShot(true);
    connect(&m_turnLimit, &QTimer::timeout, this, [this] { endUndispatched(StreamEnd::Timeout); });
    connect(&m_request, &ChatRequest::dispatched, this, &RequestSlot::requestDispatched);
    connect(&m_request, &ChatRequest::reconnectWanted, this, [this] { takeTurn(&RequestSlot::reconnect); });
    connect(&m_request, &ChatRequest::ended, this, &RequestSlot::requestEnded);
    connect(&m_request, &ChatRequest::idle, this, &RequestSlot::requestIdle);
}

RequestSlot::~RequestSlot()
{
    m_request.disconnect(this);
    if (m_opening)
        m_opening->disconnect(this);
}

void RequestSlot::useAddress(const QHostAddress &address)
{
    if (address.isNull())
        return;
    const Hop hop = hopOf(m_setup.modelList);
    m_manager.setResolved(hop.host, hop.port, address);
}

/// Goes on with `next` when a connection may be opened, or needs not to be.
void RequestSlot::inTurn(Step next)
{
    m_turnWaitNs = -1;
    if (!m_setup.ownConnections && m_manager.keptConnectionAlive().value_or(false)) {
        (this->*next)();
        return;
    }
    takeTurn(next);
}

void RequestSlot::takeTurn(Step next)
{
    m_afterTurn = next;
    if (ConnectGate::Turn turn = m_setup.gate->tryEnter(); turn.held()) {
        m_turnWaitNs = 0;
        m_turn = std::move(turn);
        (this->*next)();
        return;
    }
    m_ticket = m_setup.gate->request(this, [this](ConnectGate::Turn turn) { turnCame(std::move(turn)); });
    // A request that is under way watches its time itself.
    if (m_busy && !m_request.running())
        m_turnLimit.start(static_cast<int>(m_setup.timeoutNs / 1'000'000));
}

void RequestSlot::turnCame(ConnectGate::Turn turn)
{
    m_turnLimit.stop();
    m_turn = std::move(turn);
    m_turnWaitNs = m_setup.clock->nowNs() - m_startedNs;
    (this->*m_afterTurn)();
}

void RequestSlot::leaveTurn()
{
    m_turnLimit.stop();
    m_ticket.cancel();
    m_turn.release();
}

void RequestSlot::open()
{
    m_isOpening = true;
    if (m_manager.keptConnectionAlive().value_or(false))
        openingEnded();
    else
        inTurn(&RequestSlot::get);
}

void RequestSlot::get()
{
    m_opening = m_manager.get(m_setup.modelList);
    connect(m_opening, &QNetworkReply::finished, this, &RequestSlot::openingEnded);
}

void RequestSlot::openingEnded()
{
    leaveTurn();
    if (m_opening) {
        m_opening->disconnect(this);
        m_opening->deleteLater();
        m_opening = nullptr;
    }
    if (std::exchange(m_isOpening, false))
        Q_EMIT opened();
}

void RequestSlot::giveUpOpening()
{
    if (!m_isOpening)
        return;
    if (m_opening) {
        m_opening->disconnect(this);
        m_opening->abort();
    }
    openingEnded();
}

void RequestSlot::send(NumberedBody body, qint64 freeNs, std::shared_ptr<PhaseCounters> counters)
{
    m_busy = true;
    m_chunksTold = 0;
    m_body = std::move(body);
    m_counters = std::move(counters);
    m_freeNs = freeNs;
    m_startedNs = m_setup.clock->nowNs();
    inTurn(&RequestSlot::post);
}

void RequestSlot::post()
{
    ChatRequest::Setup setup;
    setup.request = m_setup.requests->request();
    setup.body = std::exchange(m_body.body, {});
    setup.timeoutNs = m_setup.timeoutNs;
    setup.ownConnection = m_setup.ownConnections;
    setup.waitsToReconnect = true;
    setup.stream.mostChunks = m_setup.mostChunks;
    setup.stream.keepSimulatorStamps = m_setup.keepSimulatorStamps;
    m_request.start(std::move(setup), m_startedNs);
}

void RequestSlot::reconnect()
{
    m_request.reconnect();
}

void RequestSlot::requestDispatched()
{
    leaveTurn();
    m_counters->dispatched(m_request.dispatchNs());
}

void RequestSlot::requestEnded()
{
    leaveTurn();
    StreamFacts facts = m_request.takeFacts();
    // Where the stream's end is also the connection's, the slot is free from that read on, not from our turn to it.
    const bool endIsFree = m_setup.ownConnections && (facts.end == StreamEnd::Done || facts.end == StreamEnd::BodyEnd);
    m_freeAgainNs = endIsFree ? facts.endNs : -1;
    handOver(std::move(facts));
}

void RequestSlot::handOver(StreamFacts facts)
{
    RequestEnded ended;
    ended.number = m_body.number;
    ended.facts = std::move(facts);
    ended.freeNs = m_freeNs;
    ended.slotNs = m_setup.clock->nowNs() - m_freeNs;
    ended.turnWaitNs = m_turnWaitNs;
    ended.chunksTold = static_cast<int>(m_chunksTold);
    m_reports.give(std::move(ended));
}

void RequestSlot::requestIdle()
{
    m_busy = false;
    Q_EMIT freed(m_freeAgainNs >= 0 ? m_freeAgainNs : m_setup.clock->nowNs());
}

void RequestSlot::tellNewChunks(std::vector<LiveChunk> &into)
{
    const std::span<const qint64> arrivals = m_request.chunkArrivals();
    for (; m_chunksTold < arrivals.size(); ++m_chunksTold) {
        const bool first = m_chunksTold == 0;
        const qint64 beforeNs = first ? m_request.dispatchNs() : arrivals[m_chunksTold - 1];
        into.push_back({arrivals[m_chunksTold], arrivals[m_chunksTold] - beforeNs, first});
    }
}

void RequestSlot::cancel()
{
    if (!m_busy)
        return;
    if (m_ticket.waiting() && !m_request.running())
        endUndispatched(StreamEnd::Cancelled);
    else
        m_request.cancel();
}

/// The request is over before its turn to connect came.
void RequestSlot::endUndispatched(StreamEnd how)
{
    leaveTurn();
    StreamFacts facts;
    facts.end = how;
    facts.endNs = m_setup.clock->nowNs();
    m_freeAgainNs = -1;
    handOver(std::move(facts));
    requestIdle();
}

} // namespace streamgauge
