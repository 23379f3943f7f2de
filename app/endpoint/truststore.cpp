// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/truststore.h"

#include <QSslConfiguration>

#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace streamgauge {

namespace {

bool curlUsesOpenSsl()
{
    const char *backend = curl_version_info(CURLVERSION_NOW)->ssl_version;
    return backend && QByteArrayView(backend).startsWith("OpenSSL/");
}

QList<QSslCertificate> defaultAuthorities()
{
    const QList<QSslCertificate> chosen = QSslConfiguration::defaultConfiguration().caCertificates();
    return chosen.isEmpty() ? QSslConfiguration::systemCaCertificates() : chosen;
}

CURLcode useStore(CURL *, void *context, void *store)
{
    SSL_CTX_set1_cert_store(static_cast<SSL_CTX *>(context), static_cast<X509_STORE *>(store));
    return CURLE_OK;
}

} // namespace

TrustStore::TrustStore(const QList<QSslCertificate> &authorities)
{
    if (!curlUsesOpenSsl()) {
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

void TrustStore::applyTo(CURL *easy) const
{
    curl_easy_setopt(easy, CURLOPT_CAINFO, nullptr);
    curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
    if (m_store) {
        curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, &useStore);
        curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, m_store.get());
        return;
    }
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
