// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <vector>

namespace streamgauge {

/// How far the prompt's length may be from what was asked: max(2, 1 %) tokens (load method, step 3).
[[nodiscard]] double inputLengthTolerance(int inputTokens);

/// What a reader of a level's numbers must know and what its requests alone tell: output_longer_than_asked,
/// body_held_open (of most requests), input_length_off, usage_missing (some counted by usage, some without), and each
/// of the requests' own warnings once, with the number of requests and the first of them. In a fixed order.
[[nodiscard]] std::vector<RunWarning> levelWarnings(
    const LoadLevel &level, const LevelMetrics &metrics, const LoadPlan &plan);

} // namespace streamgauge
