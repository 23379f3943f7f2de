// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/probereport.h"
#include "models/load/loadplan.h"
#include "models/load/loadresult.h"

#include <optional>
#include <vector>

namespace streamgauge {

/// How long a plan may take, in seconds.
struct TimeRange {
    double shortestS = 0;
    double longestS = 0;
};

/// From a server that serves all its slots at the speed of one, to one that serves requests one after another; by the
/// times of the connection test, else by the speed that the server reports of itself. Nothing where both tell too
/// little: no pace of tokens, or prompts so much longer than the test's that reading them decides.
[[nodiscard]] std::optional<TimeRange> estimatedTime(const LoadPlan &plan, const ProbeReport &probe);

/// When every request runs into its time limit: what a run can take at most, in seconds.
[[nodiscard]] double longestTimeS(const LoadPlan &plan);

/// Whether the length of the plan's prompts is why estimatedTime() can tell nothing.
[[nodiscard]] bool promptsTooLongToEstimate(const LoadPlan &plan, const ProbeReport &probe);

/// What will not go as planned, each with what to do: context_too_small, will_time_out, over_slots,
/// requests_below_10x_concurrency. From what the connection test measured and the server told.
[[nodiscard]] std::vector<RunWarning> planWarnings(const LoadPlan &plan, const ProbeReport &probe);

} // namespace streamgauge
