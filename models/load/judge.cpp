// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/judge.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Judge {
    Q_DECLARE_TR_FUNCTIONS(LoadJudge)
};

RequestError plainError(ErrorKind kind, QString message)
{
    return {.kind = kind, .message = std::move(message), .httpStatus = {}, .retryAfterS = {}};
}

RequestError connectionError(const StreamFacts &facts)
{
    const QString words = plainExcerpt(facts.transportError);
    if (facts.tlsFailure)
        return plainError(ErrorKind::Tls, withWords(Judge::tr("No secure connection came to stand"), words));
    return plainError(
        ErrorKind::Connection, withWords(Judge::tr("The connection failed before an answer came"), words));
}

RequestError statusError(const StreamFacts &facts)
{
    QString message;
    if (facts.httpStatus / 100 == 3 && !facts.location.isEmpty()) {
        message =
            Judge::tr("The server answered with HTTP status %1 and points to %2. Redirects are not followed: give that "
                      "address instead.")
                .arg(facts.httpStatus)
                .arg(plainExcerpt(facts.location));
    } else {
        message = withWords(Judge::tr("The server answered with HTTP status %1").arg(facts.httpStatus),
            serverWords(facts.errorBody.toUtf8()));
    }
    return {.kind = ErrorKind::HttpStatus,
        .message = message,
        .httpStatus = facts.httpStatus,
        .retryAfterS = facts.retryAfterS};
}

RequestError errorEventError(const StreamFacts &facts)
{
    if (facts.errorEvent)
        return plainError(
            ErrorKind::ErrorEvent, withWords(Judge::tr("The server reported an error"), facts.errorMessage));
    return plainError(ErrorKind::ErrorEvent, Judge::tr("The server ended the answer with finish_reason “error”."));
}

RequestError timeoutError(const StreamFacts &facts)
{
    QString place;
    if (facts.dispatchNs < 0)
        place = Judge::tr("The request's time ran out before a connection stood.");
    else if (facts.httpStatus == 0)
        place = Judge::tr("The request's time ran out before an answer came.");
    else if (facts.contentChunks == 0)
        place = Judge::tr("The request's time ran out before the answer had any content.");
    else
        place = Judge::tr("The request's time ran out after %n content chunk(s).", nullptr, facts.contentChunks);
    return plainError(ErrorKind::Timeout, place);
}

RequestError endedEarlyError(const StreamFacts &facts)
{
    const QString sentence = facts.end == StreamEnd::Cut
        ? Judge::tr("The connection was cut after %n content chunk(s), before [DONE] or a finish_reason", nullptr,
            facts.contentChunks)
        : Judge::tr("The answer ended after %n content chunk(s) without [DONE] or a finish_reason", nullptr,
            facts.contentChunks);
    return plainError(ErrorKind::EndedEarly, withWords(sentence, plainExcerpt(facts.transportError)));
}

/// The first rule that holds (load method, "What is measured"); nothing for a success.
std::optional<RequestError> judgement(const StreamFacts &facts)
{
    if (facts.end == StreamEnd::NoConnection)
        return connectionError(facts);
    if (facts.httpStatus != 0 && facts.httpStatus != 200)
        return statusError(facts);
    if (facts.errorEvent || facts.finishReason == "error"_L1)
        return errorEventError(facts);
    if (facts.end == StreamEnd::Timeout)
        return timeoutError(facts);
    if (facts.end == StreamEnd::Cancelled)
        return plainError(ErrorKind::Cancelled, Judge::tr("The request was stopped."));
    if (!facts.malformed.isEmpty())
        return plainError(ErrorKind::MalformedStream, facts.malformed);
    if (!facts.doneSeen && facts.finishReason.isEmpty())
        return endedEarlyError(facts);
    if (facts.contentChunks == 0)
        return plainError(ErrorKind::EmptyCompletion, Judge::tr("The answer ended properly but carried no content."));
    return std::nullopt;
}

Outcome outcomeOf(const std::optional<RequestError> &error)
{
    if (!error)
        return Outcome::Succeeded;
    if (error->kind == ErrorKind::Timeout)
        return Outcome::TimedOut;
    return error->kind == ErrorKind::Cancelled ? Outcome::Cancelled : Outcome::Failed;
}

