// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stats/exactratio.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace streamgauge {

/// Where a percentile stands in an ascending sample of n > 0: by linear interpolation between closest ranks (Hyndman
/// and Fan type 7, load method "Percentiles"), h = (n - 1) q, x[floor h] + (h - floor h)(x[floor h + 1] - x[floor h]).
struct PercentilePlace {
    qint64 below = 0; ///< rank from 0
    qint64 above = 0; ///< the next one; the same at the end of the sample
    double fraction = 0; ///< of the way from the one to the other

    [[nodiscard]] static PercentilePlace of(qint64 n, double q);
    /// The percentile, of the samples at the two ranks.
    [[nodiscard]] double between(qint64 atBelow, qint64 atAbove) const;
};

/// The sample of that rank, from 0, of an ascending sample.
using SampleAt = std::function<qint64(qint64 rank)>;

/// The percentile of a sample of n, nothing below `support` samples.
[[nodiscard]] std::optional<double> percentileOf(qint64 n, double q, qsizetype support, const SampleAt &sampleAt);

/// Percentile of an ascending sample that is not empty, as PercentilePlace says.
[[nodiscard]] double percentileOfSorted(std::span<const qint64> ascending, double q);

/// Size, mean and those percentiles that the sample supports: p50 from 1 sample, p95 from 20, p99 from 100 (load
/// method, "Percentiles"). In the unit of the samples, unrounded; the mean is the exact integer sum over n.
struct Distribution {
    qsizetype n = 0;
    std::optional<double> mean;
    std::optional<double> p50;
    std::optional<double> p95;
    std::optional<double> p99;
    std::optional<double> max;

    /// Sorts the samples that it is given.
    [[nodiscard]] static Distribution of(std::vector<qint64> samples);
    /// The same of n samples that stand elsewhere.
    [[nodiscard]] static Distribution of(qint64 n, Int128 sum, const SampleAt &sampleAt);

    friend bool operator==(const Distribution &, const Distribution &) = default;
};

inline constexpr qsizetype samplesForP50 = 1;
inline constexpr qsizetype samplesForP95 = 20;
inline constexpr qsizetype samplesForP99 = 100;

} // namespace streamgauge
