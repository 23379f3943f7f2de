// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/nullreasons.h"
#include "models/load/requestrecord.h"

namespace streamgauge {

/// The server's objects keep their bytes when they can stand in the file at that depth and be read back.
inline constexpr int rawObjectDepth = 48;

/// Writes one request as local.levels[].requests holds it. `firstDispatchNs`: the level's, from which offsets count.
void writeRequest(JsonWriter &json, const RequestRecord &request, qint64 firstDispatchNs, const QString &pointer,
    NullReasons &reasons);

} // namespace streamgauge
