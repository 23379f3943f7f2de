// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/derivedmetrics.h"

#include "models/load/levelcounts.h"

#include <QCoreApplication>

#include <algorithm>

namespace streamgauge {

namespace {

struct Derived {
    Q_DECLARE_TR_FUNCTIONS(DerivedMetrics)
};

Distribution tpotOf(const Successes &successes)
{
    std::vector<qint64> times;
    for (const RequestRecord *request : successes) {
        if (const auto tpot = request->tpotNs())
            times.push_back(*tpot);
    }
    return Distribution::of(std::move(times));
}

Distribution firstAnswerOf(const Successes &successes)
{
    std::vector<qint64> times;
    for (const RequestRecord *request : successes) {
        if (request->firstAnswerNs)
            times.push_back(*request->firstAnswerNs);
    }
    return Distribution::of(std::move(times));
}

std::optional<double> tokensPerChunkOf(const Successes &successes)
{
    Int128 tokens = 0;
    qint64 chunks = 0;
    for (const RequestRecord *request : successes) {
        if (!request->tokensPerChunk())
            continue;
        tokens += *request->outputTokens;
        chunks += request->contentChunks;
    }
    return chunks > 0 ? std::optional(exactRatio(tokens, chunks)) : std::nullopt;
}

std::optional<double> medianPerStream(const Successes &successes)
{
    std::vector<double> rates;
    for (const RequestRecord *request : successes) {
        if (const auto rate = request->decodeTpsClient())
            rates.push_back(*rate);
    }
    if (rates.empty())
        return std::nullopt;
    std::ranges::sort(rates);
    return (rates[(rates.size() - 1) / 2] + rates[rates.size() / 2]) / 2;
}

std::optional<Int128> inputTokensOf(const Successes &successes)
{
    Int128 sum = 0;
    for (const RequestRecord *request : successes) {
        if (!request->inputTokens)
            return std::nullopt;
        sum += *request->inputTokens;
    }
    return sum;
}

void takeTokenRates(DerivedMetrics &derived, const Successes &successes, std::optional<qint64> duration)
{
    if (successes.empty() || derived.method == TokenCountMethod::StreamChunks || duration.value_or(0) <= 0)
        return;
    const Int128 output = outputOf(successes, derived.method);
    derived.outputTokensPerS = perSecond(output, duration);
    if (const auto input = inputTokensOf(successes)) {
        derived.inputTokensPerS = perSecond(*input, duration);
        derived.totalTokensPerS = perSecond(*input + output, duration);
    }
}

} // namespace

DerivedMetrics derivedMetrics(const LoadLevel &level)
{
    const Successes successes = successesOf(level);
    DerivedMetrics derived;
    derived.method = countMethodOf(successes, TokenCountMethod::StreamChunks);
    derived.succeeded = static_cast<int>(successes.size());
    derived.tpot = tpotOf(successes);
    derived.firstAnswer = firstAnswerOf(successes);
    derived.tokensPerChunk = tokensPerChunkOf(successes);
    takeTokenRates(derived, successes, durationNs(level));
    derived.tokensPerSPerStream = medianPerStream(successes);
    derived.steady = steadyState(level, derived.method);
    return derived;
}

QString DerivedMetrics::whyNoTokensPerChunk() const
{
    return succeeded == 0 ? Derived::tr("no request succeeded") : Derived::tr("no request reported usage");
}

QString DerivedMetrics::whyNoTokenRate() const
{
    return succeeded == 0 ? Derived::tr("no request succeeded")
                          : Derived::tr("not every successful request reported its tokens");
}

QString DerivedMetrics::whyNoRatePerStream() const
{
    return succeeded == 0
        ? Derived::tr("no request succeeded")
        : Derived::tr("it needs the server's usage, two tokens or more, and answers that come in several reads");
}

QString DerivedMetrics::whyNotSteady() const
{
    return Derived::tr("there was no time in which as many requests as asked for were in flight");
}

} // namespace streamgauge
