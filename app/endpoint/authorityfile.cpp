// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/authorityfile.h"

#include "app/endpoint/shortfile.h"

#include <QCoreApplication>
#include <QDir>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// More than all the world's authorities take.
constexpr qsizetype longestFile = qsizetype(4) << 20;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(AuthorityFile)
};

template <auto Free>
struct FreeWith {
    template <typename T>
    void operator()(T *thing) const
    {
        Free(thing);
    }
};

tl::unexpected<Error> refused(const QString &path, const QString &why)
{
    return failure(u"authorities.file"_s,
        Text::tr("The file of authorities %1 cannot be used: %2").arg(QDir::toNativeSeparators(path), why));
}

Result<QByteArray> contentOf(const QString &path)
{
    auto read = readShortFile(path, longestFile);
    if (!read)
        return refused(path, Text::tr("it cannot be read (%1).").arg(read.error().message));
    QByteArray content = *std::move(read);
    if (content.size() > longestFile)
        return refused(path, Text::tr("it is over 4 MiB, so it is no file of certificates. Name another one."));
    if (content.trimmed().isEmpty())
        return refused(path, Text::tr("it is empty. Put the certificate of the authority there, in PEM form."));
    return content;
}

QSslCertificate copyOf(X509 *certificate)
{
    unsigned char *der = nullptr;
    const int size = i2d_X509(certificate, &der);
    QSslCertificate copy(QByteArray(reinterpret_cast<const char *>(der), size), QSsl::Der);
    OPENSSL_free(der);
    return copy;
}

} // namespace

Result<QList<QSslCertificate>> readAuthorities(const QString &path)
{
    const auto content = contentOf(path);
    if (!content)
        return tl::unexpected(content.error());
    const std::unique_ptr<BIO, FreeWith<BIO_free>> text(
        BIO_new_mem_buf(content->constData(), static_cast<int>(content->size())));
    QList<QSslCertificate> authorities;
    for (;;) {
        ERR_clear_error();
        const std::unique_ptr<X509, FreeWith<X509_free>> certificate(
            PEM_read_bio_X509_AUX(text.get(), nullptr, nullptr, nullptr));
        if (!certificate)
            break;
        authorities.append(copyOf(certificate.get()));
    }
    const int why = ERR_GET_REASON(ERR_peek_last_error());
    ERR_clear_error();
    if (why != PEM_R_NO_START_LINE)
        return refused(path,
            Text::tr("its certificate number %1 is damaged. Export it again, in PEM form.")
                .arg(authorities.size() + 1));
    if (authorities.isEmpty())
        return refused(path,
            Text::tr("there is no certificate in PEM form in it (-----BEGIN CERTIFICATE-----). “openssl x509 -inform "
                     "der -in FILE -out FILE.pem” makes one of a binary file."));
    return authorities;
}

} // namespace streamgauge
