// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"

namespace streamgauge {

/// One warning as local.warnings holds it.
void writeWarning(JsonWriter &json, const RunWarning &warning);
/// The member "warnings" with all of them.
void writeWarnings(JsonWriter &json, const std::vector<RunWarning> &warnings);
[[nodiscard]] RunWarning readWarning(const JsonCursor &json);

} // namespace streamgauge
