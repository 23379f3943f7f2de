// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

namespace streamgauge {

/// Log-linear histogram of nonnegative nanoseconds, buckets at most 0.5 % wide, bounded memory: for numbers that are
/// shown while a run goes on. Saved percentiles never come from here.
class LiveHistogram {
public:
    void add(qint64 ns);
    void clear();
    [[nodiscard]] qint64 count() const { return m_count; }
    /// Nanoseconds; nothing while the sample does not support it (the rule of Distribution).
    [[nodiscard]] std::optional<double> percentile(double q) const;
    [[nodiscard]] std::optional<double> p50() const;
    [[nodiscard]] std::optional<double> p95() const;
    [[nodiscard]] std::optional<double> p99() const;
    [[nodiscard]] qint64 max() const { return m_max; }

private:
    /// The sample of that rank from 0, as well as its bucket tells it.
    [[nodiscard]] double sampleAt(qint64 rank) const;

    std::vector<quint32> m_buckets;
    qint64 m_count = 0;
    qint64 m_max = 0;
};

} // namespace streamgauge
