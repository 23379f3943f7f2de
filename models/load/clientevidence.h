// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/requestrecord.h"
#include "models/stats/distribution.h"

#include <optional>
#include <vector>

namespace streamgauge {

/// How long data had been with the system's kernel when the client read it, over a sample of the reads: nanoseconds.
struct ReadLag {
    Distribution lag;
    /// Samples that cannot be: negative, or older than the read before.
    qint64 dropped = 0;

    friend bool operator==(const ReadLag &, const ReadLag &) = default;
};

/// How the content chunks of a level came: of all its requests, whatever became of them.
struct ReadCounts {
    qint64 reads = 0; ///< that completed a content chunk
    qint64 contentChunks = 0;

    /// Nothing without a read.
    [[nodiscard]] std::optional<double> chunksPerRead() const;

    friend bool operator==(const ReadCounts &, const ReadCounts &) = default;
};

[[nodiscard]] ReadCounts readCountsOf(const std::vector<RequestRecord> &requests);

/// What the client saw of itself during a level. Durations in nanoseconds.
struct ClientEvidence {
    /// The most requests open on connections at one moment, counted as they were sent and as their replies ended; where
    /// nobody counted (a level recovered from a journal), by the stamps of the requests.
    int peakInFlight = 0;
    int reconnects = 0; ///< requests that were sent once more
    int connects = 0;
    Distribution eventLoopLag; ///< lateness of a beat each 10 ms in the set that the sockets wait in
    Distribution dispatchDelay; ///< slot free to dispatch, connection set-up taken out
    std::optional<ReadLag> readLag; ///< nothing where the system tells no times of receipt
    std::optional<double> cpuShare; ///< CPU time over wall time of the busiest worker thread
    std::optional<qint64> suspendedNs; ///< the system slept for so long between the level's go and its end
    std::optional<qint64> startRampNs; ///< from the level's go until the last of its slots was started
    /// The longest lag of beat or read that was seen right after request starts; 0 where none was.
    std::optional<qint64> startBurstLagNs;

    /// False where only the requests are known: a level that was recovered from a journal before its end.
    [[nodiscard]] bool gathered() const { return eventLoopLag.n > 0 || startRampNs.has_value(); }

    friend bool operator==(const ClientEvidence &, const ClientEvidence &) = default;
};

/// What the requests themselves tell of the client: connects, reconnects, and peak in flight by their stamps.
[[nodiscard]] ClientEvidence evidenceOf(const std::vector<RequestRecord> &requests);

} // namespace streamgauge
