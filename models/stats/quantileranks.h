// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace streamgauge {

/// Two samples of an ascending sample, by their ranks from 0.
struct RankPair {
    qint64 low = 0;
    qint64 high = 0;

    friend bool operator==(const RankPair &, const RankPair &) = default;
};

/// The order statistics that enclose the q-quantile of what a sample of n was drawn from, with a probability of 95 % at
/// least, whatever its distribution. With B ~ Binomial(n, q) and x(1) <= ... <= x(n): from x(l), l the greatest with
/// P(B < l) <= 2.5 %, to x(u), u the smallest with P(B >= u) <= 2.5 %. Nothing where the sample is too small for one of
/// the two: below 6 samples for the median, 72 for p95, 368 for p99. It takes the samples as independent of each other.
/// 0 < q < 1.
[[nodiscard]] std::optional<RankPair> quantileRanks95(qint64 n, double q);

} // namespace streamgauge
