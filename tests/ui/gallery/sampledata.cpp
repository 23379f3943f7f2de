// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/gallery/sampledata.h"

#include "models/stats/livehistogram.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace streamgauge::test {

namespace {

constexpr double tick = 0.1;

LiveSnapshot::TtftPoint ttftPoint(double atS, std::mt19937 &random, LiveHistogram &seen)
{
    std::lognormal_distribution<double> spread(0, 0.18);
    std::bernoulli_distribution outlier(0.015);
    const double ms = 140 * spread(random) + 40 * (1 - std::exp(-atS / 4)) + (outlier(random) ? 120 : 0);
    seen.add(qint64(ms * 1e6));
    return {atS, ms * 1e6, seen.p50(), seen.p95()};
}

} // namespace

LivePlots sampleLevel(int concurrency, double seconds, std::vector<QString> marks)
{
    std::mt19937 random(20260131);
    std::normal_distribution<double> noise(0, 1);
    LivePlots plots;
    plots.start(std::move(marks));
    LiveHistogram seen;
    const double perSecond = concurrency * 0.4;
    double due = 1.2;
    for (int step = 1; step * tick <= seconds; ++step) {
        const double now = step * tick;
        LiveSnapshot snapshot;
        snapshot.phase = RunPhase::Level;
        snapshot.level = 1;
        snapshot.concurrency = concurrency;
        for (; due <= now; due += (0.7 + 0.3 * std::abs(noise(random))) / perSecond)
            snapshot.newTtft.push_back(ttftPoint(due, random, seen));
        snapshot.ttftN = seen.count();
        if (step % 10 == 0) {
            const double p50 = 21e6 + 0.8e6 * noise(random) + 2e6 * std::sin(now / 9);
            const double p95 = p50 + 3e6 + 0.7e6 * std::abs(noise(random));
            snapshot.itlBuckets.push_back({now, p50, p95, p95 + 4e6 * std::abs(noise(random))});
        }
        if (now > 1.4) {
            const double rate = 42.0 * concurrency * (1 - std::exp(-(now - 1.2) / 1.5))
                + 4 * concurrency * std::sin(now / 3) + 2 * noise(random);
            const bool refill = noise(random) < -1.2;
            snapshot.newRates.push_back({now, std::max(0.0, rate), refill ? concurrency - 1 : concurrency});
        } else {
            snapshot.newRates.push_back({now, 0, std::min(concurrency, step)});
        }
        plots.add(snapshot);
    }
    return plots;
}

} // namespace streamgauge::test
