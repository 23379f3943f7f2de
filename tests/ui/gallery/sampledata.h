// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plot/liveplots.h"

namespace streamgauge::test {

/// A made-up level of that concurrency after so many seconds: the same points each time.
[[nodiscard]] LivePlots sampleLevel(int concurrency, double seconds, std::vector<QString> marks);

} // namespace streamgauge::test
