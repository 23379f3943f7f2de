// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/epollloop.h"

#include <sys/epoll.h>

namespace streamgauge {

namespace {

constexpr int eventsATurn = 512;

epoll_event interest(quint32 events, DescriptorWatcher &watcher)
{
    epoll_event event{};
    event.events = events;
    event.data.ptr = &watcher;
    return event;
}

} // namespace

EpollLoop::EpollLoop()
    : m_epoll(epoll_create1(EPOLL_CLOEXEC))
    , m_events(eventsATurn)
{
}

EpollLoop::~EpollLoop() = default;

bool EpollLoop::watch(int fd, quint32 events, DescriptorWatcher &watcher)
{
    epoll_event event = interest(events, watcher);
    return epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event) == 0;
}

void EpollLoop::change(int fd, quint32 events, DescriptorWatcher &watcher)
{
    epoll_event event = interest(events, watcher);
    epoll_ctl(m_epoll.get(), EPOLL_CTL_MOD, fd, &event);
}

void EpollLoop::forget(int fd)
{
    epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
}

void EpollLoop::turn()
{
    const int count = epoll_wait(m_epoll.get(), m_events.data(), eventsATurn, -1);
    for (int i = 0; i < count; ++i) {
        const epoll_event &event = m_events[static_cast<std::size_t>(i)];
        static_cast<DescriptorWatcher *>(event.data.ptr)->ready(event.events);
    }
}

} // namespace streamgauge
