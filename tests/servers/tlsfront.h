// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/servers/blockingserver.h"
#include "tests/servers/testcertificate.h"

#include <QUrl>

#include <memory>

struct ssl_ctx_st;

namespace streamgauge::test {

/// Speaks TLS in front of a plain server on the loopback interface.
class TlsFront final {
    Q_DISABLE_COPY_MOVE(TlsFront)

public:
    enum class Version { Any, Tls12, Tls13 };

    TlsFront(quint16 behind, const TestCertificate &identity, Version version = Version::Any);

    /// From the next connection on.
    void changeIdentity(const TestCertificate &identity);

    [[nodiscard]] quint16 port() const { return m_server.port(); }
    [[nodiscard]] QString url() const { return QStringLiteral("https://127.0.0.1:%1").arg(port()); }
    [[nodiscard]] int handshakes() const { return m_handshakes; } ///< completed

private:
    using Context = std::shared_ptr<ssl_ctx_st>;

    void serve(int socket);
    [[nodiscard]] Context context() const;

    quint16 m_behind = 0;
    Version m_version;
    mutable std::mutex m_mutex;
    Context m_context; ///< under m_mutex
    std::atomic<int> m_handshakes = 0;
    BlockingServer m_server; ///< the last: its threads use the others
};

} // namespace streamgauge::test
