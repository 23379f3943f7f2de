// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace streamgauge {

/// One request as received.
struct HttpRequest {
    std::string method;
    std::string path; ///< without query
    std::string body;
    bool http11 = true; ///< else HTTP/1.0: no chunked framing in the reply
    bool keepAlive = true;
};

} // namespace streamgauge
