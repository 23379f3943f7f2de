// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/load/clientevidence.h"

namespace streamgauge {

/// Reads from a level what writeClientEvidence() wrote. What files of earlier versions do not hold is unknown.
[[nodiscard]] ClientEvidence readClientEvidence(const JsonCursor &level);

} // namespace streamgauge
