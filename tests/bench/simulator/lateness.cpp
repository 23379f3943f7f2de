// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/simulator/lateness.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace streamgauge::bench {

void printLateness(const char *what, std::vector<qint64> ns)
{
    if (ns.empty()) {
        std::printf("%s n 0\n", what);
        return;
    }
    std::sort(ns.begin(), ns.end());
    const auto ms = [&ns](double share) {
        const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(ns.size())));
        return static_cast<double>(ns[std::max<std::size_t>(rank, 1) - 1]) / 1e6;
    };
    std::printf(
        "%s n %zu p50 %.3f p99 %.3f p99.9 %.3f max %.3f\n", what, ns.size(), ms(0.5), ms(0.99), ms(0.999), ms(1));
}

} // namespace streamgauge::bench
