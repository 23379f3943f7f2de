// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>
#include <span>
#include <vector>

namespace streamgauge {

/// Percentile of an ascending sample by linear interpolation between closest ranks (Hyndman and Fan type 7, load
/// method "Percentiles"): h = (n - 1) q, x[floor h] + (h - floor h)(x[floor h + 1] - x[floor h]). n must be over 0.
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

    friend bool operator==(const Distribution &, const Distribution &) = default;
};

inline constexpr qsizetype samplesForP50 = 1;
inline constexpr qsizetype samplesForP95 = 20;
inline constexpr qsizetype samplesForP99 = 100;

} // namespace streamgauge
