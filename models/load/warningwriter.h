// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"

namespace streamgauge {

/// Writes the member "warnings", an object each.
void writeWarnings(JsonWriter &json, const std::vector<RunWarning> &warnings);

} // namespace streamgauge
