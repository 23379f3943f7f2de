// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/validitywarnings.h"

#include "models/core/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ValidityWarnings)
};

using Successes = std::vector<const RequestRecord *>;

Successes successesOf(const LoadLevel &level)
{
    Successes successes;
    for (const RequestRecord &request : level.requests) {
        if (request.outcome == Outcome::Succeeded)
            successes.push_back(&request);
    }
    return successes;
}

int countOf(const Successes &successes)
{
    return static_cast<int>(successes.size());
}

int countIf(const Successes &successes, const std::function<bool(const RequestRecord &)> &holds)
{
    return static_cast<int>(
        std::ranges::count_if(successes, [&holds](const RequestRecord *one) { return holds(*one); }));
}

QString percent(double share)
{
    return formatNumber(100 * share, 0);
}

double shareOf(qint64 part, qint64 whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// Where a good part of the prompts came out of the server's cache, TTFT is not what prompts like these cost.
QString cachedPrompts(const Successes &successes)
{
    constexpr double mostCached = 0.1;
    constexpr qint64 shared = 48; // tokens of instruction and chat template, which all prompts have
    qint64 tokens = 0;
    qint64 cached = 0;
    for (const RequestRecord *request : successes) {
        if (!request->cachedTokens || !request->inputTokens)
            continue;
        tokens += *request->inputTokens;
        cached += std::clamp<qint64>(*request->cachedTokens - shared, 0, *request->inputTokens);
    }
    if (shareOf(cached, tokens) <= mostCached)
        return {};
    return Words::tr(
        "The server took %1 % of the prompt tokens from its cache: TTFT is shorter than for prompts that it "
        "has not seen. A run with the same seed was probably here before; another seed makes new prompts.")
        .arg(percent(shareOf(cached, tokens)));
}

/// Content chunks that shared their read with the one before: the gap between them is none of the server's.
QString bundledChunks(const Successes &successes)
{
    constexpr double mostBundled = 0.1;
    qint64 chunks = 0;
    qint64 reads = 0;
    for (const RequestRecord *request : successes) {
        chunks += std::max(0, request->contentChunks - 1);
        reads += std::max(0, request->reads - 1);
    }
    const double share = shareOf(chunks - reads, chunks);
    if (share <= mostBundled)
        return {};
    return Words::tr(
        "%1 % of the content chunks arrived together with the one before: ITL describes the bundling, not "
        "the pace of tokens. Read tokens/s per stream instead, and look for buffering on the way (a proxy, "
        "a stream interval of the server).")
        .arg(percent(share));
}

/// Chunks that came one read at a time, but nearly at once after long silences.
bool isBursty(const RequestRecord &request)
{
    constexpr qint64 fewest = 20;
    constexpr double mostTime = 0.8; // of the streaming time in a tenth of the gaps
    return request.itlNs.count() >= fewest && request.itlNs.longestTenthShare() > mostTime;
}

QString burstDelivery(const Successes &successes)
{
    const int bursty = countIf(successes, isBursty);
    if (2 * bursty <= countOf(successes))
        return {};
    return Words::tr(
        "%1 of %n request(s) arrived in bursts: most of the streaming time lies in a tenth of the gaps. ITL "
        "percentiles describe the bursts; something on the way holds the stream back.",
        nullptr, countOf(successes))
        .arg(bursty);
}

QString shortOutputs(const Successes &successes, int asked)
{
    const int shorter = countIf(
        successes, [asked](const RequestRecord &request) { return request.outputTokens.value_or(asked) < asked; });
    if (10 * shorter <= countOf(successes))
        return {};
    return Words::tr(
        "%1 of %n request(s) ended before the %2 tokens asked for: rates and latencies are those of shorter "
        "answers. The server does not keep to ignore_eos; compare only with runs of the same lengths.",
        nullptr, countOf(successes))
        .arg(QString::number(shorter), formatCount(asked));
}

QString usageBelowChunks(const Successes &successes)
{
    const int below = countIf(successes, [](const RequestRecord &request) {
        return request.outputTokens && *request.outputTokens < request.contentChunks;
    });
    if (10 * below <= countOf(successes))
        return {};
    return Words::tr(
        "In %1 of %n request(s) the server's usage counts fewer tokens than content chunks came: one of the "
        "two is wrong, and so are rates in tokens. Ask the server's makers which.",
        nullptr, countOf(successes))
        .arg(below);
}

QString answerMissing(const Successes &successes)
{
    const int without = countIf(successes, [](const RequestRecord &request) { return !request.firstAnswerNs; });
    if (without == 0)
        return {};
    return Words::tr(
        "%1 of %n request(s) brought reasoning only: the answer had not begun at the length asked for. TTFT "
        "is the time to the first reasoning; a longer output shows when answers begin.",
        nullptr, countOf(successes))
        .arg(without);
}

} // namespace

std::vector<RunWarning> validityWarnings(const LoadLevel &level, const LoadPlan &plan)
{
    const Successes successes = successesOf(level);
    const std::pair<QString, QString> found[] = {
        {u"prompts_cached"_s, cachedPrompts(successes)},
        {u"bundled_chunks"_s, bundledChunks(successes)},
        {u"burst_delivery"_s, burstDelivery(successes)},
        {u"short_outputs"_s, plan.ignoreEos ? shortOutputs(successes, plan.outputTokens) : QString()},
        {u"usage_below_chunks"_s, usageBelowChunks(successes)},
        {u"answer_missing"_s, answerMissing(successes)},
    };
    std::vector<RunWarning> warnings;
    for (const auto &[code, message] : found) {
        if (!message.isEmpty())
            warnings.push_back({.code = code, .message = message, .level = level.concurrency, .request = std::nullopt});
    }
    return warnings;
}

} // namespace streamgauge
