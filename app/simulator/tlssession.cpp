// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/tlssession.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <array>

namespace streamgauge {

namespace {

constexpr std::size_t largestRecord = 16'384;

/// Empty is "not yet", never an end.
BIO *pipe()
{
    BIO *bio = BIO_new(BIO_s_mem());
    BIO_set_mem_eof_return(bio, -1);
    return bio;
}

} // namespace

void TlsSession::Free::operator()(SSL *tls) const
{
    SSL_free(tls);
}

TlsSession::TlsSession(const TlsIdentity &identity)
    : m_tls(SSL_new(identity.get()))
    , m_in(pipe())
    , m_out(pipe())
{
    SSL_set_bio(m_tls.get(), m_in, m_out);
    SSL_set_accept_state(m_tls.get());
}

TlsSession::~TlsSession() = default;

TlsSession::Peer TlsSession::receive(std::string_view wire, std::string &plain)
{
    BIO_write(m_in, wire.data(), static_cast<int>(wire.size()));
    std::array<char, largestRecord> record;
    for (;;) {
        ERR_clear_error();
        const int size = SSL_read(m_tls.get(), record.data(), static_cast<int>(record.size()));
        if (size > 0) {
            plain.append(record.data(), static_cast<std::size_t>(size));
            continue;
        }
        switch (SSL_get_error(m_tls.get(), size)) {
        case SSL_ERROR_WANT_READ: // more of the wire is needed; what is to be sent can always be put down
            return Peer::Open;
        case SSL_ERROR_ZERO_RETURN:
            return Peer::Ended;
        default:
            return Peer::Broken;
        }
    }
}

void TlsSession::send(std::string_view plain)
{
    if (plain.empty())
        return;
    ERR_clear_error();
    SSL_write(m_tls.get(), plain.data(), static_cast<int>(plain.size()));
}

void TlsSession::end()
{
    ERR_clear_error();
    SSL_shutdown(m_tls.get());
}

std::string TlsSession::takeWire()
{
    std::string wire(BIO_ctrl_pending(m_out), '\0');
    if (!wire.empty())
        BIO_read(m_out, wire.data(), static_cast<int>(wire.size()));
    return wire;
}

} // namespace streamgauge
