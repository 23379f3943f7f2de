// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <utility>
#include <vector>

namespace streamgauge::test {

/// A plain reader of one HTTP/1 response, piece by piece: what a transport would hand on. Knows 1xx responses, chunks
/// with extensions and trailers, lengths and bodies that the connection's end ends.
class RawResponse final {
public:
    /// Takes bytes as they come and returns those of the body among them, without their framing.
    QByteArray feed(QByteArrayView bytes);

    [[nodiscard]] int status() const { return m_status; }
    /// The value of a header by its lower-case name, "" when it was not sent.
    [[nodiscard]] QByteArray header(QByteArrayView name) const;
    /// Were the connection closed now: the body would have ended as HTTP frames it.
    [[nodiscard]] bool complete() const;

private:
    enum class State { Head, Body, ChunkSize, ChunkData, ChunkEnd, Trailer, End };

    bool step(QByteArray &body);
    bool takeHead();
    bool takeLine(QByteArray &line);
    bool takeData(QByteArray &body);

    QByteArray m_buffer;
    std::vector<std::pair<QByteArray, QByteArray>> m_headers;
    State m_state = State::Head;
    int m_status = 0;
    qint64 m_left = -1; // of the body or chunk; -1 = until the connection ends
};

} // namespace streamgauge::test
