// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace streamgauge {

/// What a person needs to know of a certificate to say whether it is the right one.
struct CertificateFacts {
    QString subject; ///< "CN=llm.example.org, O=Example"; the server's words, made plain
    QString issuer; ///< likewise
    QString names; ///< hosts that it is for; "" where it names none
    QDateTime validFrom;
    QDateTime validTo;
    QByteArray sha256; ///< of the whole certificate, 32 bytes

    /// Bytes that are no certificate: only the hash is known.
    [[nodiscard]] static CertificateFacts of(const QByteArray &der);

    /// "Subject CN=..., issued by CN=..., valid from ... to ..., SHA-256 AA:BB:..."
    [[nodiscard]] QString inWords() const;
};

/// "AA:BB:...", as browsers and openssl show it.
[[nodiscard]] QString fingerprintText(const QByteArray &sha256);

/// The SHA-256 of a certificate as people copy it: 64 hexadecimal digits, with or without colons or blanks, with or
/// without "SHA256 Fingerprint=" before them. Error: certificate.fingerprint.
[[nodiscard]] Result<QByteArray> fingerprintFromText(const QString &text);

} // namespace streamgauge
