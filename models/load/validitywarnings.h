// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <vector>

namespace streamgauge {

/// What makes a level's numbers mean something else than they seem to, each with what to do: prompts_cached,
/// bundled_chunks, burst_delivery, short_outputs, usage_below_chunks, answer_missing. Computed from its successes.
[[nodiscard]] std::vector<RunWarning> validityWarnings(const LoadLevel &level, const LoadPlan &plan);

} // namespace streamgauge
