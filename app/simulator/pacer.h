// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/deadlinequeue.h"
#include "app/simulator/epollloop.h"

namespace streamgauge {

class Clock;

/// Calls streams when their next chunk is due. Deadlines are absolute (CLOCK_MONOTONIC, ns), so that a late chunk moves
/// none behind it.
class Pacer final : private DescriptorWatcher {
public:
    using Task = DeadlineQueue::Owner;

    explicit Pacer(const Clock &clock);
    Q_DISABLE_COPY_MOVE(Pacer)

    [[nodiscard]] bool attach(EpollLoop &loop);

    /// One deadline a task: a second call replaces it. A time gone by is due in the next turn.
    void schedule(Task &task, qint64 dueNs) { m_deadlines.set(task, dueNs); }
    void cancel(Task &task) { m_deadlines.clear(task); }

    /// Calls what is due in order of deadline, a bounded number so that sockets are read in between, and sets the timer
    /// for what comes next. To be called once a turn of the loop.
    void run();

private:
    void ready(quint32 events) override;

    const Clock &m_clock;
    DeadlineQueue m_deadlines;
};

} // namespace streamgauge
