// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <optional>

namespace streamgauge {

/// The part of a level between the first and the last moment at which as many requests as asked for were in flight.
/// Between the end of a request and the next dispatch of its slot one fewer is, for as long as the slot needs; that
/// belongs to the window. Times count from the level's first dispatch.
struct SteadyState {
    qint64 beginNs = 0;
    qint64 endNs = 0;
    double share = 0; ///< of the level's duration
    double meanInFlight = 0; ///< the requests' time in flight within the window over its length
    /// Output of successful requests that falls into the window over its length: tokens, or chunks, as the level counts
    /// them. A request's output is taken as evenly spread from its first to its last content chunk, and what came at
    /// one moment as coming then. Each request's part is taken to a millionth of a token.
    double outputPerS = 0;

    friend bool operator==(const SteadyState &, const SteadyState &) = default;
};

/// Nothing where the asked number was never in flight. From the requests' stamps and counts alone: O(n log n).
[[nodiscard]] std::optional<SteadyState> steadyState(const LoadLevel &level, TokenCountMethod method);

} // namespace streamgauge
