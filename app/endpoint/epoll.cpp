// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/epoll.h"

#include <QString>

#include <cerrno>

namespace streamgauge {

Epoll::Epoll()
    : m_epoll(::epoll_create1(EPOLL_CLOEXEC))
{
    if (!m_epoll.valid())
        qFatal("The program is out of file descriptors (epoll: %s).", qPrintable(qt_error_string(errno)));
}

int Epoll::descriptor() const
{
    return m_epoll.get();
}

void Epoll::watch(int descriptor, std::uint32_t events)
{
    epoll_event event{};
    event.events = events;
    event.data.fd = descriptor;
    // A descriptor that was closed has left the set by itself, and its number may come back for another socket: the
    // kernel alone knows whether this is an addition or a change.
    if (::epoll_ctl(m_epoll.get(), EPOLL_CTL_MOD, descriptor, &event) == 0)
        return;
    if (errno != ENOENT || ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, descriptor, &event) != 0)
        qWarning("A socket cannot be watched (epoll: %s).", qPrintable(qt_error_string(errno)));
}

void Epoll::forget(int descriptor)
{
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, descriptor, nullptr);
}

std::span<const epoll_event> Epoll::ready()
{
    const int count = ::epoll_wait(m_epoll.get(), m_events.data(), static_cast<int>(m_events.size()), 0);
    return {m_events.data(), static_cast<std::size_t>(count > 0 ? count : 0)};
}

} // namespace streamgauge
