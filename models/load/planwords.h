// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/probereport.h"
#include "models/load/loadplan.h"

#include <QString>

namespace streamgauge {

/// What is sent, in words: "100 requests, 8 at a time, 512 tokens in, 128 out".
[[nodiscard]] QString planInWords(const LoadPlan &plan);

/// "about 40 s", "about 2 to 5 min"; and why there is no range.
[[nodiscard]] QString timeInWords(const LoadPlan &plan, const ProbeReport &probe);

/// "24 requests with warm-up, about 12,288 prompt and up to 3,072 completion tokens".
[[nodiscard]] QString costInWords(const LoadPlan &plan);

} // namespace streamgauge
