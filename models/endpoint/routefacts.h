// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace streamgauge {

/// What lay between this machine and an endpoint because a person said so, fit to be written and shown: no password, no
/// header value, no path.
struct RouteFacts {
    QString proxy; ///< "http://proxy:3128"; "" = none
    bool proxyOfSystem = false; ///< this machine's settings named it
    QString familyAsked; ///< "ipv4" | "ipv6" | "" = any
    QString trustedCertificate; ///< SHA-256 in lower-case hex; "" = judged by the authorities
    int extraAuthorities = 0; ///< certificates of a file, beside this machine's own
    QStringList customHeaders; ///< names

    friend bool operator==(const RouteFacts &, const RouteFacts &) = default;
};

} // namespace streamgauge
