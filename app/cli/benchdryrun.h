// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/loadrun.h"

namespace streamgauge {

/// What a run would do, how long it may take and what will not go as planned, from what the server tells without a
/// completion being asked for. Nothing is written. Returns the exit code.
[[nodiscard]] int dryRun(const LoadRunSetup &setup, bool asJson);

} // namespace streamgauge
