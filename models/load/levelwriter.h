// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"
#include "models/load/nullreasons.h"

namespace streamgauge {

/// Writes one level as local.levels[] holds it: what the client saw of itself, and every request with its samples,
/// times in milliseconds unrounded. `pointer` is its place in the file, for the reasons.
void writeLevel(JsonWriter &json, const LoadLevel &level, const QString &pointer, NullReasons &reasons);

} // namespace streamgauge
