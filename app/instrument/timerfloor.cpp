// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/timerfloor.h"

#include "app/endpoint/beat.h"
#include "models/core/clock.h"

#include <poll.h>

#include <utility>

namespace streamgauge {

namespace {

constexpr qint64 beatNs = 1'000'000;
constexpr int longestWaitMs = 100; ///< until it looks whether it is to stop

} // namespace

TimerFloor::~TimerFloor()
{
    m_stop = true;
    if (m_thread.joinable())
        m_thread.join();
}

void TimerFloor::start(qint64 durationNs, std::function<void()> done)
{
    Q_ASSERT(!m_thread.joinable());
    m_thread = std::thread([this, durationNs, done = std::move(done)] {
        watch(durationNs);
        done();
    });
}

void TimerFloor::watch(qint64 durationNs)
{
    const SteadyClock &clock = SteadyClock::instance();
    Beat beat;
    const qint64 endNs = clock.nowNs() + durationNs;
    beat.setInterval(beatNs);
    pollfd waiting{.fd = beat.descriptor(), .events = POLLIN, .revents = 0};
    for (qint64 now = clock.nowNs(); now < endNs && !m_stop; now = clock.nowNs()) {
        if (::poll(&waiting, 1, longestWaitMs) > 0)
            beat.seen(clock.nowNs());
    }
    m_lags = beat.takeLags();
}

std::vector<qint64> TimerFloor::take()
{
    if (m_thread.joinable())
        m_thread.join();
    return std::exchange(m_lags, {});
}

} // namespace streamgauge
