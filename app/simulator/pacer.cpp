// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/pacer.h"

#include "models/core/clock.h"

#include <sys/epoll.h>

namespace streamgauge {

namespace {

constexpr int tasksATurn = 256;

} // namespace

Pacer::Pacer(const Clock &clock)
    : m_clock(clock)
{
}

bool Pacer::attach(EpollLoop &loop)
{
    return loop.watch(m_deadlines.descriptor(), EPOLLIN, *this);
}

void Pacer::run()
{
    const qint64 now = m_clock.nowNs();
    for (int called = 0; called < tasksATurn; ++called) {
        Task *task = m_deadlines.takeDue(now);
        if (!task)
            break;
        task->deadlineReached();
    }
    m_deadlines.arm();
}

void Pacer::ready(quint32)
{
    m_deadlines.acknowledge();
}

} // namespace streamgauge
