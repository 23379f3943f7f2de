// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSslCertificate>
#include <QSslKey>

namespace streamgauge::test {

/// A certificate made on the spot, with its key.
struct TestCertificate {
    QSslCertificate certificate;
    QSslKey key;

    struct Wanted {
        QByteArray subjectAltName; ///< as OpenSSL writes it, e.g. "IP:127.0.0.1"
        QByteArray commonName = "streamgauge test";
        qint64 validFromS = -3600; ///< from now
        qint64 validToS = 24 * 3600; ///< from now
        const TestCertificate *issuer = nullptr; ///< null: itself
    };

    [[nodiscard]] static TestCertificate make(const Wanted &wanted);
    /// Self-signed and valid.
    [[nodiscard]] static TestCertificate make(const QByteArray &subjectAltName);

    /// Both as PEM files in a folder: "CERT,KEY".
    [[nodiscard]] QString writeTo(const QString &folder) const;

    /// As openssl prints it, without colons, lower case.
    [[nodiscard]] QString sha256() const;
};

/// Names nothing but 127.0.0.1, and is valid; self-signed where no issuer is given.
[[nodiscard]] TestCertificate localCertificate(const TestCertificate *issuer = nullptr);
/// One that others are signed with.
[[nodiscard]] TestCertificate authorityCertificate();

} // namespace streamgauge::test
