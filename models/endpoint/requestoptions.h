// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace streamgauge {

/// Which optional fields the server accepts (load method, step 2). Sent the same way in the whole run.
struct RequestOptions {
    bool ignoreEos = true;
    bool streamUsage = true; ///< stream_options.include_usage
    QString lengthField = QStringLiteral("max_tokens"); ///< or max_completion_tokens

    friend bool operator==(const RequestOptions &, const RequestOptions &) = default;
};

} // namespace streamgauge