bool isKnownFinishReason(QStringView reason)
{
    static constexpr std::array known{QStringView(u"stop"), QStringView(u"length"), QStringView(u"tool_calls"),
        QStringView(u"function_call"), QStringView(u"content_filter"), QStringView(u"eos_token"),
        QStringView(u"stop_sequence"), QStringView(u"eos"), QStringView(u"model_length")};
    return std::ranges::any_of(known, [reason](QStringView one) { return one == reason; });
}

/// What a success should be looked at for.
void addEndWarnings(QStringList &warnings, const StreamFacts &facts)
{
    if (facts.finishReason.isEmpty())
        warnings += u"no_finish_reason"_s;
    else if (facts.finishReason == "abort"_L1)
        warnings += u"finish_reason_abort"_s;
    else if (!isKnownFinishReason(facts.finishReason))
        warnings += u"finish_reason_unknown"_s;
    if (facts.end == StreamEnd::Cut)
        warnings += u"cut_after_finish"_s;
    if (facts.end == StreamEnd::Idle)
        warnings += u"no_end_marker"_s;
}

/// A usage that counts nothing beside content that came is no usage.
bool usageCounts(const StreamFacts &facts)
{
    return facts.usage && !(facts.usage->completionTokens == 0 && facts.contentChunks > 0);
}

void takeCounts(RequestRecord &record, const StreamFacts &facts)
{
    if (usageCounts(facts)) {
        const Usage &usage = *facts.usage;
        record.inputTokens = usage.promptTokens;
        record.outputTokens = usage.completionTokens;
        record.cachedTokens = usage.cachedTokens;
        if (usage.totalTokens && usage.promptTokens && usage.completionTokens) {
            const qint64 excluded = *usage.totalTokens - *usage.promptTokens - *usage.completionTokens;
            if (excluded > 0)
                record.usageExcludedTokens = excluded;
        }
    }
    if (!record.cachedTokens && facts.timings)
        record.cachedTokens = facts.timings->cacheN;
}

/// Never negative: a clock that jumped back must not make the whole file one that no reader takes.
qint64 between(qint64 earlierNs, qint64 laterNs)
{
    return std::max<qint64>(0, laterNs - earlierNs);
}

std::optional<qint64> sinceDispatch(const StreamFacts &facts, qint64 stamp)
{
    if (facts.dispatchNs < 0 || stamp < 0)
        return std::nullopt;
    return between(facts.dispatchNs, stamp);
}

void takeTimes(RequestRecord &record, const StreamFacts &facts)
{
    record.dispatchNs = facts.dispatchNs;
    record.connects = facts.connects;
    if (facts.connects > 0 && facts.connectNs >= 0)
        record.connectNs = facts.connectNs;
    record.attempts = facts.attempts;
    record.firstEventNs = sinceDispatch(facts, facts.firstEventNs);
    record.ttftNs = sinceDispatch(facts, facts.firstDeltaNs);
    record.firstAnswerNs = sinceDispatch(facts, facts.firstAnswerNs);
    record.lastDeltaNs = sinceDispatch(facts, facts.lastDeltaNs);
    record.latencyNs = sinceDispatch(facts, facts.endNs);
    if (facts.chunkNs.size() > 1) {
        std::vector<qint64> gaps;
        gaps.reserve(facts.chunkNs.size() - 1);
        for (std::size_t i = 1; i < facts.chunkNs.size(); ++i)
            gaps.push_back(between(facts.chunkNs[i - 1], facts.chunkNs[i]));
        record.itlNs = std::move(gaps);
    }
}

} // namespace

RequestRecord judgeLoadRequest(quint64 index, StreamFacts facts)
{
    RequestRecord record;
    record.index = index;
    record.error = judgement(facts);
    record.outcome = outcomeOf(record.error);
    takeCounts(record, facts);
    takeTimes(record, facts);
    if (record.outcome == Outcome::Succeeded)
        addEndWarnings(record.warnings, facts);
    if (facts.thinkTagInAnswer)
        record.warnings += u"reasoning_in_answer"_s;
    if (record.usageExcludedTokens)
        record.warnings += u"usage_excludes_reasoning"_s;
    if (facts.afterHeldBody)
        record.warnings += u"body_held_open"_s;
    record.firstDeltaKind = facts.firstDeltaKind;
    record.contentChunks = facts.contentChunks;
    record.reads = facts.reads;
    record.finishReason = std::move(facts.finishReason);
    record.usageRaw = std::move(facts.usageRaw);
    record.timingsRaw = std::move(facts.timingsRaw);
    record.anomalies = std::move(facts.anomalies);
    record.serverModel = std::move(facts.serverModel);
    return record;
}

} // namespace streamgauge
