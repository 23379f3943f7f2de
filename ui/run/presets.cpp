// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/presets.h"

#include "models/core/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// Above this the connection test's short prompt says nothing about how long the reading takes.
constexpr int longestPromptToExtrapolate = 2048;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Presets)
};

LoadPlan planOf(std::vector<int> concurrency, int requests)
{
    LoadPlan plan;
    plan.concurrency = std::move(concurrency);
    plan.requests = requests;
    return plan;
}

QString requestsInWords(qint64 count)
{
    return Words::tr("%1 request(s)", nullptr, pluralOf(count)).arg(formatCount(count));
}

QString levelsInWords(const std::vector<int> &levels)
{
    QStringList words;
    for (const int level : levels)
        words << formatCount(level);
    return formatList(words);
}

/// A duration as people estimate it, and its unit apart, so that a range names the unit once.
struct RoughTime {
    QString number;
    QString unit;
};

RoughTime roughly(double seconds)
{
    if (seconds < 90) // steps of 5 s, and never "0 s"
        return {formatNumber(std::max(5.0, std::round(seconds / 5) * 5), 0), Words::tr("s")};
    if (seconds < 5400)
        return {formatNumber(std::round(seconds / 60), 0), Words::tr("min")};
    return {formatNumber(seconds / 3600, 1), Words::tr("h")};
}

} // namespace

std::vector<Preset> presets()
{
    LoadPlan longPrompts = planOf({1}, 20);
    longPrompts.inputTokens = 8192;
    std::vector<Preset> all{
        {u"one_person"_s, Words::tr("How fast for one person?"), {}, planOf({1}, 20)},
        {u"how_many"_s, Words::tr("How many at once?"), {}, planOf({1, 2, 4, 8}, 120)},
        {u"long_prompts"_s, Words::tr("How fast with long prompts?"), {}, longPrompts},
        {u"reference"_s, Words::tr("Reference, to compare with others"), {}, planOf({1, 8, 32}, 100)},
        {u"own"_s, Words::tr("My own plan"), {}, {}},
    };
    for (Preset &preset : all)
        preset.work = planInWords(preset.plan);
    all.back().work = Words::tr("Choose the levels, the number of requests and their lengths");
    return all;
}

QString planInWords(const LoadPlan &plan)
{
    const QString levels = levelsInWords(plan.concurrency);
    const QString requests = requestsInWords(plan.requests);
    const QString tokensIn = Words::tr("%1 token(s)", nullptr, plan.inputTokens).arg(formatCount(plan.inputTokens));
    return (plan.concurrency.size() == 1 ? Words::tr("%1, %2 at a time").arg(requests, levels)
                                         : Words::tr("%2 at a time, %1 each").arg(requests, levels))
        + Words::tr(", %1 in, %2 out").arg(tokensIn, formatCount(plan.outputTokens));
}

std::optional<TimeRange> estimatedTime(const LoadPlan &plan, const ProbeReport &probe)
{
    if (!probe.ttftNs || !probe.chunkGapNs)
        return std::nullopt;
    // The simulated endpoint does not read prompts, so their length does not matter there.
    if (plan.inputTokens > longestPromptToExtrapolate && !probe.simulated)
        return std::nullopt;
    const double ttftS = static_cast<double>(*probe.ttftNs) / 1e9;
    const double requestS = ttftS + static_cast<double>(*probe.chunkGapNs) / 1e9 * (plan.outputTokens - 1);
    double rounds = std::ceil(static_cast<double>(plan.warmup) / plan.highestConcurrency());
    for (const int concurrency : plan.concurrency)
        rounds += std::ceil(static_cast<double>(plan.requests) / concurrency);
    const double oneByOne = static_cast<double>(plan.measuredRequests()) + plan.warmup;
    // A plan's prompts are longer than the test's: the far end allows for twice its time to the first token.
    return TimeRange{rounds * requestS, probe.simulated ? rounds * requestS : oneByOne * (requestS + ttftS)};
}

QString timeInWords(const LoadPlan &plan, const ProbeReport &probe)
{
    const std::optional<TimeRange> range = estimatedTime(plan, probe);
    if (!range) {
        return plan.inputTokens > longestPromptToExtrapolate
            ? Words::tr("time: cannot tell yet, the connection test's prompt was short")
            : Words::tr("time: cannot tell yet, the connection test measured no speed");
    }
    const RoughTime from = roughly(range->shortestS);
    const RoughTime to = roughly(range->longestS);
    if (from.number == to.number && from.unit == to.unit)
        return Words::tr("about %1").arg(from.number + thinSpace + from.unit);
    if (from.unit == to.unit)
        return Words::tr("about %1 to %2").arg(from.number, to.number + thinSpace + to.unit);
    return Words::tr("about %1 to %2").arg(from.number + thinSpace + from.unit, to.number + thinSpace + to.unit);
}

QString costInWords(const LoadPlan &plan)
{
    const qint64 tokens = plan.completionTokens();
    const QString completion = Words::tr("%1 completion token(s)", nullptr, pluralOf(tokens)).arg(formatCount(tokens));
    return Words::tr("%1 with warm-up, about %2 prompt and up to %3")
        .arg(requestsInWords(plan.measuredRequests() + plan.warmup), formatCount(plan.promptTokens()), completion);
}

} // namespace streamgauge
