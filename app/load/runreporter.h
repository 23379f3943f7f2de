// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/livefigures.h"
#include "app/load/timeleft.h"
#include "app/load/workerport.h"
#include "app/threads/handover.h"
#include "models/core/clock.h"
#include "models/load/runevent.h"

namespace streamgauge {

/// Tells the run's owner how it goes: turns phases and ended requests into events.
class RunReporter final {
public:
    RunReporter(Handover<RunEvent> &events, const LoadPlan &plan, const Clock &clock);

    /// The phase, its figures empty. `total`: requests that it will have.
    void enter(RunPhase phase, int total = 0);
    void enterLevel(int level, bool countsChunks);

    struct Ended {
        qint64 slotNs = 0; ///< as in RequestEnded
        int chunksTold = 0; ///< of its content chunks, through chunksArrived()
        qint64 firstDispatchNs = -1;
    };
    void requestEnded(const RequestRecord &record, const Ended &how);
    void chunksArrived(const std::vector<LiveChunk> &chunks, qint64 firstDispatchNs);
    /// Requests of phases without a runner.
    void setDone(int done) { m_done = done; }
    void tick(qint64 firstDispatchNs, int inFlight, const ClientLateness &client);

    void give(RunEvent event) { m_events.give(std::move(event)); }

private:
    void enter(LiveFigures::Phase phase);

    Handover<RunEvent> &m_events;
    LoadPlan m_plan;
    const Clock &m_clock;
    LiveFigures m_figures;
    TimeLeft m_timeLeft;
    RunPhase m_phase = RunPhase::Connecting;
    qint64 m_doneInRun = 0;
    int m_done = 0;
};

} // namespace streamgauge
