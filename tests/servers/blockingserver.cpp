// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/blockingserver.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <csignal>

namespace streamgauge::test {

namespace {

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

FileDescriptor streamSocket()
{
    return FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

void sendAtOnce(int socket)
{
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

} // namespace

BlockingServer::BlockingServer(Serve serve)
    : m_serve(std::move(serve))
    , m_listener(streamSocket())
{
    std::signal(SIGPIPE, SIG_IGN); // OpenSSL writes without a flag against it
    sockaddr_in address = loopback(0);
    if (::bind(m_listener.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0
        || ::listen(m_listener.get(), SOMAXCONN) != 0)
        qFatal("The test server cannot listen on a loopback port.");
    socklen_t size = sizeof address;
    ::getsockname(m_listener.get(), reinterpret_cast<sockaddr *>(&address), &size);
    m_port = ntohs(address.sin_port);
    m_accepting = std::thread([this] { acceptAll(); });
}

BlockingServer::~BlockingServer()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
        for (const int socket : m_open)
            ::shutdown(socket, SHUT_RDWR);
    }
    ::shutdown(m_listener.get(), SHUT_RDWR); // accept() returns
    m_accepting.join();
    for (std::thread &thread : m_threads)
        thread.join();
}

void BlockingServer::acceptAll()
{
    for (;;) {
        FileDescriptor socket(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!socket.valid())
            return;
        ++m_connections;
        sendAtOnce(socket.get());
        m_threads.emplace_back(
            [this](const FileDescriptor &held) {
                if (!add(held.get()))
                    return;
                m_serve(held.get());
                remove(held.get());
            },
            std::move(socket));
    }
}

bool BlockingServer::add(int socket)
{
    const std::lock_guard lock(m_mutex);
    if (!m_ending)
        m_open.insert(socket);
    return !m_ending;
}

void BlockingServer::remove(int socket)
{
    const std::lock_guard lock(m_mutex);
    m_open.erase(socket);
}

bool BlockingServer::connected(quint16 port, const std::function<void(int)> &use)
{
    const FileDescriptor socket = streamSocket();
    const sockaddr_in address = loopback(port);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return false;
    sendAtOnce(socket.get());
    if (add(socket.get())) {
        use(socket.get());
        remove(socket.get());
    }
    return true;
}

bool BlockingServer::sendAll(int socket, const char *data, std::size_t size)
{
    while (size > 0) {
        const ssize_t sent = ::send(socket, data, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        data += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

} // namespace streamgauge::test
