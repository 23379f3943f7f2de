// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/core/result.h"

namespace streamgauge {

/// Writes the member "error": code and message, null where there is none.
void writeError(JsonWriter &json, const std::optional<Error> &error);

} // namespace streamgauge
