// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace streamgauge::bench {

/// What one client costs and how late it is. CPU counts from the moment every stream has had its first chunk, so that
/// connecting is left out.
class BenchMeter final {
public:
    explicit BenchMeter(int streams)
        : m_waitingFor(streams)
    {
    }

    /// A stream has its first chunk. True for the last one: call start() then.
    [[nodiscard]] bool streamBegan() { return --m_waitingFor == 0; }
    void start(qint64 chunksSoFar);
    void add(qint64 sentNs, qint64 arrivalNs) { m_latenessNs.push_back(arrivalNs - sentNs); }
    /// One JSON object on standard output.
    void report();

private:
    int m_waitingFor = 0;
    qint64 m_chunksAtStart = 0;
    double m_cpuAtStart = 0;
    std::vector<qint64> m_latenessNs;
};

/// Value at the given share of the sorted values, in microseconds; 0 without any.
[[nodiscard]] double quantileUs(const std::vector<qint64> &sortedNs, double share);

} // namespace streamgauge::bench
