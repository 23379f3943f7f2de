// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/load/requestrecord.h"

namespace streamgauge {

/// Reads what writeRequest() wrote; the dispatch stamp is the offset.
[[nodiscard]] RequestRecord readRequest(const JsonCursor &json);

} // namespace streamgauge
