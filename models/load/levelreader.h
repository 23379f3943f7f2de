// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/load/loadresult.h"

namespace streamgauge {

/// Reads what writeLevel() wrote. Dispatch stamps count from the level's first dispatch; members that are not known are
/// passed over. `requests`: those of the level, taken while the file was read.
[[nodiscard]] LoadLevel readLevel(const JsonCursor &json, std::vector<RequestRecord> requests);

} // namespace streamgauge
