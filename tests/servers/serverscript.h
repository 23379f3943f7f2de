// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <chrono>
#include <vector>

namespace streamgauge::test {

/// What a server does on one connection, step by step. When all steps are done it waits for the next request.
class ServerScript {
public:
    enum class Action { Send, Pause, Close, Reset, Silence };

    struct Step {
        Action action = Action::Send;
        QByteArray bytes;
        std::chrono::milliseconds time{0};
    };

    ServerScript &send(QByteArray bytes);
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
[[nodiscard]] QByteArray httpChunk(const QByteArray &bytes);
inline const QByteArray lastHttpChunk = QByteArrayLiteral("0\r\n\r\n");

} // namespace streamgauge::test
