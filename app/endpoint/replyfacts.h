// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/streamfacts.h"

class QNetworkReply;

namespace streamgauge {

/// How a finished reply ended, as a stream's end; a CurlReply says it exactly, the stock manager's by its error code.
[[nodiscard]] StreamEnd streamEndOf(const QNetworkReply &reply);

/// The final HTTP status, 0 until its line has come.
[[nodiscard]] int statusOf(const QNetworkReply &reply);

/// Writes what the transport knows into the facts: status, headers of note, the transport's own words, TLS failure,
/// and bytes that are no HTTP.
void addReplyFacts(const QNetworkReply &reply, StreamFacts &facts);

} // namespace streamgauge
