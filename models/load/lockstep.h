// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <optional>
#include <vector>

namespace streamgauge {

/// Requests that arrive at the server in waves. In a closed loop answers of one length end together, so that the next
/// prompts come together too: TTFT is then that of a burst of prompts.
struct LockStep {
    double share = 0; ///< of the requests after the first one of each slot: how many began in a wave
    double ttftP50 = 0; ///< nanoseconds, of the successful ones among them
    double latencyP50 = 0; ///< nanoseconds, of all successful requests

    /// Most requests came in waves, and they waited longer for their first token than a request that is alone.
    [[nodiscard]] bool matters(double ttftAlone) const;
};

/// A request began in a wave when more than half of the level's slots dispatched within a tenth of the median latency
/// around its own dispatch; evenly spread, a tenth of them would. Nothing below four slots, before each slot had three
/// requests, or without a success. From the requests' stamps alone: O(n log n).
[[nodiscard]] std::optional<LockStep> lockStep(const LoadLevel &level);

/// The median TTFT, in nanoseconds, of the level among these that has one request in flight; nothing without one.
[[nodiscard]] std::optional<double> ttftAlone(const std::vector<LoadLevel> &levels);

/// lockstep_arrivals, where it holds. Without `ttftAlone` nobody can tell.
[[nodiscard]] std::optional<RunWarning> lockStepWarning(const LoadLevel &level, std::optional<double> ttftAlone);

} // namespace streamgauge
