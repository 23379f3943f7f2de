// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/planwords.h"

#include "models/core/format.h"
#include "models/load/levellist.h"
#include "models/load/planestimate.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlanWords)
};

QString requestsInWords(qint64 count)
{
    return Words::tr("%1 request(s)", nullptr, pluralOf(count)).arg(formatCount(count));
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

QString planInWords(const LoadPlan &plan)
{
    const QString levels = levelsInWords(plan.concurrency);
    const QString requests = requestsInWords(plan.requestsPerSlot.value_or(plan.requests));
    QString sent;
    if (plan.requestsPerSlot)
        sent = Words::tr("%2 at a time, %1 for each in flight");
    else if (plan.concurrency.size() == 1)
        sent = Words::tr("%1, %2 at a time");
    else
        sent = Words::tr("%2 at a time, %1 each");
    const QString tokensIn = Words::tr("%1 token(s)", nullptr, plan.inputTokens).arg(formatCount(plan.inputTokens));
    return sent.arg(requests, levels) + Words::tr(", %1 in, %2 out").arg(tokensIn, formatCount(plan.outputTokens));
}

QString timeInWords(const LoadPlan &plan, const ProbeReport &probe)
{
    const std::optional<TimeRange> range = estimatedTime(plan, probe);
    if (!range) {
        return promptsTooLongToEstimate(plan, probe)
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
