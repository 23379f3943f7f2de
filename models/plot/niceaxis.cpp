// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace streamgauge {

namespace {

// Beyond these a tick's multiple is no longer a different double, or its power of ten none at all.
constexpr double largest = 1e15;
constexpr double smallestSpan = 1e-9;

struct Step {
    double size = 1;
    int decimals = 0;
};

/// The smallest nice step that is not below `least`.
Step niceStep(double least)
{
    struct Multiple {
        double factor;
        int extraDecimals;
    };
    constexpr std::array<Multiple, 5> multiples{{{1, 0}, {2, 0}, {2.5, 1}, {5, 0}, {10, 0}}};
    const int exponent = int(std::floor(std::log10(least)));
    const double magnitude = std::pow(10.0, exponent);
    for (const Multiple &multiple : multiples) {
        const double size = multiple.factor * magnitude;
        if (size >= least * (1 - 1e-9)) {
            const int carry = multiple.factor == 10 ? 1 : 0;
            return {size, std::max(0, multiple.extraDecimals - exponent - carry)};
        }
    }
    Q_UNREACHABLE();
}

std::pair<double, double> sensibleRange(double lo, double hi, bool fromZero)
{
    if (!std::isfinite(lo) || !std::isfinite(hi))
        return {0, 1};
    lo = std::clamp(lo, -largest, largest);
    hi = std::clamp(hi, -largest, largest);
    if (lo > hi)
        std::swap(lo, hi);
    if (fromZero) {
        lo = std::min(lo, 0.0);
        hi = std::max(hi, 0.0);
    }
    const double least = std::max(smallestSpan, std::max(std::abs(lo), std::abs(hi)) * smallestSpan);
    if (hi - lo >= least)
        return {lo, hi};
    if (lo == 0 && hi == 0)
        return {0, 1};
    // One value only: it stands in the middle.
    const double half = std::max(least, std::abs(lo) / 2);
    return {lo - half, hi + half};
}

} // namespace

PlotAxis niceAxis(QString title, double lo, double hi, int wanted, bool fromZero)
{
    std::tie(lo, hi) = sensibleRange(lo, hi, fromZero);
    const Step step = niceStep((hi - lo) / std::max(1, wanted));
    const double first = std::floor(lo / step.size + 1e-9);
    const double last = std::ceil(hi / step.size - 1e-9);

    PlotAxis axis;
    axis.title = std::move(title);
    axis.decimals = step.decimals;
    const auto count = static_cast<int>(last - first) + 1;
    for (int i = 0; i < count; ++i)
        axis.ticks.push_back((first + i) * step.size);
    axis.min = axis.ticks.front();
    axis.max = axis.ticks.back();
    return axis;
}

} // namespace streamgauge
