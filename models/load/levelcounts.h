// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"
#include "models/stats/exactratio.h"

#include <optional>
#include <vector>

namespace streamgauge {

/// The successful requests of a level, which alone enter distributions and rates (load method, "What is measured").
using Successes = std::vector<const RequestRecord *>;
[[nodiscard]] Successes successesOf(const LoadLevel &level);

/// The server told how many tokens it generated; 0 beside content is no count.
[[nodiscard]] bool reportsUsage(const RequestRecord &request);
/// stream_chunks where one success has no usage (load method, "Token counting"). Without a success: `otherwise`.
[[nodiscard]] TokenCountMethod countMethodOf(const Successes &successes, TokenCountMethod otherwise);
/// Output tokens, or content chunks.
[[nodiscard]] qint64 outputOf(const RequestRecord &request, TokenCountMethod method);
[[nodiscard]] Int128 outputOf(const Successes &successes, TokenCountMethod method);

/// First dispatch of the level to the last end of a request that was not cancelled; nothing where none was dispatched.
[[nodiscard]] std::optional<qint64> durationNs(const LoadLevel &level);
/// A count over a duration; 0 where there is none.
[[nodiscard]] double perSecond(Int128 count, std::optional<qint64> duration);

} // namespace streamgauge
