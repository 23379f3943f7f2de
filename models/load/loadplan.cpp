// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/loadplan.h"

#include "models/core/format.h"
#include "models/load/levellist.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Plan {
    Q_DECLARE_TR_FUNCTIONS(LoadPlan)
};

std::optional<Error> outOfRange(const QString &code, const QString &what, qint64 value, qint64 low, qint64 high)
{
    if (value >= low && value <= high)
        return std::nullopt;
    return Error{code,
        Plan::tr("%1 is %2; it must be from %3 to %4.")
            .arg(what, QString::number(value), formatCount(low), formatCount(high))};
}

std::optional<Error> problemOfRequestsPerSlot(const LoadPlan &plan)
{
    if (!plan.requestsPerSlot)
        return std::nullopt;
    return outOfRange(u"plan.requests_per_slot"_s,
        Plan::tr("The number of requests for each one in flight, %1 at a time,")
            .arg(formatCount(plan.highestConcurrency())),
        *plan.requestsPerSlot, 1, LoadPlan::maxRequests / std::max(1, plan.highestConcurrency()));
}

std::optional<Error> problemOfTimeout(double seconds)
{
    // Written so that NaN is out of range too.
    if (seconds > 0 && seconds <= LoadPlan::maxTimeoutS)
        return std::nullopt;
    return Error{u"plan.timeout"_s,
        Plan::tr("The timeout is %1 s; it must be over 0 and at most %2 s.")
            .arg(QString::number(seconds), formatCount(static_cast<qint64>(LoadPlan::maxTimeoutS)))};
}

std::optional<Error> problemOfLimits(const LoadPlan &plan)
{
    if (plan.maxErrorPercent && !(*plan.maxErrorPercent >= 0 && *plan.maxErrorPercent <= 100)) {
        return Error{u"plan.max_error_rate"_s,
            Plan::tr("The highest share of errors is %1 %; it must be from 0 to 100.").arg(*plan.maxErrorPercent)};
    }
    if (plan.maxMinutes && !(*plan.maxMinutes > 0 && *plan.maxMinutes <= LoadPlan::maxMinutesLimit)) {
        return Error{u"plan.max_minutes"_s,
            Plan::tr("The longest time is %1 minutes; it must be over 0 and at most %2.")
                .arg(QString::number(*plan.maxMinutes), formatCount(static_cast<qint64>(LoadPlan::maxMinutesLimit)))};
    }
    return std::nullopt;
}

std::optional<Error> problemOfSeed(quint64 seed)
{
    if (seed <= LoadPlan::maxSeed)
        return std::nullopt;
    return Error{u"plan.seed"_s,
        Plan::tr("The seed is %1; it must be from 0 to %2, which every reader of a results file takes without loss.")
            .arg(seed)
            .arg(LoadPlan::maxSeed)};
}

} // namespace

int LoadPlan::highestConcurrency() const
{
    return concurrency.empty() ? 0 : *std::max_element(concurrency.begin(), concurrency.end());
}

int LoadPlan::requestsAt(int level) const
{
    return requestsPerSlot ? *requestsPerSlot * level : requests;
}

qint64 LoadPlan::measuredRequests() const
{
    return std::accumulate(concurrency.begin(), concurrency.end(), qint64(0),
        [this](qint64 sum, int level) { return sum + requestsAt(level); });
}

qint64 LoadPlan::promptTokens() const
{
    return (measuredRequests() + warmup) * inputTokens;
}

qint64 LoadPlan::completionTokens() const
{
    return (measuredRequests() + warmup) * outputTokens;
}

int LoadPlan::mostContentChunks() const
{
    constexpr int always = 65'536;
    constexpr int timesAsked = 4;
    return std::max(always, timesAsked * outputTokens);
}

Result<LoadPlan> LoadPlan::checked(LoadPlan plan)
{
    if (const auto levels = checkLevels(plan.concurrency); !levels)
        return tl::unexpected<Error>(levels.error());
    const std::optional<Error> problems[] = {
        outOfRange(u"plan.requests"_s, Plan::tr("The number of requests"), plan.requests, 1, maxRequests),
        problemOfRequestsPerSlot(plan),
        outOfRange(u"plan.warmup"_s, Plan::tr("The number of warm-up requests"), plan.warmup, 0, maxWarmup),
        outOfRange(u"plan.input_tokens"_s, Plan::tr("The prompt length in tokens"), plan.inputTokens, 1, maxTokens),
        outOfRange(u"plan.output_tokens"_s, Plan::tr("The output length in tokens"), plan.outputTokens, 1, maxTokens),
        problemOfSeed(plan.seed),
        problemOfTimeout(plan.timeoutS),
        problemOfLimits(plan),
    };
    for (const std::optional<Error> &problem : problems) {
        if (problem)
            return tl::unexpected<Error>(*problem);
    }
    return plan;
}

} // namespace streamgauge
