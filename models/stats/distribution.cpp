// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/distribution.h"

#include "models/stats/exactratio.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace streamgauge {

double percentileOfSorted(std::span<const qint64> ascending, double q)
{
    Q_ASSERT(!ascending.empty() && q >= 0 && q <= 1);
    const double h = static_cast<double>(ascending.size() - 1) * q;
    const double below = std::floor(h);
    const auto at = static_cast<std::size_t>(below);
    const auto value = static_cast<double>(ascending[at]);
    if (at + 1 >= ascending.size())
        return value;
    const auto step = static_cast<double>(ascending[at + 1] - ascending[at]);
    return value + (h - below) * step;
}

Distribution Distribution::of(std::vector<qint64> samples)
{
    Distribution result;
    result.n = static_cast<qsizetype>(samples.size());
    if (samples.empty())
        return result;
    std::sort(samples.begin(), samples.end());
    result.mean = exactRatio(std::accumulate(samples.begin(), samples.end(), Int128(0)), result.n);
    result.max = static_cast<double>(samples.back());
    if (result.n >= samplesForP50)
        result.p50 = percentileOfSorted(samples, 0.50);
    if (result.n >= samplesForP95)
        result.p95 = percentileOfSorted(samples, 0.95);
    if (result.n >= samplesForP99)
        result.p99 = percentileOfSorted(samples, 0.99);
    return result;
}

} // namespace streamgauge
