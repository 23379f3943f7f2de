// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/epoll.h"
#include "app/endpoint/timerdescriptor.h"

#include <queue>

#include <random>
#include <string>
#include <unordered_map>
#include <vector>

namespace streamgauge::bench {

/// Sends streams of known timing, as fast as one core can. POST /paced/<chunks>/<interval in us> sends one chunk each
/// interval, streams out of phase with each other, and in the first the moment when its request was read; POST
/// /flood/<blocks> sends one chunk and, a moment later, blocks of 64 KiB made beforehand, as fast as the client takes
/// them. Each chunk carries the moment it was sent.
class PacedServer final {
public:
    PacedServer();

    [[nodiscard]] quint16 port() const { return m_port; }
    /// Until the process ends.
    [[noreturn]] void run();

private:
    struct Stream {
        FileDescriptor socket;
        std::string in;
        std::string out;
        std::size_t sent = 0;
        qint64 chunksLeft = 0;
        qint64 blocksHeld = 0; ///< to be sent, but not yet
        qint64 blocksLeft = 0;
        qint64 intervalNs = 0;
        qint64 receivedNs = 0; ///< when its request was whole; 0 once it was told
        bool wantsOut = false;
    };

    struct Due {
        qint64 ns;
        int socket;
        friend bool operator>(const Due &a, const Due &b) { return a.ns > b.ns; }
    };

    void accept();
    void read(int socket);
    void begin(int socket, std::string_view target);
    void sendDue();
    /// Sends what it can; false when the connection is gone.
    bool flush(int socket);
    void refill(Stream &stream);

    Epoll m_epoll;
    TimerDescriptor m_timer;
    FileDescriptor m_listener;
    quint16 m_port = 0;
    std::string m_block;
    std::unordered_map<int, Stream> m_streams;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> m_due;
    std::mt19937 m_random{1};
};

} // namespace streamgauge::bench
