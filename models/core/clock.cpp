// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/clock.h"

#include <chrono>

namespace streamgauge {

qint64 SteadyClock::nowNs() const
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

const SteadyClock &SteadyClock::instance()
{
    static const SteadyClock clock;
    return clock;
}

} // namespace streamgauge
