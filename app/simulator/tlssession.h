// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/tlsidentity.h"

#include <string>
#include <string_view>

struct bio_st;
struct ssl_st;

namespace streamgauge {

/// The TLS of one connection, between the bytes on the wire and those of HTTP. It works in memory only, so it never
/// waits: the socket is its owner's, which keeps what the socket does not take, as for plain bytes.
class TlsSession final {
public:
    enum class Peer {
        Open,
        Ended, ///< it has said its last
        Broken, ///< what came is no TLS, or the handshake failed
    };

    explicit TlsSession(const TlsIdentity &identity);
    ~TlsSession();
    Q_DISABLE_COPY_MOVE(TlsSession)

    /// Takes what came from the wire; appends what it means to `plain`. The handshake's answers are in takeWire().
    [[nodiscard]] Peer receive(std::string_view wire, std::string &plain);
    /// Bytes to send; for takeWire(). After the handshake.
    void send(std::string_view plain);
    /// The last thing to be said: without it a client takes the end for a cut.
    void end();
    /// What is to go on the wire since the last call.
    [[nodiscard]] std::string takeWire();

private:
    struct Free {
        void operator()(ssl_st *tls) const;
    };

    std::unique_ptr<ssl_st, Free> m_tls;
    bio_st *m_in; ///< the session's
    bio_st *m_out; ///< the session's
};

} // namespace streamgauge
