// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/quantileranks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace streamgauge {

namespace {

constexpr double tail = 0.025;

/// ln n! minus Stirling's n ln n - n + ln(2 pi n) / 2.
double stirlingRest(double n)
{
    constexpr double few = 16;
    if (n < few) {
        double factorial = 1;
        for (int i = 2; i <= static_cast<int>(n); ++i)
            factorial *= i;
        return std::log(factorial) - (n + 0.5) * std::log(n) + n - std::log(2 * std::numbers::pi) / 2;
    }
    const double square = n * n;
    return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / square) / square) / square) / square) / n;
}

/// x ln(x / mean) - x + mean. Near the mean it is the small difference of large numbers, so the series of ln is summed
/// without them.
double deviance(double x, double mean)
{
    const double v = (x - mean) / (x + mean);
    constexpr double near = 0.1;
    if (std::fabs(v) >= near)
        return x * std::log(x / mean) + mean - x;
    double sum = (x - mean) * v;
    double term = 2 * x * v;
    for (int i = 3;; i += 2) {
        term *= v * v;
        const double next = sum + term / i;
        if (next == sum)
            return sum;
        sum = next;
    }
}

/// P(B = k) by the saddle-point expansion, which keeps its digits however large n is.
double probabilityOf(double k, double n, double p, double q)
{
    if (k == 0)
        return std::exp(n * std::log1p(-p));
    if (k == n)
        return std::exp(n * std::log1p(-q));
    const double exponent =
        stirlingRest(n) - stirlingRest(k) - stirlingRest(n - k) - deviance(k, n * p) - deviance(n - k, n * q);
    return std::exp(exponent) * std::sqrt(n / (2 * std::numbers::pi * k * (n - k)));
}

/// P(B <= k) for a k below the mean, from where the terms fall towards 0.
double probabilityUpTo(double k, double n, double p, double q)
{
    double term = probabilityOf(k, n, p, q);
    double sum = 0;
    while (sum + term != sum) {
        sum += term;
        term *= k * q / ((n - k + 1) * p);
        --k;
    }
    return sum;
}

/// The greatest k with P(B <= k) <= 2.5 %, -1 where there is none.
qint64 lastInTail(qint64 n, double p, double q)
{
    constexpr double normal = 1.96;
    const auto count = static_cast<double>(n);
    const auto upTo = [&](qint64 k) { return k < 0 ? 0 : probabilityUpTo(static_cast<double>(k), count, p, q); };
    auto k = static_cast<qint64>(std::floor(count * p - normal * std::sqrt(count * p * q)));
    k = std::clamp<qint64>(k, -1, n - 1);
    while (upTo(k) > tail)
        --k;
    while (k + 1 < n && upTo(k + 1) <= tail)
        ++k;
    return k;
}

} // namespace

std::optional<RankPair> quantileRanks95(qint64 n, double q)
{
    // Ranks from 0: x(l) has l - 1 samples before it, and P(B >= u) is P(n - B <= n - u).
    const qint64 low = lastInTail(n, q, 1 - q);
    const qint64 fromEnd = lastInTail(n, 1 - q, q);
    if (n <= 0 || low < 0 || fromEnd < 0)
        return std::nullopt;
    return RankPair{low, n - 1 - fromEnd};
}

} // namespace streamgauge
