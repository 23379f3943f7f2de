// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/truststore.h"

#include <QSslConfiguration>

#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace streamgauge {

namespace {

QList<QSslCertificate> defaultAuthorities()
{
    const QList<QSslCertificate> chosen = QSslConfiguration::defaultConfiguration().caCertificates();
    return chosen.isEmpty() ? QSslConfiguration::systemCaCertificates() : chosen;
}

} // namespace

TrustStore::TrustStore(const QList<QSslCertificate> &authorities)
{
    if (!judgesCertificates()) {
        for (const QSslCertificate &authority : authorities)
            m_pem += authority.toPem();
        return;
    }
    m_store.reset(X509_STORE_new());
    // As libcurl does: an intermediate authority that is trusted ends the chain.
    X509_STORE_set_flags(m_store.get(), X509_V_FLAG_TRUSTED_FIRST | X509_V_FLAG_PARTIAL_CHAIN);
    for (const QSslCertificate &authority : authorities) {
        const QByteArray der = authority.toDer();
        const auto *data = reinterpret_cast<const unsigned char *>(der.constData());
        if (X509 *certificate = d2i_X509(nullptr, &data, static_cast<long>(der.size()))) {
            X509_STORE_add_cert(m_store.get(), certificate);
            X509_free(certificate);
        }
    }
}

TrustStore::~TrustStore() = default;

const TrustStore &TrustStore::process()
{
    static const TrustStore store(defaultAuthorities());
    return store;
}

std::shared_ptr<const TrustStore> TrustStore::withExtra(const QList<QSslCertificate> &authorities)
{
    return std::make_shared<const TrustStore>(defaultAuthorities() + authorities);
}

bool TrustStore::judgesCertificates()
{
    const char *backend = curl_version_info(CURLVERSION_NOW)->ssl_version;
    return backend && QByteArrayView(backend).startsWith("OpenSSL/");
}

void TrustStore::applyTo(ssl_ctx_st *tls) const
{
    SSL_CTX_set1_cert_store(tls, m_store.get());
}

void TrustStore::forgetDefaults(CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_CAINFO, nullptr);
    curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
}

void TrustStore::applyTo(CURL *easy) const
{
    curl_blob blob{};
    blob.data = const_cast<char *>(m_pem.constData()); // copied by libcurl
    blob.len = static_cast<std::size_t>(m_pem.size());
    blob.flags = CURL_BLOB_COPY;
    curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
}

void TrustStore::Free::operator()(x509_store_st *store) const
{
    X509_STORE_free(store);
}

} // namespace streamgauge
