// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/planestimate.h"

#include "models/core/format.h"
#include "models/load/levellist.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// Above this the connection test's short prompt says nothing about how long the reading takes.
constexpr int longestPromptToExtrapolate = 2048;

constexpr int requestsPerSlotWanted = 10;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(PlanEstimate)
};

/// One request of the plan with the server to itself, in seconds.
struct Pace {
    double ttftS = 0;
    double gapS = 0;

    [[nodiscard]] double requestS(int outputTokens) const { return ttftS + gapS * (outputTokens - 1); }
};

double seconds(qint64 ns)
{
    return static_cast<double>(ns) / 1e9;
}

std::optional<double> gapS(const ProbeReport &probe)
{
    if (probe.chunkGapNs)
        return seconds(*probe.chunkGapNs);
    if (probe.limits.decodeTps)
        return 1 / *probe.limits.decodeTps;
    return std::nullopt;
}

std::optional<double> promptReadS(const LoadPlan &plan, const ProbeReport &probe)
{
    if (probe.limits.promptTps)
        return plan.inputTokens / *probe.limits.promptTps;
    return std::nullopt;
}

/// At least so long: where nothing tells how prompts of this length are read, that time is left out.
std::optional<Pace> fastestPace(const LoadPlan &plan, const ProbeReport &probe)
{
    const std::optional<double> gap = gapS(probe);
    if (!gap)
        return std::nullopt;
    const double testS = probe.ttftNs ? seconds(*probe.ttftNs) : 0;
    // The simulated endpoint does not read prompts, so their length does not matter there.
    const double readS = probe.simulated ? 0 : promptReadS(plan, probe).value_or(0);
    return Pace{std::max(testS, readS), *gap};
}

/// Requests in flight that the server works on at a time.
int servedAt(int concurrency, const ProbeReport &probe)
{
    return std::min(concurrency, probe.limits.totalSlots.value_or(concurrency));
}

double rounds(int requests, int atATime)
{
    return std::ceil(static_cast<double>(requests) / atATime);
}

template <typename Holds>
std::vector<int> levelsWhere(const LoadPlan &plan, Holds holds)
{
    std::vector<int> levels;
    std::ranges::copy_if(plan.concurrency, std::back_inserter(levels), holds);
    return levels;
}

RunWarning warning(const QString &code, const QString &message)
{
    return {.code = code, .message = message, .level = std::nullopt, .request = std::nullopt};
}

void addContextTooSmall(std::vector<RunWarning> &warnings, const LoadPlan &plan, const ProbeReport &probe)
{
    const qint64 needed = qint64(plan.inputTokens) + plan.outputTokens;
    if (!probe.limits.contextTokens || needed <= *probe.limits.contextTokens)
        return;
    warnings.push_back(warning(u"context_too_small"_s,
        Text::tr("A prompt and its answer need %1 tokens, but the server has room for %2 a request.")
            .arg(formatCount(needed), formatCount(*probe.limits.contextTokens))));
}

void addWillTimeOut(std::vector<RunWarning> &warnings, const LoadPlan &plan, const ProbeReport &probe)
{
    const std::optional<Pace> pace = fastestPace(plan, probe);
    if (!pace)
        return;
    const auto needsS = [&](int level) {
        // In a queue that never empties a request waits while as many rounds go by as stand before it.
        return pace->requestS(plan.outputTokens) * level / servedAt(level, probe);
    };
    const auto late = levelsWhere(plan, [&](int level) { return needsS(level) > plan.timeoutS; });
    if (late.empty())
        return;
    warnings.push_back(warning(u"will_time_out"_s,
        Text::tr("At level %1 a request needs %2 or more, longer than its time limit of %3 s.")
            .arg(formatCount(late.front()), formatDuration(needsS(late.front())), QString::number(plan.timeoutS))));
}

void addOverSlots(std::vector<RunWarning> &warnings, const LoadPlan &plan, const ProbeReport &probe)
{
    const auto over = levelsWhere(plan, [&](int level) { return servedAt(level, probe) < level; });
    if (over.empty())
        return;
    warnings.push_back(warning(u"over_slots"_s,
        Text::tr("The server works on %n request(s) at a time, so at %1 at a time some wait in its queue.", nullptr,
            *probe.limits.totalSlots)
            .arg(levelsInWords(over))));
}

void addFewRequests(std::vector<RunWarning> &warnings, const LoadPlan &plan)
{
    // One at a time has neither a ramp nor an end that thins out.
    const auto few = levelsWhere(
        plan, [&](int level) { return level > 1 && plan.requestsAt(level) < requestsPerSlotWanted * qint64(level); });
    if (few.empty())
        return;
    warnings.push_back(warning(u"requests_below_10x_concurrency"_s,
        Text::tr("At %1 at a time there are fewer than %n request(s) for each one in flight.", nullptr,
            requestsPerSlotWanted)
            .arg(levelsInWords(few))));
}

} // namespace

bool promptsTooLongToEstimate(const LoadPlan &plan, const ProbeReport &probe)
{
    return plan.inputTokens > longestPromptToExtrapolate && !probe.simulated && !promptReadS(plan, probe);
}

std::optional<TimeRange> estimatedTime(const LoadPlan &plan, const ProbeReport &probe)
{
    const std::optional<Pace> pace = fastestPace(plan, probe);
    if (!pace || (!probe.ttftNs && !promptReadS(plan, probe)) || promptsTooLongToEstimate(plan, probe))
        return std::nullopt;
    const double requestS = pace->requestS(plan.outputTokens);
    double inRounds = rounds(plan.warmup, servedAt(plan.highestConcurrency(), probe));
    for (const int level : plan.concurrency)
        inRounds += rounds(plan.requestsAt(level), servedAt(level, probe));
    const double oneByOne = static_cast<double>(plan.measuredRequests()) + plan.warmup;
    // A plan's prompts are longer than the test's: the far end allows for twice its time to the first token.
    const double longestS = probe.simulated ? inRounds * requestS : oneByOne * (requestS + pace->ttftS);
    // No request outlives its time limit.
    const double limitS = longestTimeS(plan);
    return TimeRange{std::min(inRounds * requestS, limitS), std::min(longestS, limitS)};
}

double longestTimeS(const LoadPlan &plan)
{
    double inRounds = rounds(plan.warmup, plan.highestConcurrency());
    for (const int level : plan.concurrency)
        inRounds += rounds(plan.requestsAt(level), level);
    const double allS = inRounds * plan.timeoutS;
    return plan.maxMinutes ? std::min(allS, *plan.maxMinutes * 60) : allS;
}

std::vector<RunWarning> planWarnings(const LoadPlan &plan, const ProbeReport &probe)
{
    std::vector<RunWarning> warnings;
    addContextTooSmall(warnings, plan, probe);
    addWillTimeOut(warnings, plan, probe);
    addOverSlots(warnings, plan, probe);
    addFewRequests(warnings, plan);
    return warnings;
}

} // namespace streamgauge
