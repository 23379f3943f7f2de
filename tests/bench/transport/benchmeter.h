// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <utility>
#include <vector>

namespace streamgauge::bench {

/// One stream as its client saw it, in nanoseconds of the monotonic clock that client and server share.
struct StreamSamples {
    qint64 dispatchNs = 0; ///< where the client's TTFT begins
    qint64 receivedNs = 0; ///< when the server had read the whole request
    std::vector<std::pair<qint64, qint64>> chunks; ///< sent, arrived
};

/// What one client costs, how late it is, and by how much the times that it would report are wrong. CPU counts from the
/// moment every stream has had its first chunk, so that connecting is left out.
class BenchMeter final {
public:
    explicit BenchMeter(int streams)
        : m_waitingFor(streams)
    {
    }

    /// A stream has its first chunk. True for the last one: call start() then.
    [[nodiscard]] bool streamBegan() { return --m_waitingFor == 0; }
    void start(qint64 chunksSoFar);
    void add(const StreamSamples &stream);
    /// One JSON object on standard output.
    void report();

private:
    int m_waitingFor = 0;
    qint64 m_chunksAtStart = 0;
    double m_cpuAtStart = 0;
    qint64 m_startNs = 0;
    std::vector<qint64> m_latenessNs;
    std::vector<qint64> m_steadyNs; ///< lateness of the chunks sent once every stream had begun
    std::vector<qint64> m_ttftErrorsNs; ///< client's TTFT less the server's time from request to first chunk
    std::vector<qint64> m_itlErrorsNs; ///< how far a gap between arrivals is from the gap between sendings
};

/// Value at the given share of the sorted values, in microseconds; 0 without any.
[[nodiscard]] double quantileUs(const std::vector<qint64> &sortedNs, double share);

} // namespace streamgauge::bench
