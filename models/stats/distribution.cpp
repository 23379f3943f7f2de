// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/distribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace streamgauge {

PercentilePlace PercentilePlace::of(qint64 n, double q)
{
    Q_ASSERT(n > 0 && q >= 0 && q <= 1);
    const double h = static_cast<double>(n - 1) * q;
    const double below = std::floor(h);
    const auto at = static_cast<qint64>(below);
    return {.below = at, .above = std::min(at + 1, n - 1), .fraction = h - below};
}

double PercentilePlace::between(qint64 atBelow, qint64 atAbove) const
{
    return static_cast<double>(atBelow) + fraction * static_cast<double>(atAbove - atBelow);
}

std::optional<double> percentileOf(qint64 n, double q, qsizetype support, const SampleAt &sampleAt)
{
    if (n < support)
        return std::nullopt;
    const auto place = PercentilePlace::of(n, q);
    return place.between(sampleAt(place.below), sampleAt(place.above));
}

double percentileOfSorted(std::span<const qint64> ascending, double q)
{
    return *percentileOf(
        std::ssize(ascending), q, 1, [&ascending](qint64 rank) { return ascending[static_cast<std::size_t>(rank)]; });
}

Distribution Distribution::of(std::vector<qint64> samples)
{
    std::sort(samples.begin(), samples.end());
    return of(std::ssize(samples), std::accumulate(samples.begin(), samples.end(), Int128(0)),
        [&samples](qint64 rank) { return samples[static_cast<std::size_t>(rank)]; });
}

Distribution Distribution::of(qint64 n, Int128 sum, const SampleAt &sampleAt)
{
    Distribution result;
    result.n = n;
    if (n == 0)
        return result;
    result.mean = exactRatio(sum, n);
    result.max = static_cast<double>(sampleAt(n - 1));
    result.p50 = percentileOf(n, 0.50, samplesForP50, sampleAt);
    result.p95 = percentileOf(n, 0.95, samplesForP95, sampleAt);
    result.p99 = percentileOf(n, 0.99, samplesForP99, sampleAt);
    return result;
}

} // namespace streamgauge
