// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/samples.h"

#include "models/stats/exactratio.h"

#include <algorithm>
#include <numeric>

namespace streamgauge {

Samples Samples::inSideFile(SampleRange range, double longestTenth)
{
    Samples samples;
    samples.m_samples = Elsewhere{range, longestTenth};
    return samples;
}

const std::vector<qint64> &Samples::held() const
{
    static const std::vector<qint64> none;
    const auto *held = std::get_if<std::vector<qint64>>(&m_samples);
    return held ? *held : none;
}

std::optional<SampleRange> Samples::range() const
{
    const auto *elsewhere = std::get_if<Elsewhere>(&m_samples);
    return elsewhere ? std::optional(elsewhere->range) : std::nullopt;
}

qint64 Samples::count() const
{
    const auto stored = range();
    return stored ? stored->count : std::ssize(held());
}

double Samples::longestTenthShare() const
{
    const auto *elsewhere = std::get_if<Elsewhere>(&m_samples);
    return elsewhere ? elsewhere->longestTenth : longestTenthShareOf(held());
}

double Samples::longestTenthShareOf(std::vector<qint64> samples)
{
    const auto tenth = samples.begin() + std::ssize(samples) / 10;
    if (tenth == samples.begin())
        return 0;
    std::ranges::nth_element(samples, tenth, std::ranges::greater());
    const Int128 longest = std::accumulate(samples.begin(), tenth, Int128(0));
    const Int128 all = std::accumulate(tenth, samples.end(), longest);
    return all > 0 ? static_cast<double>(longest) / static_cast<double>(all) : 0;
}

} // namespace streamgauge
