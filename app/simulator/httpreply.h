// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace streamgauge {

/// What a reply's head says.
struct HttpReplyHead {
    int status = 200;
    std::string_view contentType = "application/json; charset=utf-8";
    std::string_view extraHeaders{}; ///< whole lines, each with CR LF
    bool keepAlive = true;
};

/// A whole reply with a body of known length; `withBody` false (HEAD) leaves the body out and its length in.
[[nodiscard]] std::string httpReply(const HttpReplyHead &head, std::string_view body, bool withBody = true);

/// The head of a body whose length is not known: chunked, or ended by the connection's end (HTTP/1.0).
[[nodiscard]] std::string httpStreamHead(const HttpReplyHead &head, bool chunked);

} // namespace streamgauge
