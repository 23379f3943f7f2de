// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/serversocket.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <cerrno>

namespace streamgauge::test {

namespace {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

Bio reader(const QByteArray &pem)
{
    return {BIO_new_mem_buf(pem.constData(), static_cast<int>(pem.size())), &BIO_free};
}

} // namespace

TlsIdentity tlsIdentity(const QByteArray &certificate, const QByteArray &key)
{
    TlsIdentity identity(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
    const Bio certificateText = reader(certificate);
    const Bio keyText = reader(key);
    const std::unique_ptr<X509, decltype(&X509_free)> shown(
        PEM_read_bio_X509(certificateText.get(), nullptr, nullptr, nullptr), &X509_free);
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> secret(
        PEM_read_bio_PrivateKey(keyText.get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
    if (SSL_CTX_use_certificate(identity.get(), shown.get()) != 1
        || SSL_CTX_use_PrivateKey(identity.get(), secret.get()) != 1)
        qFatal("The test server cannot use its certificate.");
    SSL_CTX_set_mode(identity.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return identity;
}

ServerSocket::ServerSocket(FileDescriptor socket, const TlsIdentity &identity)
    : m_socket(std::move(socket))
    , m_tls(identity ? SSL_new(identity.get()) : nullptr, &SSL_free)
{
    if (!m_tls)
        return;
    SSL_set_fd(m_tls.get(), m_socket.get());
    SSL_set_accept_state(m_tls.get());
}

qsizetype ServerSocket::outcomeOf(int result) const
{
    if (result > 0)
        return result;
    const int error = SSL_get_error(m_tls.get(), result);
    ERR_clear_error();
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

qsizetype ServerSocket::read(char *buffer, std::size_t size)
{
    if (m_tls)
        return outcomeOf(SSL_read(m_tls.get(), buffer, static_cast<int>(size)));
    const ssize_t got = ::recv(m_socket.get(), buffer, size, MSG_DONTWAIT);
    if (got > 0)
        return got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

qsizetype ServerSocket::write(const QByteArray &bytes)
{
    if (m_tls)
        return outcomeOf(SSL_write(m_tls.get(), bytes.constData(), static_cast<int>(bytes.size())));
    const ssize_t taken =
        ::send(m_socket.get(), bytes.constData(), static_cast<std::size_t>(bytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (taken >= 0)
        return taken;
    return errno == EAGAIN ? 0 : -1;
}

void ServerSocket::writeRaw(const QByteArray &bytes) const
{
    (void)::send(
        m_socket.get(), bytes.constData(), static_cast<std::size_t>(bytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
}

void ServerSocket::halfClose() const
{
    ::shutdown(m_socket.get(), SHUT_WR);
}

void ServerSocket::close(bool reset)
{
    if (reset) {
        const linger now{1, 0};
        ::setsockopt(m_socket.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }
    m_tls.reset();
    m_socket = FileDescriptor();
}

} // namespace streamgauge::test
