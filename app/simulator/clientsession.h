// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/connection.h"

#include <memory>

namespace streamgauge {

class ChatReply;
struct ChatCall;
struct RequestProblem;
struct SimulatorState;

/// One client: its connection, and the answer to its request.
class ClientSession final : private Connection::Owner {
public:
    class Owner {
    public:
        virtual ~Owner() = default;
        /// The client is gone. The session has to live until the loop's turn ends.
        virtual void sessionEnded(ClientSession &session) = 0;
    };

    ClientSession(FileDescriptor socket, EpollLoop &loop, SimulatorState &state, Owner &owner);
    ~ClientSession() override;
    Q_DISABLE_COPY_MOVE(ClientSession)

    [[nodiscard]] bool open() { return m_connection.open(); }

private:
    void requestReceived(Connection &connection, HttpRequest request) override;
    void badRequest(Connection &connection, int status, std::string_view reason) override;
    void drained(Connection &connection) override;
    void gone(Connection &connection) override;

    void answerChat(const HttpRequest &request);
    void answer(const HttpRequest &request, std::string_view contentType, const std::string &body);
    void refuse(bool keepAlive, bool withBody, const RequestProblem &problem, std::string_view extraHeaders = {});

    SimulatorState &m_state;
    Owner &m_owner;
    Connection m_connection;
    std::unique_ptr<ChatReply> m_reply;
};

} // namespace streamgauge
