// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelwarnings.h"

#include "models/core/format.h"
#include "models/load/validitywarnings.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Level {
    Q_DECLARE_TR_FUNCTIONS(LevelWarnings)
};

constexpr auto heldOpen = "body_held_open"_L1;

/// What a request's warning says of those that carry it.
QString meaningOf(const QString &code)
{
    static const std::map<QString, QString> meanings{
        {u"no_finish_reason"_s, Level::tr("ended with [DONE] but named no finish_reason")},
        {u"finish_reason_abort"_s, Level::tr("ended with the finish_reason “abort”")},
        {u"finish_reason_unknown"_s, Level::tr("ended with a finish_reason that is not known")},
        {u"cut_after_finish"_s, Level::tr("lost the connection after the finish_reason")},
        {u"no_end_marker"_s,
            Level::tr("fell silent after the finish_reason, without [DONE]: their slots waited 2 s each")},
        {u"reasoning_in_answer"_s, Level::tr("carried reasoning inside the answer text (<think>)")},
        {u"usage_excludes_reasoning"_s, Level::tr("reported a total above prompt and completion tokens together")},
        {u"usage_missing"_s, Level::tr("reported no usage")},
    };
    const auto known = meanings.find(code);
    return known == meanings.end() ? Level::tr("carried the warning %1").arg(code) : known->second;
}

struct Carriers {
    int count = 0;
    quint64 first = 0;
};

bool isSuccess(const RequestRecord &request)
{
    return request.outcome == Outcome::Succeeded;
}

std::map<QString, Carriers> carriersOf(const LoadLevel &level)
{
    std::map<QString, Carriers> carriers;
    const auto add = [&carriers](const QString &code, quint64 index) {
        Carriers &found = carriers.try_emplace(code, Carriers{0, index}).first->second;
        ++found.count;
        found.first = std::min(found.first, index);
    };
    const bool someUsage = std::any_of(level.requests.begin(), level.requests.end(),
        [](const RequestRecord &request) { return isSuccess(request) && request.outputTokens; });
    for (const RequestRecord &request : level.requests) {
        for (const QString &code : request.warnings) {
            if (code != heldOpen)
                add(code, request.index);
        }
        if (someUsage && isSuccess(request) && !request.outputTokens)
            add(u"usage_missing"_s, request.index);
    }
    return carriers;
}

int longerThanAsked(const LoadLevel &level, int asked)
{
    return static_cast<int>(std::count_if(level.requests.begin(), level.requests.end(),
        [asked](const RequestRecord &request) { return isSuccess(request) && request.outputTokens > asked; }));
}

bool anyShorterThanAsked(const LoadLevel &level, int asked)
{
    return std::any_of(level.requests.begin(), level.requests.end(), [asked](const RequestRecord &request) {
        return isSuccess(request) && request.outputTokens && *request.outputTokens < asked;
    });
}

/// Of requests that ended by themselves: what Stop cancelled is in no count.
int sizeOf(const LoadLevel &level)
{
    return static_cast<int>(std::count_if(level.requests.begin(), level.requests.end(),
        [](const RequestRecord &request) { return request.outcome != Outcome::Cancelled; }));
}

/// "296 connection, 4 ended_early", and the words of the first that failed.
std::optional<RunWarning> failureWarning(const LoadLevel &level)
{
    const RequestRecord *first = nullptr;
    int failed = 0;
    for (const RequestRecord &request : level.requests) {
        if (!request.error || request.outcome == Outcome::Cancelled)
            continue;
        ++failed;
        if (!first || request.index < first->index)
            first = &request;
    }
    if (!first)
        return std::nullopt;
    std::map<QString, int> counts = level.errorCounts();
    counts.erase(errorKindName(ErrorKind::Cancelled));
    return RunWarning{.code = u"requests_failed"_s,
        .message = Level::tr("%1 of %n request(s) failed (%2). The first: %3", nullptr, sizeOf(level))
                       .arg(QString::number(failed), errorCountsInWords(counts), first->error->message),
        .level = level.concurrency,
        .request = first->index};
}

