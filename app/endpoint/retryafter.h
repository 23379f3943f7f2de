// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>

#include <optional>

class QNetworkReply;

namespace streamgauge {

/// The headers with which a server says when to come back; "" where it did not send one.
struct RetryHeaders {
    QByteArray retryAfterMs; ///< retry-after-ms: milliseconds, the finer one, which wins
    QByteArray retryAfter; ///< Retry-After: seconds or an HTTP date
    QByteArray date; ///< Date: what an HTTP date is relative to
};

[[nodiscard]] RetryHeaders retryHeadersOf(const QNetworkReply &reply);

/// Seconds to wait, never negative; nothing when the server did not say or said no number and no date. `now` stands in
/// for a missing Date.
[[nodiscard]] std::optional<double> retryAfterSeconds(const RetryHeaders &headers, const QDateTime &now);

} // namespace streamgauge
