// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <span>

namespace streamgauge {

/// One epoll descriptor, level-triggered; events carry the descriptor they are about.
class Epoll final {
public:
    Epoll();

    /// Readable whenever one of the watched descriptors is ready.
    [[nodiscard]] int descriptor() const;
    /// Adds the descriptor or changes what it is watched for (EPOLLIN, EPOLLOUT).
    void watch(int descriptor, std::uint32_t events);
    void forget(int descriptor);
    /// What is ready now, without waiting; the rest follows at the next call. Valid until then.
    [[nodiscard]] std::span<const epoll_event> ready();

private:
    FileDescriptor m_epoll;
    std::array<epoll_event, 512> m_events;
};

} // namespace streamgauge
