// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/fullbacklog.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

namespace streamgauge::test {

namespace {

FileDescriptor newSocket()
{
    return FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

} // namespace

FullBacklog::FullBacklog()
    : m_listener(newSocket())
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto *place = reinterpret_cast<sockaddr *>(&address);
    socklen_t size = sizeof address;
    if (::bind(m_listener.get(), place, size) != 0 || ::listen(m_listener.get(), 0) != 0
        || ::getsockname(m_listener.get(), place, &size) != 0)
        qFatal("The test server cannot listen.");
    m_port = ntohs(address.sin_port);
    constexpr int most = 16;
    constexpr int longEnoughMs = 300;
    for (int i = 0; i < most; ++i) {
        FileDescriptor one = newSocket();
        (void)::connect(one.get(), place, size);
        pollfd state{one.get(), POLLOUT, 0};
        const bool stands = ::poll(&state, 1, longEnoughMs) == 1;
        m_waiting.push_back(std::move(one));
        if (!stands)
            return;
    }
    qFatal("The backlog does not fill.");
}

} // namespace streamgauge::test
