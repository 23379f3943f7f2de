// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/validitywarnings.h"

#include "models/core/format.h"
#include "models/load/levelcounts.h"
#include "models/load/steadystate.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ValidityWarnings)
};

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
    return Words::tr("The server took %1 % of the prompt tokens from its cache.").arg(percent(shareOf(cached, tokens)));
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
    return Words::tr("%1 % of the content chunks arrived together with the one before.").arg(percent(share));
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
    return Words::tr("%1 of %n request(s) arrived in bursts: most of the streaming time lies in a tenth of the gaps.",
        nullptr, countOf(successes))
        .arg(bursty);
}

QString shortOutputs(const Successes &successes, int asked)
{
    const int shorter = countIf(
        successes, [asked](const RequestRecord &request) { return request.outputTokens.value_or(asked) < asked; });
    if (10 * shorter <= countOf(successes))
        return {};
    return Words::tr("%1 of %n request(s) ended before the %2 tokens asked for.", nullptr, countOf(successes))
        .arg(QString::number(shorter), formatCount(asked));
}

QString usageBelowChunks(const Successes &successes)
{
    const int below = countIf(successes, [](const RequestRecord &request) {
        return request.outputTokens && *request.outputTokens < request.contentChunks;
    });
    if (10 * below <= countOf(successes))
        return {};
    return Words::tr("In %1 of %n request(s) the server's usage counts fewer tokens than content chunks came.", nullptr,
        countOf(successes))
        .arg(below);
}

/// A token that is never streamed, as the one that ends the answer, is no sign of anything.
QString usageAboveChunks(const Successes &successes)
{
    constexpr double mostTokensAChunk = 1.1;
    const int above = countIf(successes, [](const RequestRecord &request) {
        return static_cast<double>(request.outputTokens.value_or(0) - 1) > mostTokensAChunk * request.contentChunks;
    });
    if (2 * above <= countOf(successes))
        return {};
    return Words::tr("In %1 of %n request(s) the server's usage counts more tokens than content chunks came.", nullptr,
        countOf(successes))
        .arg(above);
}

/// Role-only or empty events that come long before any content, as while the prompt is still being processed.
QString firstEventEarly(const Successes &successes)
{
    constexpr qint64 shortest = 10'000'000;
    constexpr qint64 ofTtft = 10; // a tenth
    std::vector<qint64> early;
    for (const RequestRecord *request : successes) {
        if (!request->firstEventNs || !request->ttftNs)
            continue;
        const qint64 ahead = *request->ttftNs - *request->firstEventNs;
        if (ahead > std::max(shortest, *request->ttftNs / ofTtft))
            early.push_back(ahead);
    }
    if (2 * std::ssize(early) <= std::ssize(successes))
        return {};
    std::ranges::sort(early);
    return Words::tr(
        "In %1 of %n request(s) an event without content came first, %2 (median) before the first content.", nullptr,
        countOf(successes))
        .arg(QString::number(early.size()), formatMs(percentileOfSorted(early, 0.5)));
}

/// How much of the level passed before its concurrency was reached and after the last request had been sent.
QString rampShare(const LoadLevel &level, TokenCountMethod method, const LoadPlan &plan)
{
    constexpr double mostRamp = 0.2;
    const bool stopped = std::ranges::any_of(
        level.requests, [](const RequestRecord &request) { return request.outcome == Outcome::Cancelled; });
    if (stopped || plan.requestsAt(level.concurrency) < level.concurrency
        || level.firstDispatchNs() < 0) // each is said elsewhere
        return {};
    const std::optional<SteadyState> steady = steadyState(level, method);
    if (!steady)
        return Words::tr("There never were %n request(s) in flight at once.", nullptr, level.concurrency);
    if (1 - steady->share <= mostRamp)
        return {};
    return Words::tr(
        "For %1 % of the level's time fewer than %n request(s) were in flight: before all streams had begun, "
        "and after too few requests were left.",
        nullptr, level.concurrency)
        .arg(percent(1 - steady->share));
}

/// "1 of 100 for TTFT"; "" where the sample does not carry a p99, or carries it well.
QString beyondP99(const Distribution &distribution, const QString &name)
{
    constexpr qsizetype fewest = 2;
    const qsizetype last = distribution.n - 1;
    const qsizetype beyond = last - last * 99 / 100;
    if (distribution.n < samplesForP99 || beyond > fewest)
        return {};
    return Words::tr("%1 of %2 for %3").arg(formatCount(beyond), formatCount(distribution.n), name);
}

QString p99FewSamples(const LevelMetrics &metrics)
{
    QStringList parts{beyondP99(metrics.ttft, Words::tr("TTFT")), beyondP99(metrics.itl, Words::tr("ITL")),
        beyondP99(metrics.latency, Words::tr("latency"))};
    parts.removeAll({});
    return parts.isEmpty() ? QString() : Words::tr("Values beyond p99: %1.").arg(formatList(parts));
}

QString answerMissing(const Successes &successes)
{
    const int without = countIf(successes, [](const RequestRecord &request) { return !request.firstAnswerNs; });
    if (without == 0)
        return {};
    return Words::tr("%1 of %n request(s) brought reasoning only.", nullptr, countOf(successes)).arg(without);
}

} // namespace

std::vector<RunWarning> validityWarnings(const LoadLevel &level, const LevelMetrics &metrics, const LoadPlan &plan)
{
    const Successes successes = successesOf(level);
    if (successes.empty())
        return {};
    const std::pair<QString, QString> found[] = {
        {u"prompts_cached"_s, cachedPrompts(successes)},
        {u"bundled_chunks"_s, bundledChunks(successes)},
        {u"burst_delivery"_s, burstDelivery(successes)},
        {u"short_outputs"_s, plan.ignoreEos ? shortOutputs(successes, plan.outputTokens) : QString()},
        {u"usage_below_chunks"_s, usageBelowChunks(successes)},
        {u"usage_above_chunks"_s, usageAboveChunks(successes)},
        {u"first_event_early"_s, firstEventEarly(successes)},
        {u"ramp_share"_s, rampShare(level, metrics.method, plan)},
        {u"p99_few_samples"_s, p99FewSamples(metrics)},
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
