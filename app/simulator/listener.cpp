// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/listener.h"

#include <QCoreApplication>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>

namespace streamgauge {

namespace {

constexpr int acceptsATurn = 64; ///< so that a burst of connections holds up no stream

QString tr(const char *text)
{
    return QCoreApplication::translate("Simulator", text);
}

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

} // namespace

Listener::Listener(EpollLoop &loop, Owner &owner)
    : m_loop(loop)
    , m_owner(owner)
{
}

Result<void> Listener::listen(quint16 port, int backlog)
{
    m_socket = FileDescriptor(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int on = 1;
    const sockaddr_in address = loopback(port);
    setsockopt(m_socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!m_socket.valid() || bind(m_socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0
        || ::listen(m_socket.get(), backlog) != 0) {
        const int error = errno;
        const QString text = error == EADDRINUSE
            ? tr("Port %1 on 127.0.0.1 is taken by another program (“ss -ltnp sport = :%1” names it). End that "
                 "one, or choose another port: 0 for a free one.")
            : tr("Port %1 on 127.0.0.1 cannot be listened on: %2. Choose another one, or 0 for a free one.");
        return failure(QStringLiteral("simulator.port"),
            error == EADDRINUSE ? text.arg(port) : text.arg(port).arg(qt_error_string(error)));
    }
    if (!m_loop.watch(m_socket.get(), EPOLLIN, *this)) {
        return failure(QStringLiteral("simulator.system"),
            tr("The listening socket cannot be watched: %1.").arg(qt_error_string(errno)));
    }
    return {};
}

quint16 Listener::port() const
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    getsockname(m_socket.get(), reinterpret_cast<sockaddr *>(&address), &size);
    return ntohs(address.sin_port);
}

void Listener::descriptorFreed()
{
    if (m_paused) {
        m_paused = false;
        m_loop.change(m_socket.get(), EPOLLIN, *this);
    }
}

void Listener::ready(quint32)
{
    for (int i = 0; i < acceptsATurn; ++i) {
        FileDescriptor socket(accept4(m_socket.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (socket.valid()) {
            m_owner.connected(std::move(socket));
            continue;
        }
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            // The socket would stay ready and the loop would spin; the next closed connection lets it go on.
            m_paused = true;
            m_loop.change(m_socket.get(), 0, *this);
        }
        if (errno != ECONNABORTED && errno != EINTR)
            return;
    }
}

} // namespace streamgauge