/// Where most requests had to wait for the end of the reply before theirs: how many, and what it cost. The first one of
/// each slot waited before the level began.
std::optional<RunWarning> heldOpenWarning(const LoadLevel &level, const LevelMetrics &metrics)
{
    const auto first = std::min(std::ssize(level.requests), static_cast<std::ptrdiff_t>(level.concurrency));
    const auto waited = std::count_if(level.requests.begin() + first, level.requests.end(),
        [](const RequestRecord &request) { return request.warnings.contains(heldOpen); });
    if (2 * waited <= std::ssize(level.requests) - first)
        return std::nullopt;
    const double waitS = static_cast<double>(longestDrainNs) / 1e9;
    QString message = Level::tr("Before %1 of %n request(s) the connection was waited for in vain for %2 s: the server "
                                "held the body of the reply before open after [DONE]",
        nullptr, sizeOf(level))
                          .arg(QString::number(waited), formatNumber(waitS, 2));
    const double slotS = metrics.durationS.value_or(0) * level.concurrency;
    message += slotS > 0 ? Level::tr(", and %1 % of the time of the level's slots went into it.")
                               .arg(formatNumber(std::min(100.0, 100 * waitS * static_cast<double>(waited) / slotS), 0))
                         : u"."_s;
    return RunWarning{.code = heldOpen, .message = message, .level = level.concurrency, .request = std::nullopt};
}

int dispatchedTwice(const LoadLevel &level)
{
    return static_cast<int>(
        std::ranges::count_if(level.requests, [](const RequestRecord &request) { return request.attempts > 1; }));
}

} // namespace

double inputLengthTolerance(int inputTokens)
{
    return std::max(2.0, 0.01 * inputTokens);
}

std::vector<RunWarning> levelWarnings(const LoadLevel &level, const LevelMetrics &metrics, const LoadPlan &plan)
{
    std::vector<RunWarning> warnings;
    const auto warn = [&](const QString &code, const QString &message, std::optional<quint64> request) {
        warnings.push_back({.code = code, .message = message, .level = level.concurrency, .request = request});
    };
    if (auto failed = failureWarning(level))
        warnings.push_back(*std::move(failed));
    if (auto held = heldOpenWarning(level, metrics))
        warnings.push_back(*std::move(held));
    for (RunWarning &warning : validityWarnings(level, metrics, plan))
        warnings.push_back(std::move(warning));
    if (const int twice = dispatchedTwice(level); twice > 0) {
        warn(u"reconnected"_s,
            Level::tr(
                "%1 of %n request(s) met a kept connection that ended before a byte of an answer: sent once more on "
                "a new one, each with its times from the second dispatch on.",
                nullptr, sizeOf(level))
                .arg(twice),
            std::nullopt);
    }
    if (const int asked = plan.requestsAt(level.concurrency); asked < level.concurrency) {
        warn(u"concurrency_not_reached"_s,
            Level::tr("%n request(s) cannot keep %1 in flight.", nullptr, asked).arg(level.concurrency), std::nullopt);
    }
    for (const auto &[code, carriers] : carriersOf(level)) {
        warn(code,
            Level::tr("%1 of %n request(s) %2.", nullptr, sizeOf(level))
                .arg(QString::number(carriers.count), meaningOf(code)),
            carriers.first);
    }
    if (metrics.inputTokensMean
        && std::fabs(*metrics.inputTokensMean - plan.inputTokens) > inputLengthTolerance(plan.inputTokens)) {
        warn(u"input_length_off"_s,
            Level::tr("The prompts had %1 tokens on average instead of %2.")
                .arg(formatNumber(*metrics.inputTokensMean, 1), QString::number(plan.inputTokens)),
            std::nullopt);
    }
    const int longer = longerThanAsked(level, plan.outputTokens);
    if (longer > 0 && !anyShorterThanAsked(level, plan.outputTokens)) {
        warn(u"output_longer_than_asked"_s,
            Level::tr("%1 of %n request(s) returned more tokens than the %2 asked for.", nullptr, sizeOf(level))
                .arg(QString::number(longer), QString::number(plan.outputTokens)),
            std::nullopt);
    }
    return warnings;
}

} // namespace streamgauge
