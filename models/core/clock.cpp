// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/clock.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>

namespace streamgauge {

#ifdef CLOCK_BOOTTIME
namespace {

qint64 timeOf(clockid_t clock)
{
    timespec time{};
    ::clock_gettime(clock, &time);
    return qint64{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

} // namespace
#endif

qint64 SteadyClock::nowNs() const
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

std::optional<qint64> SteadyClock::suspendedNs() const
{
#ifdef CLOCK_BOOTTIME
    // The clocks are read one after the other, and the thread may be held up in between: the closest of a few readings.
    constexpr int readings = 3;
    qint64 closest = std::numeric_limits<qint64>::max();
    for (int i = 0; i < readings; ++i) {
        const qint64 awakeNs = timeOf(CLOCK_MONOTONIC);
        closest = std::min(closest, timeOf(CLOCK_BOOTTIME) - awakeNs);
    }
    return closest;
#else
    return std::nullopt;
#endif
}

const SteadyClock &SteadyClock::instance()
{
    static const SteadyClock clock;
    return clock;
}

} // namespace streamgauge
