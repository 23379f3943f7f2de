// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/servers/blockingserver.h"
#include "tests/servers/sockswords.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QMap>
#include <QString>

namespace streamgauge::test {

/// A proxy on the loopback interface: HTTP with CONNECT and whole URLs, and SOCKS5. It knows names that nobody else
/// knows, and remembers what it was told.
class ProxyServer final {
    Q_DISABLE_COPY_MOVE(ProxyServer)

public:
    struct Rules {
        QByteArray credentials{}; ///< "user:password" to be given; "" = none
        int refusal = 0; ///< HTTP status for every request
        bool hangsUp = false; ///< closes after the first bytes, without a word
        QMap<QByteArray, quint16> names{}; ///< host -> loopback port, in place of the one named; IPv4 loopback is known
    };

    explicit ProxyServer(Rules rules);

    [[nodiscard]] quint16 port() const { return m_server.port(); }
    /// "http://[USERINFO@]127.0.0.1:PORT"
    [[nodiscard]] QString url(const QString &userInfo = {}, const QString &scheme = QStringLiteral("http")) const;
    /// Heads of HTTP requests to it, and "SOCKS5 host:port".
    [[nodiscard]] QByteArrayList told() const;
    [[nodiscard]] int connections() const { return m_server.connections(); }

private:
    void serve(int socket);
    void serveHttp(int socket, QByteArray read);
    void serveSocks(int socket, const QByteArray &read);
    void tunnel(int socket, const QByteArray &head);
    void forward(int socket, QByteArray read);
    [[nodiscard]] quint16 portOf(const ProxyTarget &target) const; ///< 0: not known
    [[nodiscard]] bool allows(const QByteArray &head) const;
    void note(const QByteArray &words);

    Rules m_rules;
    mutable std::mutex m_mutex;
    QByteArrayList m_told; ///< under m_mutex
    BlockingServer m_server; ///< the last: its threads use the others
};

} // namespace streamgauge::test
