// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"

#include <QByteArray>

#include <memory>

using SSL = struct ssl_st;
using SSL_CTX = struct ssl_ctx_st;

namespace streamgauge::test {

/// How a server shows itself in TLS.
using TlsIdentity = std::shared_ptr<SSL_CTX>;

/// Certificate and private key, both in PEM.
[[nodiscard]] TlsIdentity tlsIdentity(const QByteArray &certificate, const QByteArray &key);

/// An accepted connection, plain or under TLS, that never blocks.
class ServerSocket final {
public:
    /// Without an identity the connection is plain.
    explicit ServerSocket(FileDescriptor socket, const TlsIdentity &identity = {});

    [[nodiscard]] int descriptor() const { return m_socket.get(); }
    [[nodiscard]] bool open() const { return m_socket.valid(); }

    /// Bytes read; 0 while there are none, -1 once the peer has ended it. Under TLS it shakes hands too.
    [[nodiscard]] qsizetype read(char *buffer, std::size_t size);
    /// Bytes taken; 0 while there is no room, -1 where the connection is gone.
    [[nodiscard]] qsizetype write(const QByteArray &bytes);
    /// Past TLS; small enough to find room.
    void writeRaw(const QByteArray &bytes) const;
    void halfClose() const;
    /// Under TLS without its goodbye.
    void close(bool reset);

private:
    [[nodiscard]] qsizetype outcomeOf(int result) const;

    FileDescriptor m_socket;
    std::unique_ptr<SSL, void (*)(SSL *)> m_tls;
};

} // namespace streamgauge::test
