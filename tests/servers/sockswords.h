// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace streamgauge::test {

/// Where a connection is wanted to.
struct ProxyTarget {
    QByteArray host;
    quint16 port = 0;
};

inline constexpr char socksVersion = 5;

/// A proxy's side of SOCKS5 (RFC 1928, 1929) up to the question where to; `read`: what has come of it. Nothing where
/// the client hangs up or has another "user:password".
[[nodiscard]] std::optional<ProxyTarget> hearSocks(int socket, QByteArray read, const QByteArray &credentials);
/// The answer to it.
void answerSocks(int socket, bool connected);

} // namespace streamgauge::test
