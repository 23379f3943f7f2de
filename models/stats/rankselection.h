// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stats/exactratio.h"
#include "models/stats/samples.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace streamgauge {

/// Gives every sample of a set to `take`, block by block: in any order, but the same samples each time it is called.
using SamplePass = std::function<Result<void>(const SampleTaker &take)>;

/// Finds single samples of a set by their ranks in ascending order, exactly, without holding the set: a first pass
/// counts it into a log-linear histogram, a second one collects the bins that hold the wanted ranks. Where those bins
/// hold too much, passes between the two divide them further. Errors are those of the pass.
class RankSelection final {
public:
    /// How many samples are held at most.
    static constexpr qint64 usualBudget = 1'000'000;

    explicit RankSelection(SamplePass pass, qint64 budget = usualBudget);

    /// The first pass; before anything else.
    [[nodiscard]] Result<void> count();
    [[nodiscard]] qint64 size() const { return m_size; }
    [[nodiscard]] Int128 sum() const { return m_sum; }

    /// The samples at these ranks, each from 0 and below size().
    [[nodiscard]] Result<std::map<qint64, qint64>> at(const std::set<qint64> &ranks) const;

private:
    /// All samples from `low` to `high`, both included, and how many are smaller.
    struct Zone {
        qint64 low = 0;
        qint64 high = 0;
        qint64 before = 0;
        qint64 count = 0;
    };
    using Zones = std::vector<Zone>; ///< ascending, none overlapping

    void add(qint64 sample);
    [[nodiscard]] Zones zonesOf(const std::set<qint64> &ranks) const;
    [[nodiscard]] Result<Zones> divided(const Zones &zones, const std::set<qint64> &ranks) const;
    [[nodiscard]] Result<std::vector<std::vector<qint64>>> collected(const Zones &zones) const;

    SamplePass m_pass;
    qint64 m_budget;
    std::vector<qint64> m_bins; ///< of samples from 0 up
    std::vector<qint64> m_negativeBins; ///< of -1 - sample, for those below 0
    qint64 m_size = 0;
    qint64 m_negative = 0; ///< how many are below 0
    Int128 m_sum = 0;
};

} // namespace streamgauge
