// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

namespace streamgauge {

/// The number of words to try next: the last one plus what is missing, scaled by the slope of the last two points; at
/// least 1. Without points: one word a token.
[[nodiscard]] int nextCalibrationWords(const std::vector<CalibrationPoint> &points, int targetTokens);

inline constexpr int calibrationRequests = 4;

/// The report on what was measured: the first point within the tolerance, else the closest.
[[nodiscard]] CalibrationReport calibrated(std::vector<CalibrationPoint> points, int targetTokens);

} // namespace streamgauge
