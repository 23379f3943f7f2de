// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/transport/pacedserver.h"

#include "models/core/clock.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>

namespace streamgauge::bench {

namespace {

constexpr std::size_t blockSize = std::size_t{64} * 1024;
constexpr qint64 firstTokenNs = 300'000'000; // all connections stand by then

void appendChunk(std::string &out, std::string_view event)
{
    std::array<char, 16> size;
    out.append(size.data(), static_cast<std::size_t>(std::snprintf(size.data(), size.size(), "%zx\r\n", event.size())));
    out.append(event).append("\r\n");
}

/// `receivedNs`: of the request, in the first chunk of its answer; else 0.
void appendToken(std::string &out, qint64 receivedNs = 0)
{
    std::array<char, 48> received{};
    if (receivedNs > 0)
        std::snprintf(received.data(), received.size(), "\"sim_received_ns\":%lld,", receivedNs);
    std::array<char, 384> event;
    const int size = std::snprintf(event.data(), event.size(),
        "data: {\"id\":\"chatcmpl-9f8e7d6c5b4a3210\",\"object\":\"chat.completion.chunk\",\"created\":1730000000,"
        "\"model\":\"bench\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},\"logprobs\":null,"
        "\"finish_reason\":null}],%s\"sim_sent_ns\":%lld}\n\n",
        received.data(), SteadyClock::instance().nowNs());
    appendChunk(out, {event.data(), static_cast<std::size_t>(size)});
}

void appendEnd(std::string &out)
{
    appendChunk(out,
        "data: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},"
        "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
    out.append("0\r\n\r\n");
}

qint64 numberIn(std::string_view target, int part)
{
    for (int i = 0; i < part; ++i)
        target.remove_prefix(std::min(target.find('/') + 1, target.size()));
    qint64 value = 0;
    std::from_chars(target.data(), target.data() + target.size(), value);
    return value;
}

} // namespace

PacedServer::PacedServer()
    : m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(m_listener.get(), reinterpret_cast<sockaddr *>(&address), size) != 0
        || ::listen(m_listener.get(), 4096) != 0)
        qFatal("The bench server cannot listen on the loopback interface.");
    ::getsockname(m_listener.get(), reinterpret_cast<sockaddr *>(&address), &size);
    m_port = ntohs(address.sin_port);
    while (m_block.size() < blockSize)
        appendToken(m_block);
    m_epoll.watch(m_listener.get(), EPOLLIN);
    m_epoll.watch(m_timer.descriptor(), EPOLLIN);
}

void PacedServer::run()
{
    for (;;) {
        pollfd ready{m_epoll.descriptor(), POLLIN, 0};
        ::poll(&ready, 1, -1);
        for (const epoll_event &event : m_epoll.ready()) {
            const int descriptor = event.data.fd;
            if (descriptor == m_listener.get())
                accept();
            else if (descriptor == m_timer.descriptor())
                (void)m_timer.takeExpirations();
            else if (!(event.events & EPOLLOUT) || flush(descriptor))
                read(descriptor);
        }
        sendDue();
    }
}

void PacedServer::accept()
{
    for (;;) {
        FileDescriptor socket(::accept4(m_listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket.valid())
            return;
        const int on = 1;
        ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const int descriptor = socket.get();
        m_epoll.watch(descriptor, EPOLLIN);
        m_streams[descriptor].socket = std::move(socket);
    }
}

void PacedServer::read(int socket)
{
    const auto found = m_streams.find(socket);
    if (found == m_streams.end())
        return;
    std::array<char, 16384> buffer;
    const ssize_t size = ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size <= 0) {
        if (size == 0 || errno != EAGAIN)
            m_streams.erase(found);
        return;
    }
    std::string &in = found->second.in;
    in.append(buffer.data(), static_cast<std::size_t>(size));
    // The bench's clients send small bodies in the same piece as the head, and one request at a time.
    if (in.find("\r\n\r\n") == std::string::npos || !in.ends_with('}'))
        return;
    const std::size_t target = in.find(' ') + 1;
    begin(socket, std::string_view(in).substr(target, in.find(' ', target) - target));
    in.clear();
}

void PacedServer::begin(int socket, std::string_view target)
{
    Stream &stream = m_streams[socket];
    stream.receivedNs = SteadyClock::instance().nowNs();
    stream.out += "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    if (target.starts_with("/flood/")) {
        // One chunk each first, so that the flood comes when all streams have begun.
        stream.blocksHeld = numberIn(target, 2);
        appendToken(stream.out, std::exchange(stream.receivedNs, 0));
        if (!flush(socket))
            return;
        m_due.push({SteadyClock::instance().nowNs() + firstTokenNs, socket});
        m_timer.arm(m_due.top().ns);
        return;
    }
    stream.chunksLeft = numberIn(target, 2);
    stream.intervalNs = numberIn(target, 3) * 1000;
    if (!flush(socket))
        return;
    std::uniform_int_distribution<qint64> phase(0, stream.intervalNs);
    const qint64 wait = target.ends_with("/soon") ? stream.intervalNs : firstTokenNs;
    m_due.push({SteadyClock::instance().nowNs() + wait + phase(m_random), socket});
    m_timer.arm(m_due.top().ns);
}

void PacedServer::sendDue()
{
    const qint64 nowNs = SteadyClock::instance().nowNs();
    while (!m_due.empty() && m_due.top().ns <= nowNs) {
        const Due due = m_due.top();
        m_due.pop();
        const auto found = m_streams.find(due.socket);
        if (found == m_streams.end())
            continue;
        Stream &stream = found->second;
        if (stream.blocksHeld > 0) {
            stream.blocksLeft = std::exchange(stream.blocksHeld, 0);
        } else if (stream.chunksLeft-- > 0) {
            appendToken(stream.out, std::exchange(stream.receivedNs, 0));
            m_due.push({due.ns + stream.intervalNs, due.socket});
        } else {
            appendEnd(stream.out);
        }
        flush(due.socket);
    }
    if (!m_due.empty())
        m_timer.arm(m_due.top().ns);
}

bool PacedServer::flush(int socket)
{
    const auto found = m_streams.find(socket);
    if (found == m_streams.end())
        return false;
    Stream &stream = found->second;
    for (;;) {
        if (stream.sent == stream.out.size()) {
            refill(stream);
            if (stream.out.empty())
                break;
        }
        const ssize_t size =
            ::send(socket, stream.out.data() + stream.sent, stream.out.size() - stream.sent, MSG_NOSIGNAL);
        if (size < 0 && errno == EAGAIN)
            break;
        if (size < 0) {
            m_streams.erase(found);
            return false;
        }
        stream.sent += static_cast<std::size_t>(size);
    }
    const bool wantsOut = !stream.out.empty();
    if (wantsOut != std::exchange(stream.wantsOut, wantsOut))
        m_epoll.watch(socket, EPOLLIN | (wantsOut ? EPOLLOUT : 0u));
    return true;
}

void PacedServer::refill(Stream &stream)
{
    stream.sent = 0;
    stream.out.clear();
    if (stream.blocksLeft <= 0)
        return;
    stream.out = m_block;
    if (--stream.blocksLeft == 0)
        appendEnd(stream.out);
}

} // namespace streamgauge::bench
