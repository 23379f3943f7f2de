// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/transport/benchmeter.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

namespace streamgauge::bench {

namespace {

double cpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

} // namespace

void BenchMeter::start(qint64 chunksSoFar)
{
    m_chunksAtStart = chunksSoFar;
    m_cpuAtStart = cpuSeconds();
}

void BenchMeter::report()
{
    const double cpu = cpuSeconds() - m_cpuAtStart;
    const auto chunks = static_cast<qint64>(m_latenessNs.size());
    std::sort(m_latenessNs.begin(), m_latenessNs.end());
    std::printf("{\"chunks\": %lld, \"cpu_us_per_chunk\": %.4f, \"late_us_p50\": %.1f, \"late_us_p99\": %.1f, "
                "\"late_us_max\": %.1f}\n",
        chunks,
        m_waitingFor > 0 ? -1.0 : cpu * 1e6 / static_cast<double>(std::max<qint64>(chunks - m_chunksAtStart, 1)),
        quantileUs(m_latenessNs, 0.5), quantileUs(m_latenessNs, 0.99), quantileUs(m_latenessNs, 1));
}

double quantileUs(const std::vector<qint64> &sortedNs, double share)
{
    if (sortedNs.empty())
        return 0;
    const auto index = static_cast<std::size_t>(share * static_cast<double>(sortedNs.size() - 1));
    return static_cast<double>(sortedNs[index]) / 1000;
}

} // namespace streamgauge::bench
