// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/load/loadresult.h"

namespace streamgauge {

/// Reads the object `local` into the result; members that are not known are passed over.
void readLocal(LoadResult &result, const JsonCursor &json);

} // namespace streamgauge
