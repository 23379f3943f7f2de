// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace streamgauge {

/// How late a bare timer of this machine is: a thread of its own that does nothing but wait for a timerfd and read the
/// clock, a thousand times a second. Whatever it is late by, no program that waits for anything can do better.
class TimerFloor final {
public:
    TimerFloor() = default;
    ~TimerFloor();
    Q_DISABLE_COPY_MOVE(TimerFloor)

    /// `done` is called in the thread and must only post. One watch at a time.
    void start(qint64 durationNs, std::function<void()> done);
    /// The latenesses since the last call, nanoseconds; waits for the thread.
    [[nodiscard]] std::vector<qint64> take();

private:
    void watch(qint64 durationNs);

    std::thread m_thread;
    std::atomic<bool> m_stop = false;
    std::vector<qint64> m_lags;
};

} // namespace streamgauge
