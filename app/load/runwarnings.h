// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <vector>

namespace streamgauge {

/// Warnings of the whole run that the connection test gives rise to, in words.
[[nodiscard]] std::vector<RunWarning> probeWarnings(const ProbeReport &report);

/// calibration_failed or calibration_not_reached, if one holds. `problem`: why a request failed, "" when none did.
[[nodiscard]] std::vector<RunWarning> calibrationWarnings(
    const CalibrationReport &report, const LoadPlan &plan, const QString &problem);

} // namespace streamgauge
