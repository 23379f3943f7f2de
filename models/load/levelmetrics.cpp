// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelcounts.h"
#include "models/load/levelstatistics.h"

#include <algorithm>

namespace streamgauge {

namespace {

constexpr qint64 nsPerSecond = 1'000'000'000;

/// The server's counts, of all or of none: a mean over some would look like one over all.
std::optional<double> inputMean(const Successes &successes, TokenCountMethod method)
{
    if (successes.empty() || method == TokenCountMethod::StreamChunks)
        return std::nullopt;
    Int128 sum = 0;
    for (const RequestRecord *request : successes) {
        if (!request->inputTokens)
            return std::nullopt;
        sum += *request->inputTokens;
    }
    return exactRatio(sum, static_cast<qint64>(successes.size()));
}

/// Every request exactly as long as asked: true. Some shorter: false. Nothing to check, or only longer ones: nothing.
std::optional<bool> honoured(
    const Successes &successes, TokenCountMethod method, const LoadPlan &plan, const ProbeReport &probe)
{
    if (successes.empty() || method == TokenCountMethod::StreamChunks || !probe.accepted.ignoreEos)
        return std::nullopt;
    bool longer = false;
    for (const RequestRecord *request : successes) {
        if (*request->outputTokens < plan.outputTokens)
            return false;
        longer = longer || *request->outputTokens > plan.outputTokens;
    }
    return longer ? std::nullopt : std::optional(true);
}

int count(const LoadLevel &level, Outcome outcome)
{
    return static_cast<int>(std::count_if(level.requests.begin(), level.requests.end(),
        [outcome](const RequestRecord &request) { return request.outcome == outcome; }));
}

} // namespace

LevelMetrics levelMetrics(const LoadLevel &level, const LoadPlan &plan, const ProbeReport &probe)
{
    const Successes successes = successesOf(level);
    const std::optional<qint64> duration = durationNs(level);

    LevelMetrics metrics;
    metrics.method = countMethodOf(successes,
        probe.usageReported.value_or(false) ? TokenCountMethod::ServerUsage : TokenCountMethod::StreamChunks);
    metrics.succeeded = static_cast<int>(successes.size());
    metrics.failed = count(level, Outcome::Failed);
    metrics.timedOut = count(level, Outcome::TimedOut);
    if (duration)
        metrics.durationS = exactRatio(*duration, nsPerSecond);
    const Int128 output = outputOf(successes, metrics.method);
    metrics.requestThroughput = perSecond(metrics.succeeded, duration);
    metrics.outputThroughput = perSecond(output, duration);
    metrics.inputTokensMean = inputMean(successes, metrics.method);
    if (!successes.empty())
        metrics.outputTokensMean = exactRatio(output, metrics.succeeded);
    metrics.ignoreEosHonoured = honoured(successes, metrics.method, plan, probe);
    const LevelStatistics statistics = levelStatistics(level);
    metrics.ttft = statistics.ttft.distribution;
    metrics.itl = statistics.itl.distribution;
    metrics.latency = statistics.latency.distribution;
    return metrics;
}

} // namespace streamgauge
