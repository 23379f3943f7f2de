// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/tlsidentity.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <openssl/err.h>
#include <openssl/ssl.h>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Simulator", text);
}

tl::unexpected<Error> refused(const QString &message)
{
    return failure(u"simulator.tls"_s, message);
}

Result<void> checkReadable(const QString &path)
{
    if (const QFileInfo info(path); info.exists() && !info.isFile())
        return refused(tr("--tls: %1 is a folder, a device or a pipe. Name a file in PEM form.").arg(path));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return refused(tr("--tls: %1 cannot be read: %2.").arg(path, file.errorString()));
    return {};
}

/// Else OpenSSL would ask for it on the terminal and wait.
int noPassword(char *, int, int, void *)
{
    return 0;
}

} // namespace

Result<TlsIdentity> readTlsIdentity(const QString &certificateFile, const QString &keyFile)
{
    for (const QString &path : {certificateFile, keyFile}) {
        if (const auto readable = checkReadable(path); !readable)
            return tl::unexpected(readable.error());
    }
    ERR_clear_error();
    TlsIdentity identity(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
    SSL_CTX *tls = identity.get();
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_mode(tls, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_default_passwd_cb(tls, &noPassword);
    if (SSL_CTX_use_certificate_chain_file(tls, QFile::encodeName(certificateFile).constData()) != 1) {
        return refused(tr("--tls: %1 holds no certificate in PEM form (-----BEGIN CERTIFICATE-----). The certificate "
                          "comes first, its key behind the comma.")
                           .arg(certificateFile));
    }
    if (SSL_CTX_use_PrivateKey_file(tls, QFile::encodeName(keyFile).constData(), SSL_FILETYPE_PEM) != 1) {
        const bool other = ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH;
        ERR_clear_error();
        return refused(
            (other ? tr("--tls: the key in %1 is not that of the certificate in %2. Name the two that belong "
                        "together.")
                         .arg(keyFile, certificateFile)
                   : tr("--tls: %1 holds no private key in PEM form without a password. “openssl pkey -in "
                        "FILE -out FILE.pem” takes the password off.")
                         .arg(keyFile)));
    }
    return identity;
}

} // namespace streamgauge
