// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/summary.h"
#include "models/plot/plot.h"

namespace streamgauge {

/// The two charts of a load result, over its levels: x is the requests in flight, on a logarithmic axis with a tick a
/// level. They show the numbers of the summary table, so a percentile that its sample does not support is in neither.
/// `marks` are the words on the chart: "incomplete", "simulated". Without a level that has a number a chart has an
/// emptyText.
namespace LevelPlots {

/// TTFT p50, p95 and p99 in milliseconds.
[[nodiscard]] Plot ttft(const std::vector<SummaryRow> &rows, const std::vector<QString> &marks);

/// Output tokens (or chunks) a second; a level in which no request succeeded has none.
[[nodiscard]] Plot outputRate(const std::vector<SummaryRow> &rows, const std::vector<QString> &marks);

} // namespace LevelPlots

} // namespace streamgauge
