// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"

namespace streamgauge {

/// One warning as local.warnings holds it.
void writeWarning(JsonWriter &json, const RunWarning &warning);
[[nodiscard]] RunWarning readWarning(const JsonCursor &json);

} // namespace streamgauge
