// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plot/plot.h"

namespace streamgauge {

/// The plot as it is drawn: on a logarithmic x axis every x, tick and end becomes its power of two, so that all that
/// draws may go on as on a plain axis. What is not above 0 has no place there and is left out.
[[nodiscard]] Plot withLinearX(Plot plot);

/// The value at a place of that axis, for its tick labels.
[[nodiscard]] double valueAt(const PlotAxis &axis, double place);

} // namespace streamgauge
