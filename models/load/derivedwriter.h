// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/derivedmetrics.h"
#include "models/load/nullreasons.h"

namespace streamgauge {

/// Writes the object local.levels[].derived; times in milliseconds. `pointer` is its place in the file, for the
/// reasons.
void writeDerived(JsonWriter &json, const DerivedMetrics &derived, const QString &pointer, NullReasons &reasons);

} // namespace streamgauge
