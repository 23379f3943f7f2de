// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"

#include <QtGlobal>

#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <set>
#include <thread>

namespace streamgauge::test {

/// A server on a loopback port that serves each connection by blocking calls, in a thread of its own. When its object
/// goes, every socket is shut down, which ends those calls.
class BlockingServer final {
    Q_DISABLE_COPY_MOVE(BlockingServer)

public:
    /// Returns when the connection is over; the socket is closed behind it.
    using Serve = std::function<void(int socket)>;

    explicit BlockingServer(Serve serve);
    ~BlockingServer();

    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] int connections() const { return m_connections; } ///< accepted

    /// A connection to a loopback port, for the time of `use`; nothing is used where there is none.
    bool connected(quint16 port, const std::function<void(int socket)> &use);

    static bool sendAll(int socket, const char *data, std::size_t size);

private:
    void acceptAll();
    [[nodiscard]] bool add(int socket);
    void remove(int socket);

    Serve m_serve;
    FileDescriptor m_listener;
    quint16 m_port = 0;
    std::atomic<int> m_connections = 0;
    std::mutex m_mutex;
    std::set<int> m_open; ///< under m_mutex
    bool m_ending = false; ///< under m_mutex
    std::list<std::thread> m_threads; ///< the accepting thread's
    std::thread m_accepting;
};

} // namespace streamgauge::test
