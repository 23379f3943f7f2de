// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/timerdescriptor.h"

#include <QString>

#include <sys/timerfd.h>

#include <algorithm>
#include <cerrno>

namespace streamgauge {

namespace {

timespec toTimespec(qint64 ns)
{
    timespec result{};
    result.tv_sec = static_cast<time_t>(ns / 1'000'000'000);
    result.tv_nsec = static_cast<long>(ns % 1'000'000'000);
    return result;
}

} // namespace

TimerDescriptor::TimerDescriptor()
    : m_timer(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC))
{
    if (!m_timer.valid())
        qFatal("The program is out of file descriptors (timerfd: %s).", qPrintable(qt_error_string(errno)));
}

int TimerDescriptor::descriptor() const
{
    return m_timer.get();
}

void TimerDescriptor::arm(qint64 dueNs, qint64 intervalNs)
{
    itimerspec setting{};
    setting.it_value = toTimespec(std::max<qint64>(dueNs, 1)); // 0 would disarm it
    setting.it_interval = toTimespec(intervalNs);
    ::timerfd_settime(m_timer.get(), TFD_TIMER_ABSTIME, &setting, nullptr);
}

void TimerDescriptor::disarm()
{
    const itimerspec nothing{};
    ::timerfd_settime(m_timer.get(), 0, &nothing, nullptr);
}

quint64 TimerDescriptor::takeExpirations()
{
    quint64 count = 0;
    return ::read(m_timer.get(), &count, sizeof count) == sizeof count ? count : 0;
}

} // namespace streamgauge
