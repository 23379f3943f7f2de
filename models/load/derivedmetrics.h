// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"
#include "models/load/steadystate.h"

#include <QString>

#include <optional>

namespace streamgauge {

/// What a level's requests tell beyond the method's metrics, for `local` only: local.levels[].derived. Computed from
/// the successful requests' stamps and counts alone. Unrounded; nothing where it cannot be told.
struct DerivedMetrics {
    TokenCountMethod method = TokenCountMethod::StreamChunks; ///< what steady.outputPerS counts
    int succeeded = 0;
    Distribution tpot; ///< nanoseconds: RequestRecord::tpotNs() of the requests that have one
    Distribution firstAnswer; ///< nanoseconds: dispatch to the first answer text or tool-call data
    std::optional<double> tokensPerChunk; ///< output tokens over content chunks of all requests with usage
    // Tokens over the level's duration, where every success told them.
    std::optional<double> outputTokensPerS;
    std::optional<double> inputTokensPerS;
    std::optional<double> totalTokensPerS;
    std::optional<double> tokensPerSPerStream; ///< median of RequestRecord::decodeTpsClient()
    std::optional<SteadyState> steady;

    /// Why a value is missing, in a clause without a full stop. Each to be asked for only where it is.
    [[nodiscard]] QString whyNoTokensPerChunk() const;
    [[nodiscard]] QString whyNoTokenRate() const;
    [[nodiscard]] QString whyNoRatePerStream() const;
    [[nodiscard]] QString whyNotSteady() const;
};

[[nodiscard]] DerivedMetrics derivedMetrics(const LoadLevel &level);

} // namespace streamgauge
