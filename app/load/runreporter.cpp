// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runreporter.h"

#include <algorithm>

namespace streamgauge {

RunReporter::RunReporter(Handover<RunEvent> &events, const LoadPlan &plan, const Clock &clock)
    : m_events(events)
    , m_plan(plan)
    , m_clock(clock)
    , m_timeLeft(plan)
{
}

void RunReporter::enter(RunPhase phase, int total)
{
    LiveFigures::Phase entered;
    entered.phase = phase;
    entered.total = total;
    enter(entered);
}

void RunReporter::enterLevel(int level, bool countsChunks)
{
    m_timeLeft.levelStarted(level);
    LiveFigures::Phase entered;
    entered.phase = RunPhase::Level;
    entered.level = level;
    entered.concurrency = m_plan.concurrency.at(static_cast<size_t>(level));
    entered.total = m_plan.requestsAt(entered.concurrency);
    entered.countsChunks = countsChunks;
    enter(entered);
}

void RunReporter::enter(LiveFigures::Phase phase)
{
    phase.startedNs = m_clock.nowNs();
    phase.tokensPerChunk = m_figures.tokensPerChunk();
    m_phase = phase.phase;
    m_done = 0;
    m_figures = LiveFigures(phase);
    tick(-1, 0, {});
}

void RunReporter::chunksArrived(const std::vector<LiveChunk> &chunks, qint64 firstDispatchNs)
{
    m_figures.arrive(chunks, firstDispatchNs);
}

void RunReporter::requestEnded(const RequestRecord &record, const Ended &how)
{
    if (record.outcome == Outcome::Cancelled)
        return;
    ++m_doneInRun;
    m_figures.end(record, how.chunksTold, how.firstDispatchNs);
    m_done = m_figures.done();
    if (m_phase == RunPhase::Level)
        m_timeLeft.requestEnded(how.slotNs);
}

void RunReporter::tick(qint64 firstDispatchNs, int inFlight, const ClientLateness &client)
{
    LiveSnapshot shot = m_figures.take(m_clock.nowNs(), firstDispatchNs, inFlight);
    shot.client = client;
    shot.done = m_done;
    shot.doneInRun = m_doneInRun;
    shot.totalInRun = m_plan.measuredRequests() + m_plan.warmup;
    if (m_phase == RunPhase::Level)
        shot.secondsLeft = m_timeLeft.seconds(inFlight);
    m_events.give(std::move(shot));
}

} // namespace streamgauge
