// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/servers/serverconnection.h"

#include <QUrl>

#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

struct pollfd;

namespace streamgauge::test {

/// An HTTP server on the loopback interface, in a thread of its own, that does exactly what its scripts say, right or
/// wrong, and counts what it received. Ends with its object.
class LoopbackServer final {
    Q_DISABLE_COPY_MOVE(LoopbackServer)

public:
    /// Called in the server's thread, one at a time.
    using Answer = std::function<ServerScript(const ServerRequest &)>;
    /// Played on each connection before anything is read; the number is the connection's, from 0.
    using Greeting = std::function<ServerScript(int)>;

    enum class Family { IPv4, IPv6 };

    struct Options {
        Greeting greeting = {};
        Family family = Family::IPv4;
        quint16 port = 0; ///< 0: a free one; else that of a server that was there before
        int backlog = 4096;
        std::chrono::milliseconds acceptPause{0}; ///< after each connection that it takes
        std::function<TlsIdentity(int)> tls = {}; ///< for each connection; none: plain
    };

    explicit LoopbackServer(Answer answer, Greeting greeting = {}, Family family = Family::IPv4);
    LoopbackServer(Answer answer, Options options);
    ~LoopbackServer();

    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QUrl url(const QString &path = QStringLiteral("/")) const;

    [[nodiscard]] int posts() const { return m_posts; } ///< POST requests received
    [[nodiscard]] int requests() const { return m_requests; } ///< requests received
    [[nodiscard]] int connections() const { return m_connections; } ///< accepted
    [[nodiscard]] int openConnections() const { return m_open; } ///< not yet seen closed
    [[nodiscard]] std::vector<ServerRequest> received() const;

private:
    void listen();
    void serve();
    [[nodiscard]] std::vector<pollfd> interests() const;
    [[nodiscard]] int waitMs() const;
    void acceptAll();
    [[nodiscard]] bool acceptOne();
    void answerRequests(ServerConnection &connection);

    Answer m_answer;
    Options m_options;
    FileDescriptor m_listener;
    FileDescriptor m_stop;
    quint16 m_port = 0;
    std::list<ServerConnection> m_sockets;
    ServerConnection::TimePoint m_nextAccept;
    std::atomic<int> m_posts = 0;
    std::atomic<int> m_requests = 0;
    std::atomic<int> m_connections = 0;
    std::atomic<int> m_open = 0;
    mutable std::mutex m_mutex;
    std::vector<ServerRequest> m_received; ///< under m_mutex
    std::thread m_thread;
};

/// A port on which nothing listens.
[[nodiscard]] quint16 closedPort();

} // namespace streamgauge::test
