// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <optional>

namespace streamgauge {

/// Requests that arrive at the server in waves. In a closed loop answers of one length end together, so that the next
/// prompts come together too; where the server works on them in turn, TTFT is that of a burst of prompts.
struct LockStep {
    double share = 0; ///< of the requests after the first one of each slot: how many began in a wave
    double ttftP10 = 0; ///< nanoseconds, of the successful ones among them
    double ttftP90 = 0;
    double latencyP50 = 0; ///< nanoseconds, of all successful requests

    /// Most requests came in waves, and it shows in their times to the first token.
    [[nodiscard]] bool matters() const;
};

/// A request began in a wave when more than half of the level's slots dispatched within a tenth of the median latency
/// around its own dispatch; evenly spread, a tenth of them would. Nothing below four slots, before each slot had three
/// requests, or without a success. From the requests' stamps alone: O(n log n).
[[nodiscard]] std::optional<LockStep> lockStep(const LoadLevel &level);

} // namespace streamgauge
