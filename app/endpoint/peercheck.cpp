// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/peercheck.h"

#include "app/endpoint/transferroute.h"
#include "app/endpoint/truststore.h"

#include <QCryptographicHash>

#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace streamgauge {

namespace {

using Held = std::shared_ptr<PeerCheck>;

void freeHeld(void *, void *held, CRYPTO_EX_DATA *, int, long, void *)
{
    delete static_cast<Held *>(held);
}

/// Where a context keeps its check: a connection may outlive the request that opened it.
int heldIndex()
{
    static const int index = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, &freeHeld);
    return index;
}

QByteArray derOf(const X509 *certificate)
{
    unsigned char *der = nullptr;
    const int size = i2d_X509(certificate, &der);
    if (size <= 0)
        return {};
    QByteArray bytes(reinterpret_cast<const char *>(der), size);
    OPENSSL_free(der);
    return bytes;
}

} // namespace

PeerCheck::PeerCheck(std::shared_ptr<const TransferRoute> route)
    : m_route(std::move(route))
{
}

const QByteArray &PeerCheck::trusted() const
{
    static const QByteArray none;
    return m_route ? m_route->trustedCertificate : none;
}

const TrustStore &PeerCheck::authorities() const
{
    return m_route && m_route->authorities ? *m_route->authorities : TrustStore::process();
}

void PeerCheck::applyTo(CURL *easy)
{
    TrustStore::forgetDefaults(easy);
    if (!TrustStore::judgesCertificates()) {
        authorities().applyTo(easy);
        return;
    }
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, &PeerCheck::install);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, this);
    // The one certificate is trusted whatever host it names.
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, trusted().isEmpty() ? 2L : 0L);
}

CURLcode PeerCheck::install(CURL *, void *context, void *check)
{
    auto *self = static_cast<PeerCheck *>(check);
    auto *tls = static_cast<SSL_CTX *>(context);
    if (self->trusted().isEmpty())
        self->authorities().applyTo(tls);
    SSL_CTX_set_cert_verify_callback(tls, &PeerCheck::verify, nullptr);
    auto held = std::make_unique<Held>(self->shared_from_this());
    if (SSL_CTX_set_ex_data(tls, heldIndex(), held.get()) != 1)
        return CURLE_OUT_OF_MEMORY;
    static_cast<void>(held.release()); // the context's now
    return CURLE_OK;
}

int PeerCheck::verify(X509_STORE_CTX *chain, void *)
{
    const auto *connection =
        static_cast<const SSL *>(X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx()));
    const auto *held = static_cast<const Held *>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), heldIndex()));
    return (*held)->judge(chain) ? 1 : 0;
}

bool PeerCheck::judge(X509_STORE_CTX *chain)
{
    m_certificate = derOf(X509_STORE_CTX_get0_cert(chain));
    if (trusted().isEmpty())
        return X509_verify_cert(chain) == 1;
    m_refusedAsOther = QCryptographicHash::hash(m_certificate, QCryptographicHash::Sha256) != trusted();
    X509_STORE_CTX_set_error(chain, m_refusedAsOther ? X509_V_ERR_APPLICATION_VERIFICATION : X509_V_OK);
    return !m_refusedAsOther;
}

} // namespace streamgauge
