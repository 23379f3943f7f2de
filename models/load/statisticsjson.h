// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"

#include <QByteArray>

namespace streamgauge {

/// Writes `statistics` of local.levels[]: of TTFT, ITL and latency of the level's successes, milliseconds to a whole
/// nanosecond (half away from zero): n, mean, p50, p90, p95, p99, p999, and ci95 with [low, high] of p50, p95 and p99.
/// What the sample does not support is null. SampleStatistics says how they are computed.
void writeStatistics(JsonWriter &json, const LoadLevel &level);

/// The same as a document of its own.
[[nodiscard]] QByteArray statisticsJson(const LoadLevel &level);

} // namespace streamgauge
