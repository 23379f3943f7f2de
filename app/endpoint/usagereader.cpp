// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/usagereader.h"

#include <cmath>
#include <string_view>

namespace streamgauge {

namespace {

constexpr double largestCount = 9007199254740992.0; // 2^53: every reader of JSON reads it exactly

/// Keeps the first value given, but a later one when the first was 0: a server that fills one of several places leaves
/// zeros in the others.
void offer(std::optional<qint64> &count, const simdjson::dom::element &value)
{
    if (const auto given = tokenCount(value); given && count.value_or(0) == 0)
        count = given;
}

void offerMember(std::optional<qint64> &count, const simdjson::dom::element &details, std::string_view key)
{
    simdjson::dom::element value;
    if (details.is_object() && details.at_key(key).get(value) == simdjson::SUCCESS)
        offer(count, value);
}

std::optional<double> number(const simdjson::dom::element &value)
{
    double found = 0;
    if (!value.is_number() || value.get(found) != simdjson::SUCCESS)
        return std::nullopt;
    return found;
}

} // namespace

std::optional<qint64> tokenCount(const simdjson::dom::element &value)
{
    const auto count = number(value);
    if (!count || *count < 0 || *count > largestCount || *count != std::floor(*count))
        return std::nullopt;
    return static_cast<qint64>(*count);
}

Usage readUsage(const simdjson::dom::object &usage)
{
    Usage counts;
    for (const auto [key, value] : usage) {
        if (key == "prompt_tokens")
            counts.promptTokens = tokenCount(value);
        else if (key == "completion_tokens")
            counts.completionTokens = tokenCount(value);
        else if (key == "total_tokens")
            counts.totalTokens = tokenCount(value);
        else if (key == "prompt_tokens_details")
            offerMember(counts.cachedTokens, value, "cached_tokens");
        else if (key == "prompt_cache_hit_tokens" || key == "cached_tokens")
            offer(counts.cachedTokens, value);
        else if (key == "completion_tokens_details")
            offerMember(counts.reasoningTokens, value, "reasoning_tokens");
        else if (key == "reasoning_tokens")
            offer(counts.reasoningTokens, value);
    }
    return counts;
}

bool countsSomething(const Usage &usage)
{
    for (const auto &count :
        {usage.promptTokens, usage.completionTokens, usage.totalTokens, usage.cachedTokens, usage.reasoningTokens}) {
        if (count.value_or(0) > 0)
            return true;
    }
    return false;
}

ServerTimings readTimings(const simdjson::dom::object &timings)
{
    ServerTimings read;
    for (const auto [key, value] : timings) {
        if (key == "cache_n")
            read.cacheN = tokenCount(value);
        else if (key == "prompt_n")
            read.promptN = tokenCount(value);
        else if (key == "prompt_ms")
            read.promptMs = number(value);
        else if (key == "predicted_n")
            read.predictedN = tokenCount(value);
        else if (key == "predicted_ms")
            read.predictedMs = number(value);
        else if (key == "predicted_per_second")
            read.predictedPerSecond = number(value);
    }
    return read;
}

} // namespace streamgauge
