// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/load/loadresult.h"
#include "models/load/requesttaker.h"

namespace streamgauge {

/// Reads the object `local` into the result; members that are not known are passed over. `requests` were taken while
/// the file was read.
void readLocal(LoadResult &result, const JsonCursor &json, RequestTaker &requests);

} // namespace streamgauge
