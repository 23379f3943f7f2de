// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/streamfacts.h"
#include "models/load/requestrecord.h"

namespace streamgauge {

/// The load method's judgement of one stream (load method, "What is measured"): outcome, error, warnings and every time
/// that follows from the facts. `index` is the prompt's number. The dispatch delay stays for the caller to fill.
[[nodiscard]] RequestRecord judgeLoadRequest(quint64 index, StreamFacts facts);

} // namespace streamgauge
