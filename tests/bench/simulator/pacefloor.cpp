// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/simulator/pacefloor.h"

#include "models/core/clock.h"

#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace streamgauge::bench {

std::vector<qint64> timerFloor(double perSecond, double seconds)
{
    const SteadyClock &clock = SteadyClock::instance();
    const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    const int loop = epoll_create1(0);
    epoll_event interest{};
    interest.events = EPOLLIN | EPOLLET;
    epoll_ctl(loop, EPOLL_CTL_ADD, timer, &interest);

    std::vector<qint64> late;
    const auto count = static_cast<std::size_t>(perSecond * seconds);
    late.reserve(count);
    const qint64 start = clock.nowNs() + 1'000'000;
    const auto dueNs = [&] { return start + static_cast<qint64>(static_cast<double>(late.size()) * 1e9 / perSecond); };
    while (late.size() < count) {
        itimerspec spec{};
        spec.it_value.tv_sec = dueNs() / 1'000'000'000;
        spec.it_value.tv_nsec = dueNs() % 1'000'000'000;
        timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, nullptr);
        epoll_event event{};
        epoll_wait(loop, &event, 1, -1);
        for (qint64 now = clock.nowNs(); late.size() < count && dueNs() <= now;)
            late.push_back(now - dueNs());
    }
    close(loop);
    close(timer);
    return late;
}

} // namespace streamgauge::bench
