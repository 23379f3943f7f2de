// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelcounts.h"

#include <algorithm>

namespace streamgauge {

Successes successesOf(const LoadLevel &level)
{
    Successes successes;
    for (const RequestRecord &request : level.requests) {
        if (request.outcome == Outcome::Succeeded)
            successes.push_back(&request);
    }
    return successes;
}

bool reportsUsage(const RequestRecord &request)
{
    return request.outputTokens && (*request.outputTokens > 0 || request.contentChunks == 0);
}

TokenCountMethod countMethodOf(const Successes &successes, TokenCountMethod otherwise)
{
    if (successes.empty())
        return otherwise;
    const bool usage =
        std::ranges::all_of(successes, [](const RequestRecord *request) { return reportsUsage(*request); });
    return usage ? TokenCountMethod::ServerUsage : TokenCountMethod::StreamChunks;
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
    constexpr qint64 nsPerSecond = 1'000'000'000;
    return duration && *duration > 0 ? exactRatio(count * nsPerSecond, *duration) : 0;
}

} // namespace streamgauge
