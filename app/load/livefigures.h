// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/runevent.h"
#include "models/stats/livehistogram.h"

#include <deque>
#include <map>
#include <set>

namespace streamgauge {

/// Gathers the ended requests of one phase into what a LiveSnapshot shows of it. A request counts when it has ended:
/// its gaps then go into the seconds in which their chunks arrived. Times are stamps of the run's clock.
class LiveFigures final {
public:
    struct Phase {
        RunPhase phase = RunPhase::Connecting;
        int level = -1;
        int concurrency = 0;
        int total = 0;
        bool countsChunks = false; ///< as the small request showed
        qint64 startedNs = 0;
        qint64 timeoutNs = 0; ///< no gap lies further behind the newest end than this
    };

    LiveFigures() = default;
    explicit LiveFigures(const Phase &phase);

    void add(const RequestRecord &record, qint64 firstDispatchNs);

    /// The figures as they stand, with the points that are new since the last call.
    [[nodiscard]] LiveSnapshot take(qint64 nowNs, qint64 firstDispatchNs, int inFlight);

    [[nodiscard]] int done() const { return m_done; }
    /// Seconds whose gaps are still kept; bounded however long the run.
    [[nodiscard]] size_t keptSeconds() const { return m_seconds.size(); }

private:
    struct Output {
        qint64 endNs;
        qint64 tokens;
        qint64 chunks;
    };

    void addGaps(const RequestRecord &record, qint64 firstDispatchNs);
    [[nodiscard]] std::optional<double> outputPerSecond(qint64 nowNs, qint64 firstDispatchNs);
    [[nodiscard]] std::vector<LiveSnapshot::ItlBucket> changedBuckets(double nowS);

    Phase m_phase;
    int m_done = 0;
    bool m_countsChunks = false;
    LiveHistogram m_ttft;
    LiveHistogram m_itl;
    LiveHistogram m_dispatchDelay;
    qint64 m_latencySumNs = 0;
    qint64 m_succeeded = 0;
    std::map<QString, int> m_errors;
    std::deque<Output> m_outputs;
    std::map<int, LiveHistogram> m_seconds; ///< gaps by the second of their chunk's arrival
    std::set<int> m_changedSeconds;
    std::vector<LiveSnapshot::TtftPoint> m_newTtft;
    qint64 m_lastRateNs = 0;
};

} // namespace streamgauge
