// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/serverscript.h"

namespace streamgauge::test {

ServerScript &ServerScript::send(QByteArray bytes)
{
    m_steps.push_back({Action::Send, std::move(bytes), {}});
    return *this;
}

ServerScript &ServerScript::pause(std::chrono::milliseconds time)
{
    m_steps.push_back({Action::Pause, {}, time});
    return *this;
}

ServerScript &ServerScript::close()
{
    m_steps.push_back({Action::Close, {}, {}});
    return *this;
}

ServerScript &ServerScript::reset()
{
    m_steps.push_back({Action::Reset, {}, {}});
    return *this;
}

ServerScript &ServerScript::silence()
{
    m_steps.push_back({Action::Silence, {}, {}});
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

QByteArray httpChunk(const QByteArray &bytes)
{
    return QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
}

} // namespace streamgauge::test
