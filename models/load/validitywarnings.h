// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <vector>

namespace streamgauge {

/// What makes a level's numbers mean something else than they seem to: prompts_cached, bundled_chunks, burst_delivery,
/// short_outputs, usage_below_chunks, usage_above_chunks, first_event_early, ramp_share, p99_few_samples,
/// answer_missing. The messages give the figures; what they mean and what to do is in WarningCatalog.
/// Computed from the level's successes: nothing without one. `metrics` are the level's.
[[nodiscard]] std::vector<RunWarning> validityWarnings(
    const LoadLevel &level, const LevelMetrics &metrics, const LoadPlan &plan);

} // namespace streamgauge
