// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSslCertificate>

#include <curl/curl.h>

#include <memory>

struct ssl_ctx_st;
struct x509_store_st;

namespace streamgauge {

/// The certificates that https connections are checked against, parsed once: libcurl would parse its own bundle anew
/// for every connection, and could know other authorities than the rest of the program.
class TrustStore final {
    Q_DISABLE_COPY_MOVE(TrustStore)

public:
    explicit TrustStore(const QList<QSslCertificate> &authorities);
    ~TrustStore();

    /// Qt's default authorities (else the system's), read at the first call, from any thread.
    [[nodiscard]] static const TrustStore &process();

    /// process() and these.
    [[nodiscard]] static std::shared_ptr<const TrustStore> withExtra(const QList<QSslCertificate> &authorities);

    /// Whether libcurl's TLS is OpenSSL, so that applyTo(tls) holds and a certificate can be judged by ourselves.
    [[nodiscard]] static bool judgesCertificates();

    /// Leaves out what libcurl would trust by itself.
    static void forgetDefaults(CURL *easy);
    /// Nothing but this store, for each context of OpenSSL, or for a libcurl with another TLS.
    void applyTo(ssl_ctx_st *tls) const;
    void applyTo(CURL *easy) const;

private:
    struct Free {
        void operator()(x509_store_st *store) const;
    };

    std::unique_ptr<x509_store_st, Free> m_store; ///< where libcurl's TLS is OpenSSL
    QByteArray m_pem; ///< elsewhere
};

} // namespace streamgauge
