// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/epollloop.h"
#include "app/simulator/httprequestparser.h"
#include "app/simulator/tlssession.h"

#include <optional>
#include <string>
#include <string_view>

namespace streamgauge {

/// One client's connection: reads a request, waits until it is answered, reads the next. Writes at once and keeps what
/// the socket does not take. While a reply is under way nothing is read, so a client that sends ahead fills its own
/// socket, not our memory.
class Connection final : public DescriptorWatcher {
public:
    /// Whoever answers the requests.
    class Owner {
    public:
        virtual ~Owner() = default;
        virtual void requestReceived(Connection &connection, HttpRequest request) = 0;
        virtual void badRequest(Connection &connection, int status, std::string_view reason) = 0;
        /// What had been kept back is sent: a paused reply may go on.
        virtual void drained(Connection &connection) = 0;
        /// The connection is closed. It has to live until the loop's turn ends.
        virtual void gone(Connection &connection) = 0;
    };

    enum class Then { KeepAlive, Close };

    /// `identity`: null for plain http.
    Connection(FileDescriptor socket, EpollLoop &loop, Owner &owner, const TlsIdentity &identity);
    ~Connection() override;
    Q_DISABLE_COPY_MOVE(Connection)

    [[nodiscard]] bool open();
    [[nodiscard]] bool isOpen() const { return m_socket.valid(); }

    void send(std::string_view bytes);
    /// The socket has not taken everything yet; more should wait for drained().
    [[nodiscard]] bool hasBacklog() const { return m_sent < m_out.size(); }
    /// The reply is complete. Close: once all is sent.
    void finishReply(Then then);
    /// Closes with RST and drops what was not sent.
    void reset();

private:
    enum class State { Reading, Replying, Ending, Draining };

    void ready(quint32 events) override;
    [[nodiscard]] bool acceptsInput() const { return m_state == State::Reading && !hasBacklog(); }
    void readSome();
    void decryptSome(std::string_view wire);
    void sendWire(std::string_view bytes);
    void sayGoodbye();
    void dropInput();
    void flush();
    void answerNext();
    void afterReply();
    void close();
    void updateInterest();

    FileDescriptor m_socket;
    EpollLoop &m_loop;
    Owner &m_owner;
    std::optional<TlsSession> m_tls;
    HttpRequestParser m_parser;
    std::string m_out;
    std::size_t m_sent = 0; ///< of m_out
    std::size_t m_dropped = 0; ///< bytes read while draining
    State m_state = State::Reading;
    Then m_then = Then::KeepAlive;
    quint32 m_interest = 0;
    bool m_answering = false; ///< a reply that ends at once must not nest the next one
};

} // namespace streamgauge
