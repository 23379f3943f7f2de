// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/tlsfront.h"

#include "tests/servers/membio.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>

namespace streamgauge::test {

namespace {

using Session = std::unique_ptr<SSL, decltype(&SSL_free)>;

std::shared_ptr<SSL_CTX> contextOf(const TestCertificate &identity, TlsFront::Version version)
{
    std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
    const Bio certificateText = bioOf(identity.certificate.toPem());
    X509 *certificate = PEM_read_bio_X509(certificateText.get(), nullptr, nullptr, nullptr);
    const Bio keyText = bioOf(identity.key.toPem());
    EVP_PKEY *key = PEM_read_bio_PrivateKey(keyText.get(), nullptr, nullptr, nullptr);
    SSL_CTX_use_certificate(context.get(), certificate);
    SSL_CTX_use_PrivateKey(context.get(), key);
    X509_free(certificate);
    EVP_PKEY_free(key);
    if (version == TlsFront::Version::Tls12)
        SSL_CTX_set_max_proto_version(context.get(), TLS1_2_VERSION);
    else if (version == TlsFront::Version::Tls13)
        SSL_CTX_set_min_proto_version(context.get(), TLS1_3_VERSION);
    return context;
}

/// False when one side has nothing more to say.
bool toServer(SSL *tls, int server)
{
    std::array<char, 16'384> bytes;
    do {
        const int size = SSL_read(tls, bytes.data(), static_cast<int>(bytes.size()));
        if (size <= 0 || !BlockingServer::sendAll(server, bytes.data(), static_cast<std::size_t>(size)))
            return false;
    } while (SSL_pending(tls) > 0);
    return true;
}

bool toClient(int server, SSL *tls)
{
    std::array<char, 16'384> bytes;
    const ssize_t size = ::recv(server, bytes.data(), bytes.size(), 0);
    return size > 0 && SSL_write(tls, bytes.data(), static_cast<int>(size)) > 0;
}

void pump(SSL *tls, int server)
{
    std::array<pollfd, 2> sides{{{SSL_get_fd(tls), POLLIN, 0}, {server, POLLIN, 0}}};
    for (;;) {
        ::poll(sides.data(), sides.size(), -1);
        if (sides[0].revents && !toServer(tls, server))
            return;
        if (sides[1].revents && !toClient(server, tls))
            break;
    }
    SSL_shutdown(tls);
}

} // namespace

TlsFront::TlsFront(quint16 behind, const TestCertificate &identity, Version version)
    : m_behind(behind)
    , m_version(version)
    , m_context(contextOf(identity, version))
    , m_server([this](int socket) { serve(socket); })
{
}

void TlsFront::changeIdentity(const TestCertificate &identity)
{
    Context context = contextOf(identity, m_version);
    const std::lock_guard lock(m_mutex);
    m_context = std::move(context);
}

TlsFront::Context TlsFront::context() const
{
    const std::lock_guard lock(m_mutex);
    return m_context;
}

void TlsFront::serve(int socket)
{
    const Context held = context();
    const Session tls(SSL_new(held.get()), &SSL_free);
    SSL_set_fd(tls.get(), socket);
    if (SSL_accept(tls.get()) != 1)
        return;
    ++m_handshakes;
    m_server.connected(m_behind, [&tls](int server) { pump(tls.get(), server); });
}

} // namespace streamgauge::test
