// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <chrono>
#include <limits>
#include <vector>

namespace streamgauge::test {

/// What a server does on one connection, step by step. When all steps are done it waits for the next request.
class ServerScript {
public:
    enum class Action { Send, Flood, Pause, HalfClose, Close, Reset, Silence, Raw };

    static constexpr qint64 endless = std::numeric_limits<qint64>::max();

    struct Step {
        Action action = Action::Send;
        QByteArray bytes;
        std::chrono::milliseconds time{0};
        qint64 times = 1; ///< of a flood
    };

    ServerScript &send(QByteArray bytes);
    ServerScript &flood(QByteArray bytes, qint64 times = endless); ///< the same bytes so many times, as fast as they go
    ServerScript &drip(const QByteArray &bytes, std::chrono::milliseconds gap); ///< byte by byte
    ServerScript &raw(QByteArray bytes); ///< onto the bare connection, past its TLS
    ServerScript &halfClose(); ///< FIN, but goes on reading
    ServerScript &pause(std::chrono::milliseconds time);
    ServerScript &close(); ///< FIN
    ServerScript &reset(); ///< RST
    ServerScript &silence(); ///< stays open, answers nothing any more

    [[nodiscard]] const std::vector<Step> &steps() const { return m_steps; }

private:
    std::vector<Step> m_steps;
};

/// A whole response with Content-Length. `fields`: further lines, each with its CRLF.
[[nodiscard]] QByteArray wholeResponse(int status, const QByteArray &body, const QByteArray &fields = {});
/// Status line and fields of a chunked event stream.
[[nodiscard]] QByteArray streamHead(const QByteArray &fields = {});
/// One event of such a stream.
[[nodiscard]] QByteArray streamEvent(const QByteArray &payload);
[[nodiscard]] QByteArray httpChunk(const QByteArray &bytes);
inline const QByteArray lastHttpChunk = QByteArrayLiteral("0\r\n\r\n");

} // namespace streamgauge::test
