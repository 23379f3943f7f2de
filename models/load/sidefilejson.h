// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"

namespace streamgauge {

void writeSideFile(JsonWriter &json, const SideFile &file);

/// Refuses a name that points out of the folder, what is no SHA-256 and a size that is no whole number of samples.
[[nodiscard]] SideFile readSideFile(const JsonCursor &json);

/// Refuses ranges of requests that are not all within the side file, or overlap. `local` is what holds the levels.
void checkRanges(const LoadResult &result, const JsonCursor &local);

} // namespace streamgauge
