// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stats/distribution.h"
#include "models/stats/rankselection.h"

#include <optional>

namespace streamgauge {

inline constexpr qsizetype samplesForP90 = 10;
inline constexpr qsizetype samplesForP999 = 1000;

/// Two samples of a set.
struct SampleInterval {
    qint64 low = 0;
    qint64 high = 0;

    friend bool operator==(const SampleInterval &, const SampleInterval &) = default;
};

/// What a set of samples comes to: the published distribution, two percentiles more (p90 from 10 samples, p99.9 from
/// 1,000: like the others, from 1 / (1 - q)), and distribution-free 95 % confidence intervals of the median, p95 and
/// p99 (quantileRanks95(); they hold for samples that are independent of each other, which the gaps within one answer
/// are not: of those the interval is rather too narrow). In the unit of the samples, unrounded. From a stream the
/// figures are the same to the bit as from the samples in memory.
struct SampleStatistics {
    Distribution distribution;
    std::optional<double> p90;
    std::optional<double> p999;
    std::optional<SampleInterval> p50Interval;
    std::optional<SampleInterval> p95Interval;
    std::optional<SampleInterval> p99Interval;

    [[nodiscard]] static SampleStatistics of(std::vector<qint64> samples);
    /// In two passes, more where the samples lie very close; holds 1,000,000 samples at most. Errors: those of the
    /// pass.
    [[nodiscard]] static Result<SampleStatistics> of(const SamplePass &pass);

    friend bool operator==(const SampleStatistics &, const SampleStatistics &) = default;
};

} // namespace streamgauge
