// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/serverscript.h"

namespace streamgauge::test {

ServerScript &ServerScript::send(QByteArray bytes)
{
    m_steps.push_back({.action = Action::Send, .bytes = std::move(bytes)});
    return *this;
}

ServerScript &ServerScript::flood(QByteArray bytes, qint64 times)
{
    m_steps.push_back({.action = Action::Flood, .bytes = std::move(bytes), .time = {}, .times = times});
    return *this;
}

ServerScript &ServerScript::drip(const QByteArray &bytes, std::chrono::milliseconds gap)
{
    for (const char byte : bytes)
        send(QByteArray(1, byte)).pause(gap);
    return *this;
}

ServerScript &ServerScript::raw(QByteArray bytes)
{
    m_steps.push_back({.action = Action::Raw, .bytes = std::move(bytes)});
    return *this;
}

ServerScript &ServerScript::halfClose()
{
    m_steps.push_back({.action = Action::HalfClose, .bytes = {}});
    return *this;
}

ServerScript &ServerScript::pause(std::chrono::milliseconds time)
{
    m_steps.push_back({.action = Action::Pause, .bytes = {}, .time = time});
    return *this;
}

ServerScript &ServerScript::close()
{
    m_steps.push_back({.action = Action::Close, .bytes = {}});
    return *this;
}

ServerScript &ServerScript::reset()
{
    m_steps.push_back({.action = Action::Reset, .bytes = {}});
    return *this;
}

ServerScript &ServerScript::silence()
{
    m_steps.push_back({.action = Action::Silence, .bytes = {}});
    return *this;
}

QByteArray wholeResponse(int status, const QByteArray &body, const QByteArray &fields)
{
    return "HTTP/1.1 " + QByteArray::number(status) + " Status\r\nContent-Length: " + QByteArray::number(body.size())
        + "\r\n" + fields + "\r\n" + body;
}

QByteArray streamHead(const QByteArray &fields)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n" + fields + "\r\n";
}

QByteArray streamEvent(const QByteArray &payload)
{
    return "data: " + payload + "\n\n";
}

QByteArray httpChunk(const QByteArray &bytes)
{
    return QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
}

} // namespace streamgauge::test
