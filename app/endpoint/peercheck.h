// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <curl/curl.h>

#include <memory>

struct x509_store_ctx_st;

namespace streamgauge {

class TrustStore;
struct TransferRoute;

/// How one https connection judges the certificate that it is shown, and which one that was. It judges inside the
/// handshake, before a byte of a request can leave: by the authorities and the host's name, or, where one certificate
/// is trusted, by nothing but its SHA-256.
class PeerCheck final : public std::enable_shared_from_this<PeerCheck> {
    Q_DISABLE_COPY_MOVE(PeerCheck)

public:
    explicit PeerCheck(std::shared_ptr<const TransferRoute> route);

    void applyTo(CURL *easy);

    /// DER of the server's own certificate; "" before one was seen.
    [[nodiscard]] const QByteArray &certificate() const { return m_certificate; }
    /// It is not the trusted one.
    [[nodiscard]] bool refusedAsOther() const { return m_refusedAsOther; }
    [[nodiscard]] const QByteArray &trusted() const; ///< SHA-256; "" where the authorities judge

private:
    static CURLcode install(CURL *easy, void *context, void *check);
    static int verify(x509_store_ctx_st *chain, void *);
    [[nodiscard]] bool judge(x509_store_ctx_st *chain);
    [[nodiscard]] const TrustStore &authorities() const;

    std::shared_ptr<const TransferRoute> m_route;
    QByteArray m_certificate;
    bool m_refusedAsOther = false;
};

} // namespace streamgauge
