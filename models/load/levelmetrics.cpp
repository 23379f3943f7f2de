// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelstatistics.h"
#include "models/stats/exactratio.h"

#include <algorithm>

namespace streamgauge {

namespace {

constexpr qint64 nsPerSecond = 1'000'000'000;

using Successes = std::vector<const RequestRecord *>;

/// 0 tokens beside content is no count.
bool reportsUsage(const RequestRecord &request)
{
    return request.outputTokens && (*request.outputTokens > 0 || request.contentChunks == 0);
}

TokenCountMethod methodOf(const Successes &successes, const ProbeReport &probe)
{
    const bool usage = successes.empty()
        ? probe.usageReported.value_or(false)
        : std::all_of(successes.begin(), successes.end(), [](const auto *request) { return reportsUsage(*request); });
    return usage ? TokenCountMethod::ServerUsage : TokenCountMethod::StreamChunks;
}

/// First dispatch of the level to the last end of a request that counts; nothing where none was dispatched.
std::optional<qint64> durationNs(const LoadLevel &level)
{
    std::optional<qint64> duration;
    const qint64 first = level.firstDispatchNs();
    for (const RequestRecord &request : level.requests) {
        if (request.outcome == Outcome::Cancelled || request.dispatchNs < 0 || !request.latencyNs)
            continue;
        duration = std::max(duration.value_or(0), request.dispatchNs - first + *request.latencyNs);
    }
    return duration;
}

double perSecond(Int128 count, std::optional<qint64> duration)
{
    return duration && *duration > 0 ? exactRatio(count * nsPerSecond, *duration) : 0;
}

qint64 outputOf(const RequestRecord &request, TokenCountMethod method)
{
    return method == TokenCountMethod::ServerUsage ? request.outputTokens.value_or(0) : request.contentChunks;
}

Int128 outputOf(const Successes &successes, TokenCountMethod method)
{
    Int128 sum = 0;
    for (const RequestRecord *request : successes)
        sum += outputOf(*request, method);
    return sum;
}

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
    Successes successes;
    for (const RequestRecord &request : level.requests) {
        if (request.outcome == Outcome::Succeeded)
            successes.push_back(&request);
    }
    const std::optional<qint64> duration = durationNs(level);

    LevelMetrics metrics;
    metrics.method = methodOf(successes, probe);
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
