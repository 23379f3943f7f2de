// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/loopbackserver.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>

namespace streamgauge::test {

namespace {

FileDescriptor boundSocket(LoopbackServer::Family family, quint16 port = 0)
{
    const bool v6 = family == LoopbackServer::Family::IPv6;
    FileDescriptor socket(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    sockaddr_in v4Address{};
    v4Address.sin_family = AF_INET;
    v4Address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    v4Address.sin_port = htons(port);
    sockaddr_in6 v6Address{};
    v6Address.sin6_family = AF_INET6;
    v6Address.sin6_addr = in6addr_loopback;
    v6Address.sin6_port = htons(port);
    // What a server left in the system's tables does not stand in the way of the next one at its port.
    const int on = 1;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const auto *address = v6 ? reinterpret_cast<sockaddr *>(&v6Address) : reinterpret_cast<sockaddr *>(&v4Address);
    if (::bind(socket.get(), address, v6 ? sizeof v6Address : sizeof v4Address) != 0)
        qFatal("The test server cannot bind a loopback port.");
    return socket;
}

quint16 portOf(const FileDescriptor &socket)
{
    sockaddr_in6 address{}; // the port stands at the same place for both families
    socklen_t size = sizeof address;
    ::getsockname(socket.get(), reinterpret_cast<sockaddr *>(&address), &size);
    return ntohs(address.sin6_port);
}

} // namespace

LoopbackServer::LoopbackServer(Answer answer, Greeting greeting, Family family)
    : LoopbackServer(std::move(answer), Options{.greeting = std::move(greeting), .family = family})
{
}

LoopbackServer::LoopbackServer(Answer answer, Options options)
    : m_answer(std::move(answer))
    , m_options(std::move(options))
{
    listen();
    m_thread = std::thread([this] { serve(); });
}

LoopbackServer::~LoopbackServer()
{
    ::eventfd_write(m_stop.get(), 1);
    m_thread.join();
}

QUrl LoopbackServer::url(const QString &path) const
{
    const QString host = m_options.family == Family::IPv6 ? QStringLiteral("[::1]") : QStringLiteral("127.0.0.1");
    return QUrl(QLatin1String(m_options.tls ? "https://" : "http://") + host + u':' + QString::number(m_port) + path);
}

std::vector<ServerRequest> LoopbackServer::received() const
{
    const std::lock_guard lock(m_mutex);
    return m_received;
}

void LoopbackServer::listen()
{
    m_listener = boundSocket(m_options.family, m_options.port);
    ::listen(m_listener.get(), m_options.backlog);
    m_port = portOf(m_listener);
    m_stop = FileDescriptor(::eventfd(0, EFD_CLOEXEC));
}

void LoopbackServer::serve()
{
    for (;;) {
        std::vector<pollfd> waiting = interests();
        ::poll(waiting.data(), waiting.size(), waitMs());
        if (waiting[0].revents)
            return;
        std::size_t index = 2;
        for (ServerConnection &connection : m_sockets) {
            if (waiting[index++].revents & (POLLIN | POLLHUP | POLLERR))
                connection.read();
            connection.advance(std::chrono::steady_clock::now());
            answerRequests(connection);
        }
        if (waiting[1].revents)
            acceptAll();
        m_sockets.remove_if([](const ServerConnection &connection) { return !connection.open(); });
        m_open = static_cast<int>(m_sockets.size());
    }
}

std::vector<pollfd> LoopbackServer::interests() const
{
    const bool accepts = std::chrono::steady_clock::now() >= m_nextAccept;
    std::vector<pollfd> result{
        {m_stop.get(), POLLIN, 0}, {m_listener.get(), static_cast<short>(accepts ? POLLIN : 0), 0}};
    for (const ServerConnection &connection : m_sockets) {
        const int events = POLLIN | (connection.wantsToWrite() ? POLLOUT : 0);
        result.push_back({connection.descriptor(), static_cast<short>(events), 0});
    }
    return result;
}

int LoopbackServer::waitMs() const
{
    const auto now = std::chrono::steady_clock::now();
    int wait = -1;
    const auto until = [now, &wait](ServerConnection::TimePoint end) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - now).count();
        wait = std::min(wait < 0 ? 60'000 : wait, std::max(0, static_cast<int>(left)));
    };
    if (m_nextAccept > now)
        until(m_nextAccept);
    for (const ServerConnection &connection : m_sockets) {
        if (const auto end = connection.wakeAt())
            until(*end);
    }
    return wait;
}

void LoopbackServer::acceptAll()
{
    const auto slow = m_options.acceptPause.count() > 0;
    while (acceptOne() && !slow) { }
    if (slow)
        m_nextAccept = std::chrono::steady_clock::now() + m_options.acceptPause;
}

bool LoopbackServer::acceptOne()
{
    FileDescriptor socket(::accept4(m_listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket.valid())
        return false;
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const int number = m_connections++;
    const TlsIdentity identity = m_options.tls ? m_options.tls(number) : nullptr;
    ServerConnection &connection = m_sockets.emplace_back(ServerSocket(std::move(socket), identity), number);
    if (m_options.greeting)
        connection.play(m_options.greeting(number));
    connection.advance(std::chrono::steady_clock::now());
    return true;
}

void LoopbackServer::answerRequests(ServerConnection &connection)
{
    while (std::optional<ServerRequest> taken = connection.takeRequest()) {
        ServerRequest &request = *taken;
        request.number = m_requests++;
        if (request.method == "POST")
            ++m_posts;
        {
            const std::lock_guard lock(m_mutex);
            m_received.push_back(request);
        }
        connection.play(m_answer(request));
        connection.advance(std::chrono::steady_clock::now());
    }
}

quint16 closedPort()
{
    return portOf(boundSocket(LoopbackServer::Family::IPv4));
}

} // namespace streamgauge::test
