// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"
#include "models/load/nullreasons.h"

namespace streamgauge {

/// Writes the member "steps", an object each.
void writeProbeSteps(JsonWriter &json, const std::vector<ProbeStep> &steps);

/// Writes the member "server_limits".
void writeLimits(JsonWriter &json, const ServerLimits &limits);
/// Writes the members that say how the endpoint was reached, from "proxy" to "custom_headers".
void writeRoute(JsonWriter &json, const RouteFacts &route);

/// Writes what the connection test found, as local.probe holds it. The served models and whether the endpoint is
/// simulated stand in local itself; the model's names stand here, whole. `pointer` is its place in the file.
void writeProbe(JsonWriter &json, const LoadResult &result, const QString &pointer, NullReasons &reasons);

} // namespace streamgauge
