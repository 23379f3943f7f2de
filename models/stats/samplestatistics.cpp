// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/samplestatistics.h"

#include "models/stats/quantileranks.h"

#include <algorithm>
#include <numeric>

namespace streamgauge {

namespace {

SampleStatistics statisticsOf(qint64 n, Int128 sum, const SampleAt &sampleAt)
{
    const auto interval = [&](double q) -> std::optional<SampleInterval> {
        const auto ranks = quantileRanks95(n, q);
        return ranks ? std::optional(SampleInterval{sampleAt(ranks->low), sampleAt(ranks->high)}) : std::nullopt;
    };
    return {.distribution = Distribution::of(n, sum, sampleAt),
        .p90 = percentileOf(n, 0.90, samplesForP90, sampleAt),
        .p999 = percentileOf(n, 0.999, samplesForP999, sampleAt),
        .p50Interval = interval(0.50),
        .p95Interval = interval(0.95),
        .p99Interval = interval(0.99)};
}

/// Every rank that the statistics of n samples are made of.
std::set<qint64> ranksFor(qint64 n)
{
    std::set<qint64> ranks;
    (void)statisticsOf(n, 0, [&ranks](qint64 rank) {
        ranks.insert(rank);
        return 0;
    });
    return ranks;
}

} // namespace

SampleStatistics SampleStatistics::of(std::vector<qint64> samples)
{
    std::ranges::sort(samples);
    return statisticsOf(std::ssize(samples), std::accumulate(samples.begin(), samples.end(), Int128(0)),
        [&samples](qint64 rank) { return samples[static_cast<std::size_t>(rank)]; });
}

Result<SampleStatistics> SampleStatistics::of(const SamplePass &pass)
{
    RankSelection selection(pass);
    if (const auto counted = selection.count(); !counted)
        return tl::unexpected<Error>(counted.error());
    const auto found = selection.at(ranksFor(selection.size()));
    if (!found)
        return tl::unexpected<Error>(found.error());
    return statisticsOf(selection.size(), selection.sum(), [&found](qint64 rank) { return found->at(rank); });
}

} // namespace streamgauge
