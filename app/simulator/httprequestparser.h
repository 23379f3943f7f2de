// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/httprequest.h"

#include <QtGlobal>

#include <optional>
#include <string_view>

namespace streamgauge {

/// Reads HTTP/1.1 requests from bytes as they come, in pieces of any size. What it holds is bounded: 64 KiB of request
/// line and headers, 64 MiB of body. After a bad request it reads no further: the connection has to be closed.
class HttpRequestParser final {
public:
    enum class State { Incomplete, Complete, Bad };

    static constexpr std::size_t headLimit = 65'536;
    static constexpr std::size_t bodyLimit = 67'108'864;

    /// Adds bytes and reads on.
    State feed(std::string_view bytes);
    [[nodiscard]] State state() const { return m_state; }

    /// The complete request; the parser goes on with the bytes behind it, which may hold another one.
    [[nodiscard]] HttpRequest take();

    /// True once for a request whose sender waits for "100 Continue" before it sends the body.
    [[nodiscard]] bool takeWantsContinue();

    [[nodiscard]] int badStatus() const { return m_badStatus; } ///< what to answer a bad request with
    [[nodiscard]] std::string_view badReason() const { return m_badReason; }

private:
    State readOn();
    [[nodiscard]] bool readLine();
    [[nodiscard]] bool takeLine(std::string_view line);
    [[nodiscard]] bool readRequestLine(std::string_view line);
    [[nodiscard]] bool readHeader(std::string_view line);
    [[nodiscard]] bool readContentLength(std::string_view value);
    [[nodiscard]] bool endHead();
    [[nodiscard]] bool bad(int status, std::string_view reason);

    std::string m_buffer;
    std::size_t m_lineStart = 0; ///< in m_buffer: first byte of the line being read
    std::size_t m_scanned = 0; ///< in m_buffer: no line end before this
    HttpRequest m_request;
    std::optional<std::size_t> m_contentLength;
    bool m_requestLineRead = false;
    bool m_headRead = false;
    bool m_wantsContinue = false;
    State m_state = State::Incomplete;
    int m_badStatus = 0;
    std::string_view m_badReason;
};

} // namespace streamgauge
