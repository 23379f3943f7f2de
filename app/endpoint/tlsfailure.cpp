// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/tlsfailure.h"

#include "app/endpoint/certificatefacts.h"
#include "app/endpoint/peercheck.h"

#include <QCoreApplication>

#include <openssl/x509.h>

#include <algorithm>
#include <array>

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(TlsFailure)
};

/// What OpenSSL says of bytes that are no TLS record.
bool isNoTls(QByteArrayView text)
{
    constexpr std::array words{"wrong version number", "packet length too long", "unknown protocol"};
    return std::ranges::any_of(words, [text](const char *one) { return text.contains(one); });
}

QString otherNames(const CertificateFacts &facts)
{
    if (facts.names.isEmpty())
        return Text::tr("the certificate is not for this host: it names none");
    return Text::tr("the certificate is not for this host but for %1").arg(facts.names);
}

} // namespace

QString tlsFailureText(CURL *easy, CURLcode result, QByteArrayView libraryText, const PeerCheck &check)
{
    if (check.refusedAsOther()) {
        return Text::tr("it shows another certificate (SHA-256 %1) than the trusted one (SHA-256 %2)")
            .arg(fingerprintText(CertificateFacts::of(check.certificate()).sha256), fingerprintText(check.trusted()));
    }
    long verifyResult = X509_V_OK;
    curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &verifyResult);
    if (verifyResult > X509_V_ERR_UNSPECIFIED) // which is what stands there before any certificate came
        return QString::fromUtf8(X509_verify_cert_error_string(verifyResult));
    if (result == CURLE_PEER_FAILED_VERIFICATION && !check.certificate().isEmpty())
        return otherNames(CertificateFacts::of(check.certificate()));
    QString words = QString::fromUtf8(libraryText.sliced(libraryText.lastIndexOf(':') + 1).trimmed());
    if (isNoTls(libraryText))
        return Text::tr(
            "it does not speak TLS on this port (%1). If it speaks plain http there, begin the address with "
            "http://")
            .arg(words);
    return words;
}

} // namespace streamgauge
