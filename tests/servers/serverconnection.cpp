// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/serverconnection.h"

#include <array>

namespace streamgauge::test {

namespace {

/// "name: value" of the head, "" where there is none.
QByteArray fieldOf(const QByteArray &head, const QByteArray &name)
{
    const QByteArray start = "\r\n" + name.toLower() + ':';
    const qsizetype begin = head.toLower().indexOf(start);
    if (begin < 0)
        return {};
    const qsizetype value = begin + start.size();
    return head.mid(value, head.indexOf("\r\n", value) - value).trimmed();
}

} // namespace

ServerConnection::ServerConnection(ServerSocket socket, int number)
    : m_socket(std::move(socket))
    , m_number(number)
{
}

std::optional<ServerConnection::TimePoint> ServerConnection::wakeAt() const
{
    return m_pauseEnd;
}

void ServerConnection::play(const ServerScript &script)
{
    m_steps.insert(m_steps.end(), script.steps().begin(), script.steps().end());
}

void ServerConnection::read()
{
    std::array<char, 65536> buffer;
    qsizetype size = 0;
    while ((size = m_socket.read(buffer.data(), buffer.size())) > 0)
        m_in.append(buffer.data(), size);
    if (size < 0)
        end(false);
}

std::optional<ServerRequest> ServerConnection::takeRequest()
{
    const qsizetype headEnd = m_in.indexOf("\r\n\r\n");
    if (headEnd < 0 || !open() || m_silent || !m_steps.empty() || !m_out.isEmpty())
        return std::nullopt;
    ServerRequest request;
    request.head = m_in.first(headEnd + 2);
    const qsizetype bodySize = fieldOf(request.head, "Content-Length").toLongLong();
    if (m_in.size() < headEnd + 4 + bodySize)
        return std::nullopt;
    request.body = m_in.mid(headEnd + 4, bodySize);
    m_in.remove(0, headEnd + 4 + bodySize);
    const QByteArrayList line = request.head.first(request.head.indexOf("\r\n")).split(' ');
    request.method = line.value(0);
    request.target = line.value(1);
    request.connection = m_number;
    request.onConnection = m_requests++;
    return request;
}

void ServerConnection::advance(TimePoint now)
{
    while (open() && flush() && !m_steps.empty() && !m_silent) {
        if (m_pauseEnd && *m_pauseEnd > now)
            return;
        m_pauseEnd.reset();
        ServerScript::Step step = std::move(m_steps.front());
        m_steps.pop_front();
        take(std::move(step), now);
    }
}

void ServerConnection::take(ServerScript::Step step, TimePoint now)
{
    switch (step.action) {
    case ServerScript::Action::Send:
        m_out += step.bytes;
        break;
    case ServerScript::Action::Flood:
        flood(std::move(step), now);
        break;
    case ServerScript::Action::Raw:
        m_socket.writeRaw(step.bytes);
        break;
    case ServerScript::Action::Pause:
        m_pauseEnd = now + step.time;
        m_steps.emplace_front(); // an empty send: the pause holds up whatever follows, the next request too
        break;
    case ServerScript::Action::HalfClose:
        m_socket.halfClose();
        break;
    case ServerScript::Action::Close:
    case ServerScript::Action::Reset:
        end(step.action == ServerScript::Action::Reset);
        break;
    case ServerScript::Action::Silence:
        m_silent = true;
        break;
    }
}

/// One round at a time, so that other connections have their turn in between.
void ServerConnection::flood(ServerScript::Step step, TimePoint now)
{
    m_out += step.bytes;
    if (--step.times > 0)
        m_steps.push_front(std::move(step));
    m_pauseEnd = now + std::chrono::nanoseconds(1);
}

/// Whether all is out.
bool ServerConnection::flush()
{
    while (!m_out.isEmpty()) {
        const qsizetype size = m_socket.write(m_out);
        if (size < 0)
            end(false);
        if (size <= 0)
            return false;
        m_out.remove(0, size);
    }
    return true;
}

void ServerConnection::end(bool reset)
{
    m_socket.close(reset);
    m_steps.clear();
    m_out.clear();
    m_pauseEnd.reset();
}

} // namespace streamgauge::test
