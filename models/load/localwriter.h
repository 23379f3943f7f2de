// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"
#include "models/load/nullreasons.h"

namespace streamgauge {

/// Writes the member "plan".
void writePlan(JsonWriter &json, const LoadPlan &plan);

/// Writes the object `local`, which never leaves the machine. `reasons` holds those of what stands before it in the
/// file; all of them are written at its end.
void writeLocal(JsonWriter &json, const LoadResult &result, NullReasons &reasons);

} // namespace streamgauge
