// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/transport/benchmeter.h"

#include "models/core/clock.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

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

double peakResidentMb()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

} // namespace

void BenchMeter::start(qint64 chunksSoFar)
{
    m_chunksAtStart = chunksSoFar;
    m_cpuAtStart = cpuSeconds();
    m_startNs = SteadyClock::instance().nowNs();
}

void BenchMeter::add(const StreamSamples &stream)
{
    for (std::size_t i = 0; i < stream.chunks.size(); ++i) {
        const auto &[sentNs, arrivalNs] = stream.chunks[i];
        m_latenessNs.push_back(arrivalNs - sentNs);
        if (m_startNs > 0 && sentNs > m_startNs)
            m_steadyNs.push_back(m_latenessNs.back());
        if (i > 0)
            m_itlErrorsNs.push_back(std::abs(m_latenessNs.back() - m_latenessNs[m_latenessNs.size() - 2]));
        else if (stream.receivedNs > 0)
            m_ttftErrorsNs.push_back(std::abs((arrivalNs - stream.dispatchNs) - (sentNs - stream.receivedNs)));
    }
}

void BenchMeter::report()
{
    const double cpu = cpuSeconds() - m_cpuAtStart;
    const auto chunks = static_cast<qint64>(m_latenessNs.size());
    for (auto *values : {&m_latenessNs, &m_steadyNs, &m_ttftErrorsNs, &m_itlErrorsNs})
        std::sort(values->begin(), values->end());
    const auto print = [](const char *name, const std::vector<qint64> &sorted) {
        std::printf("\"%s_us_p50\": %.1f, \"%s_us_p99\": %.1f, \"%s_us_max\": %.1f, ", name, quantileUs(sorted, 0.5),
            name, quantileUs(sorted, 0.99), name, quantileUs(sorted, 1));
    };
    std::printf("{\"chunks\": %lld, \"cpu_us_per_chunk\": %.4f, ", chunks,
        m_waitingFor > 0 ? -1.0 : cpu * 1e6 / static_cast<double>(std::max<qint64>(chunks - m_chunksAtStart, 1)));
    print("late", m_latenessNs);
    print("steady", m_steadyNs);
    print("ttft_error", m_ttftErrorsNs);
    print("itl_error", m_itlErrorsNs);
    std::printf("\"rss_mb\": %.1f}\n", peakResidentMb());
}

double quantileUs(const std::vector<qint64> &sortedNs, double share)
{
    if (sortedNs.empty())
        return 0;
    const auto index = static_cast<std::size_t>(share * static_cast<double>(sortedNs.size() - 1));
    return static_cast<double>(sortedNs[index]) / 1000;
}

} // namespace streamgauge::bench
