// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/servers/serverscript.h"
#include "tests/servers/serversocket.h"

#include <deque>
#include <optional>

namespace streamgauge::test {

/// One request as a server received it.
struct ServerRequest {
    int number = 0; ///< among all of the server, from 0
    int connection = 0; ///< which of the server's, from 0
    int onConnection = 0; ///< among those of its connection, from 0
    QByteArray method;
    QByteArray target;
    QByteArray head; ///< request line and fields
    QByteArray body;
};

/// One accepted connection: reads requests and plays scripts, never blocking.
class ServerConnection final {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    ServerConnection(ServerSocket socket, int number);

    [[nodiscard]] int descriptor() const { return m_socket.descriptor(); }
    [[nodiscard]] bool open() const { return m_socket.open(); }
    [[nodiscard]] bool wantsToWrite() const { return open() && !m_out.isEmpty(); }
    /// When the present pause ends.
    [[nodiscard]] std::optional<TimePoint> wakeAt() const;

    void play(const ServerScript &script);
    /// Takes in what came and sees the client's close.
    void read();
    /// The next whole request, once the scripts are done.
    [[nodiscard]] std::optional<ServerRequest> takeRequest();
    /// Runs the steps as far as they go.
    void advance(TimePoint now);

private:
    void take(ServerScript::Step step, TimePoint now);
    void flood(ServerScript::Step step, TimePoint now);
    [[nodiscard]] bool flush();
    void end(bool reset);

    ServerSocket m_socket;
    int m_number = 0;
    int m_requests = 0;
    QByteArray m_in;
    QByteArray m_out;
    std::deque<ServerScript::Step> m_steps;
    std::optional<TimePoint> m_pauseEnd;
    bool m_silent = false;
};

} // namespace streamgauge::test
