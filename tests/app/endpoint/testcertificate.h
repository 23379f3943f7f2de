// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSslCertificate>
#include <QSslKey>

namespace streamgauge::test {

/// A self-signed certificate made on the spot, with its key.
struct TestCertificate {
    QSslCertificate certificate;
    QSslKey key;

    /// `subjectAltName` as OpenSSL writes it, e.g. "IP:127.0.0.1".
    [[nodiscard]] static TestCertificate make(const QByteArray &subjectAltName);
};

} // namespace streamgauge::test
