// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"

#include <QtGlobal>

#include <vector>

struct epoll_event;

namespace streamgauge {

/// Told when a descriptor has something to say. One that is forgotten inside a turn may still be told once more in that
/// turn, so it has to live until the turn's end.
class DescriptorWatcher {
public:
    virtual ~DescriptorWatcher() = default;
    virtual void ready(quint32 events) = 0;
};

/// One epoll descriptor. Every call is of the one thread that turns it.
class EpollLoop final {
public:
    EpollLoop();
    ~EpollLoop();
    Q_DISABLE_COPY_MOVE(EpollLoop)

    [[nodiscard]] bool isOpen() const { return m_epoll.valid(); }

    /// `events` as epoll(7) names them; false with errno set when the system refuses (EPERM: a regular file).
    [[nodiscard]] bool watch(int fd, quint32 events, DescriptorWatcher &watcher);
    void change(int fd, quint32 events, DescriptorWatcher &watcher);
    void forget(int fd);

    /// Waits until a descriptor is ready, then tells its watcher.
    void turn();

private:
    FileDescriptor m_epoll;
    std::vector<epoll_event> m_events;
};

} // namespace streamgauge
