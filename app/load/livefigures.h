// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/livechunk.h"
#include "models/load/runevent.h"
#include "models/stats/livehistogram.h"

#include <map>
#include <set>
#include <span>

namespace streamgauge {

/// Gathers the chunks and the ended requests of one phase into what a LiveSnapshot shows of it. A chunk counts as it
/// arrives, also that of a request which fails later; gaps go into the seconds in which their chunks arrived. Times are
/// stamps of the run's clock.
class LiveFigures final {
public:
    struct Phase {
        RunPhase phase = RunPhase::Connecting;
        int level = -1;
        int concurrency = 0;
        int total = 0;
        bool countsChunks = false; ///< as the small request showed
        qint64 startedNs = 0;
        double tokensPerChunk = 1; ///< until a request of the phase has ended with a usage
    };

    LiveFigures() = default;
    explicit LiveFigures(const Phase &phase);

    /// In the order of their arrival within a request; between requests some tenths of a second apart at most.
    void arrive(std::span<const LiveChunk> chunks, qint64 firstDispatchNs);
    /// `chunksArrived`: of its content chunks, as arrive() was told.
    void end(const RequestRecord &record, int chunksArrived, qint64 firstDispatchNs);

    /// The figures as they stand, with the points that are new since the last call.
    [[nodiscard]] LiveSnapshot take(qint64 nowNs, qint64 firstDispatchNs, int inFlight);

    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] double tokensPerChunk() const;
    /// Seconds whose gaps are still kept; bounded however long the run.
    [[nodiscard]] size_t keptSeconds() const { return m_seconds.size(); }

private:
    [[nodiscard]] std::optional<double> outputPerSecond(qint64 sinceDispatchNs, int inFlight);
    [[nodiscard]] std::vector<LiveSnapshot::ItlBucket> changedBuckets(double nowS);

    Phase m_phase;
    int m_done = 0;
    bool m_countsChunks = false;
    LiveHistogram m_ttft;
    LiveHistogram m_itl;
    qint64 m_tokens = 0; ///< of the requests that ended with a usage
    qint64 m_tokenChunks = 0; ///< content chunks of the same requests
    std::map<QString, int> m_errors;
    std::map<qint64, qint64> m_arrivals; ///< content chunks by slice of time since the first dispatch
    std::map<int, LiveHistogram> m_seconds; ///< gaps by the second of their chunk's arrival
    std::set<int> m_changedSeconds;
    std::vector<LiveSnapshot::TtftPoint> m_newTtft;
    qint64 m_lastRateNs = 0;
};

} // namespace streamgauge
