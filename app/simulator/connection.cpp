// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace streamgauge {

namespace {

constexpr std::size_t readSize = 65'536;

std::array<char, readSize> &readBuffer()
{
    static thread_local std::array<char, readSize> buffer;
    return buffer;
}

bool wouldBlock(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

} // namespace

Connection::Connection(FileDescriptor socket, EpollLoop &loop, Owner &owner, const TlsIdentity &identity)
    : m_socket(std::move(socket))
    , m_loop(loop)
    , m_owner(owner)
{
    if (identity)
        m_tls.emplace(identity);
}

Connection::~Connection()
{
    if (m_socket.valid())
        m_loop.forget(m_socket.get());
}

bool Connection::open()
{
    const int on = 1;
    setsockopt(m_socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    m_interest = EPOLLIN;
    return m_loop.watch(m_socket.get(), m_interest, *this);
}

void Connection::send(std::string_view bytes)
{
    if (!m_tls)
        return sendWire(bytes);
    m_tls->send(bytes);
    sendWire(m_tls->takeWire());
}

void Connection::sendWire(std::string_view bytes)
{
    if (!m_socket.valid() || bytes.empty())
        return;
    if (!hasBacklog()) {
        const ssize_t sent = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && !wouldBlock(errno)) {
            close();
            return;
        }
        if (sent > 0)
            bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    m_out.append(bytes);
    updateInterest();
}

void Connection::finishReply(Then then)
{
    if (!m_socket.valid())
        return;
    m_then = then;
    m_state = State::Ending;
    if (!hasBacklog())
        afterReply();
    else
        updateInterest();
}

void Connection::reset()
{
    const linger atOnce{1, 0};
    setsockopt(m_socket.get(), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    close();
}

void Connection::ready(quint32 events)
{
    if (!m_socket.valid())
        return; // closed earlier in this turn
    if (events & (EPOLLERR | EPOLLHUP))
        return close();
    if (m_state == State::Draining)
        return dropInput();
    if (events & EPOLLOUT)
        flush();
    if (!m_socket.valid())
        return;
    if (acceptsInput() && (events & EPOLLIN))
        readSome();
    else if (!acceptsInput() && (events & EPOLLRDHUP))
        close(); // a client that has closed its half waits for no reply: its slot is free at once
}

void Connection::readSome()
{
    auto &buffer = readBuffer();
    const ssize_t count = recv(m_socket.get(), buffer.data(), buffer.size(), 0);
    if (count < 0 && wouldBlock(errno))
        return;
    if (count <= 0)
        return close();
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    if (m_tls)
        decryptSome(bytes);
    else
        m_parser.feed(bytes);
    if (m_parser.takeWantsContinue())
        send("HTTP/1.1 100 Continue\r\n\r\n");
    answerNext();
}

void Connection::decryptSome(std::string_view wire)
{
    std::string plain;
    const TlsSession::Peer peer = m_tls->receive(wire, plain);
    sendWire(m_tls->takeWire());
    if (!m_socket.valid())
        return;
    if (peer != TlsSession::Peer::Open)
        return close();
    m_parser.feed(plain);
}

/// As much of it as the socket takes: whoever does not hear it sees the connection's end all the same.
void Connection::sayGoodbye()
{
    if (!m_tls)
        return;
    m_tls->end();
    const std::string wire = m_tls->takeWire();
    static_cast<void>(::send(m_socket.get(), wire.data(), wire.size(), MSG_NOSIGNAL));
}

/// After a bad request was answered the client's bytes are still taken: closing over unread ones would send RST, and
/// that can destroy the answer on its way.
void Connection::dropInput()
{
    auto &buffer = readBuffer();
    const ssize_t count = recv(m_socket.get(), buffer.data(), buffer.size(), 0);
    if (count < 0 && wouldBlock(errno))
        return;
    m_dropped += count > 0 ? static_cast<std::size_t>(count) : 0;
    if (count <= 0 || m_dropped > HttpRequestParser::bodyLimit)
        close();
}

void Connection::flush()
{
    const ssize_t sent = ::send(m_socket.get(), m_out.data() + m_sent, m_out.size() - m_sent, MSG_NOSIGNAL);
    if (sent < 0) {
        if (!wouldBlock(errno))
            close();
        return;
    }
    m_sent += static_cast<std::size_t>(sent);
    if (hasBacklog())
        return;
    m_out.clear();
    m_sent = 0;
    updateInterest();
    if (m_state == State::Ending)
        afterReply();
    else if (m_state == State::Reading)
        answerNext(); // "100 Continue" had been kept back
    else
        m_owner.drained(*this);
}

void Connection::answerNext()
{
    if (m_answering)
        return;
    m_answering = true;
    while (m_socket.valid() && acceptsInput()) {
        if (m_parser.state() == HttpRequestParser::State::Incomplete)
            break;
        m_state = State::Replying;
        updateInterest();
        if (m_parser.state() == HttpRequestParser::State::Complete)
            m_owner.requestReceived(*this, m_parser.take());
        else
            m_owner.badRequest(*this, m_parser.badStatus(), m_parser.badReason());
    }
    m_answering = false;
}

void Connection::afterReply()
{
    if (m_then == Then::KeepAlive) {
        m_state = State::Reading;
        updateInterest();
        answerNext();
        return;
    }
    sayGoodbye();
    if (m_parser.state() != HttpRequestParser::State::Bad)
        return close();
    m_state = State::Draining;
    shutdown(m_socket.get(), SHUT_WR);
    updateInterest();
}

void Connection::close()
{
    if (!m_socket.valid())
        return;
    m_loop.forget(m_socket.get());
    m_socket = FileDescriptor();
    m_out.clear();
    m_sent = 0;
    m_owner.gone(*this);
}

void Connection::updateInterest()
{
    quint32 wanted = acceptsInput() || m_state == State::Draining ? EPOLLIN : EPOLLRDHUP;
    if (hasBacklog())
        wanted |= EPOLLOUT;
    if (wanted == m_interest)
        return;
    m_interest = wanted;
    m_loop.change(m_socket.get(), m_interest, *this);
}

} // namespace streamgauge
