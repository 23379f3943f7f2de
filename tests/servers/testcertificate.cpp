// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/testcertificate.h"

#include "tests/servers/membio.h"

#include <QCryptographicHash>
#include <QFile>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>

namespace streamgauge::test {

namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

QByteArray contentOf(const Bio &bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return QByteArray(data, size);
}

void addExtension(X509 *certificate, int nid, const char *value)
{
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, nullptr, nid, value);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

void sign(X509 *certificate, EVP_PKEY *ownKey, const TestCertificate *issuer)
{
    if (!issuer) {
        X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
        X509_sign(certificate, ownKey, EVP_sha256());
        return;
    }
    const Bio certificateText = bioOf(issuer->certificate.toPem());
    const Certificate above(PEM_read_bio_X509(certificateText.get(), nullptr, nullptr, nullptr), &X509_free);
    const Bio keyText = bioOf(issuer->key.toPem());
    const Key key(PEM_read_bio_PrivateKey(keyText.get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
    X509_set_issuer_name(certificate, X509_get_subject_name(above.get()));
    X509_sign(certificate, key.get(), EVP_sha256());
}

} // namespace

TestCertificate TestCertificate::make(const Wanted &wanted)
{
    static long serial = 0;
    const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const Certificate certificate(X509_new(), &X509_free);
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), wanted.validFromS);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), wanted.validToS);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
        reinterpret_cast<const unsigned char *>(wanted.commonName.constData()), -1, -1, 0);
    addExtension(certificate.get(), NID_subject_alt_name, wanted.subjectAltName.constData());
    addExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    sign(certificate.get(), key.get(), wanted.issuer);

    const Bio certificatePem(BIO_new(BIO_s_mem()), &BIO_free);
    PEM_write_bio_X509(certificatePem.get(), certificate.get());
    const Bio keyPem(BIO_new(BIO_s_mem()), &BIO_free);
    PEM_write_bio_PrivateKey(keyPem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    return {QSslCertificate(contentOf(certificatePem)), QSslKey(contentOf(keyPem), QSsl::Ec)};
}

TestCertificate TestCertificate::make(const QByteArray &subjectAltName)
{
    Wanted wanted;
    wanted.subjectAltName = subjectAltName;
    return make(wanted);
}

QString TestCertificate::writeTo(const QString &folder) const
{
    const QString stem = folder + u'/' + sha256().left(8);
    QStringList paths;
    for (const auto &[suffix, pem] : {std::pair(".crt", certificate.toPem()), std::pair(".key", key.toPem())}) {
        paths += stem + QLatin1StringView(suffix);
        QFile file(paths.last());
        if (!file.open(QIODevice::WriteOnly) || file.write(pem) != pem.size())
            qFatal("cannot write a certificate");
    }
    return paths.join(u',');
}

QString TestCertificate::sha256() const
{
    return QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex());
}

TestCertificate localCertificate(const TestCertificate *issuer)
{
    TestCertificate::Wanted wanted;
    wanted.subjectAltName = "IP:127.0.0.1";
    wanted.issuer = issuer;
    return TestCertificate::make(wanted);
}

TestCertificate authorityCertificate()
{
    TestCertificate::Wanted wanted;
    wanted.subjectAltName = "DNS:authority.example";
    wanted.commonName = "streamgauge authority";
    return TestCertificate::make(wanted);
}

} // namespace streamgauge::test
