// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rawresponse.h"

#include <QList>

namespace streamgauge::test {

QByteArray RawResponse::feed(QByteArrayView bytes)
{
    m_buffer.append(bytes);
    QByteArray body;
    while (step(body)) { }
    return body;
}

QByteArray RawResponse::header(QByteArrayView name) const
{
    for (const auto &[key, value] : m_headers) {
        if (key == name)
            return value;
    }
    return {};
}

bool RawResponse::complete() const
{
    return m_state == State::End || (m_state == State::Body && m_left < 0);
}

bool RawResponse::step(QByteArray &body)
{
    QByteArray line;
    switch (m_state) {
    case State::Head:
        return takeHead();
    case State::Body:
    case State::ChunkData:
        return takeData(body);
    case State::ChunkSize:
        if (!takeLine(line))
            return false;
        m_left = line.split(';').first().trimmed().toLongLong(nullptr, 16);
        m_state = m_left > 0 ? State::ChunkData : State::Trailer;
        return true;
    case State::ChunkEnd:
        m_state = takeLine(line) ? State::ChunkSize : State::ChunkEnd;
        return m_state == State::ChunkSize;
    case State::Trailer:
        if (!takeLine(line))
            return false;
        if (line.isEmpty())
            m_state = State::End;
        return true;
    case State::End:
        break;
    }
    return false;
}

bool RawResponse::takeHead()
{
    const qsizetype end = m_buffer.indexOf("\r\n\r\n");
    if (end < 0)
        return false;
    const QList<QByteArray> lines = m_buffer.left(end).split('\n');
    m_buffer.remove(0, end + 4);
    const int status = lines.first().split(' ').value(1).toInt();
    if (status < 200)
        return true;
    m_status = status;
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        m_headers.emplace_back(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
    }
    if (header("transfer-encoding") == "chunked") {
        m_state = State::ChunkSize;
        return true;
    }
    const QByteArray length = header("content-length");
    m_left = length.isEmpty() ? -1 : length.toLongLong();
    m_state = m_left == 0 ? State::End : State::Body;
    return true;
}

bool RawResponse::takeLine(QByteArray &line)
{
    const qsizetype end = m_buffer.indexOf("\r\n");
    if (end < 0)
        return false;
    line = m_buffer.left(end);
    m_buffer.remove(0, end + 2);
    return true;
}

bool RawResponse::takeData(QByteArray &body)
{
    if (m_buffer.isEmpty())
        return false;
    const qint64 taken = m_left < 0 ? m_buffer.size() : qMin<qint64>(m_left, m_buffer.size());
    body += m_buffer.left(taken);
    m_buffer.remove(0, taken);
    if (m_left < 0)
        return false;
    m_left -= taken;
    if (m_left == 0)
        m_state = m_state == State::ChunkData ? State::ChunkEnd : State::End;
    return m_left == 0;
}

} // namespace streamgauge::test
