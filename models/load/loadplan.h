// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QString>

#include <optional>
#include <vector>

namespace streamgauge {

/// What a load benchmark sends: the load method's options with its defaults.
struct LoadPlan {
    static constexpr int maxConcurrency = 4096;
    static constexpr int maxRequests = 1'000'000;
    static constexpr int maxWarmup = 1'000'000;
    static constexpr int maxTokens = 10'000'000;
    static constexpr quint64 maxSeed = (quint64(1) << 53) - 1; ///< what every JSON reader takes without loss
    static constexpr double maxTimeoutS = 86'400;
    static constexpr qint64 mostInlineSamples = 2'000'000; ///< of a results file; beyond them they go into a side file
    static constexpr double maxMinutesLimit = 35'000; ///< 24 days

    std::vector<int> concurrency{1, 8, 32};
    int requests = 100; ///< a level; see requestsAt()
    std::optional<int> requestsPerSlot = std::nullopt; ///< then each level has so many for each request in flight
    int warmup = 4;
    int inputTokens = 512;
    int outputTokens = 128;
    quint64 seed = 7;
    double timeoutS = 120;
    bool ignoreEos = true; ///< ask for answers of full length; false: the field is left out
    std::optional<double> maxErrorPercent = std::nullopt; ///< of a level's requests; beyond it the run ends
    std::optional<double> maxMinutes = std::nullopt; ///< from its start; then the run ends

    [[nodiscard]] int highestConcurrency() const;
    /// Requests of the level of this concurrency.
    [[nodiscard]] int requestsAt(int level) const;
    /// Of all levels.
    [[nodiscard]] qint64 measuredRequests() const;
    /// How many samples the measured requests may bring: decided before the start, by what is asked for.
    [[nodiscard]] qint64 expectedSamples() const { return measuredRequests() * outputTokens; }
    /// Prompt and output tokens asked for in all, warm-up included.
    [[nodiscard]] qint64 promptTokens() const;
    [[nodiscard]] qint64 completionTokens() const;

    /// Content chunks beyond which an answer is taken for one without end: many times what was asked for, and more than
    /// models write that do not keep to it.
    [[nodiscard]] int mostContentChunks() const;

    /// The plan when every number is in range, else plan.concurrency, plan.requests, plan.requests_per_slot,
    /// plan.warmup, plan.input_tokens, plan.output_tokens, plan.seed, plan.timeout, plan.max_error_rate,
    /// plan.max_minutes with the value and the range.
    [[nodiscard]] static Result<LoadPlan> checked(LoadPlan plan);

    friend bool operator==(const LoadPlan &, const LoadPlan &) = default;
};

} // namespace streamgauge
