// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/requestreader.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Request {
    Q_DECLARE_TR_FUNCTIONS(RequestReader)
};

template <typename Value>
Value orRefused(const JsonCursor &json, const std::optional<Value> &value, Value otherwise)
{
    if (!value)
        json.refuse(Request::tr("has a value that this version does not know"));
    return value.value_or(otherwise);
}

std::optional<RequestError> readError(const JsonCursor &json)
{
    if (json.isNull())
        return std::nullopt;
    RequestError error;
    const JsonCursor kind = json[u"kind"];
    error.kind = orRefused(kind, errorKindFromName(kind.text()), ErrorKind::Connection);
    error.message = json[u"message"].text();
    if (const JsonCursor status = json[u"http_status"]; !status.isNull())
        error.httpStatus = status.count();
    error.retryAfterS = json[u"retry_after_s"].numberOrNull();
    return error;
}

QByteArray readServerObject(const JsonCursor &json)
{
    if (json.isNull())
        return {};
    if (!json.value().isObject())
        json.refuse(Request::tr("must be an object or null"));
    return compactJson(json.value());
}

Samples readSamples(const JsonCursor &json)
{
    if (json.value().isObject())
        return Samples::inSideFile({.offset = json[u"offset"].integer(), .count = json[u"count"].integer()});
    std::vector<qint64> samples;
    samples.reserve(json.value().array().size());
    json.forEach([&samples](const JsonCursor &sample) { samples.push_back(sample.millis()); });
    return samples;
}

void readTimes(RequestRecord &request, const JsonCursor &json)
{
    request.dispatchNs = json[u"dispatch_offset_ms"].millisOrNull().value_or(-1);
    request.connects = json[u"connects"].count();
    request.connectNs = json[u"connect_ms"].millisOrNull();
    request.attempts = json[u"attempts"].count();
    if (json.value().find(u"first_event_ms")) // files of earlier versions do not have it
        request.firstEventNs = json[u"first_event_ms"].millisOrNull();
    request.ttftNs = json[u"ttft_ms"].millisOrNull();
    request.firstAnswerNs = json[u"first_answer_ms"].millisOrNull();
    const JsonCursor deltaKind = json[u"first_delta_kind"];
    request.firstDeltaKind = orRefused(deltaKind, deltaKindFromName(deltaKind.textOrNull()), DeltaKind::None);
    request.latencyNs = json[u"latency_ms"].millisOrNull();
    request.lastDeltaNs = json[u"last_delta_ms"].millisOrNull();
}

void readCounts(RequestRecord &request, const JsonCursor &json)
{
    request.contentChunks = json[u"content_chunks"].count();
    request.reads = json[u"reads"].count();
    request.inputTokens = json[u"input_tokens"].integerOrNull();
    request.cachedTokens = json[u"cached_tokens"].integerOrNull();
    request.outputTokens = json[u"output_tokens"].integerOrNull();
    request.usageExcludedTokens = json[u"usage_excluded_tokens"].integerOrNull();
}

} // namespace

RequestRecord readRequest(const JsonCursor &json)
{
    RequestRecord request;
    request.index = static_cast<quint64>(json[u"index"].integer());
    const JsonCursor outcome = json[u"outcome"];
    request.outcome = orRefused(outcome, outcomeFromName(outcome.text()), Outcome::Failed);
    request.error = readError(json[u"error"]);
    if ((request.outcome == Outcome::Succeeded) == request.error.has_value())
        json[u"error"].refuse(Request::tr("does not fit the outcome: only a success has none"));
    readTimes(request, json);
    readCounts(request, json);
    request.finishReason = json[u"finish_reason"].textOrNull();
    request.usageRaw = readServerObject(json[u"usage"]);
    request.timingsRaw = readServerObject(json[u"timings"]);
    json[u"warnings"].forEach([&request](const JsonCursor &code) { request.warnings += code.text(); });
    json[u"anomalies"].forEachMember(
        [&request](const QString &code, const JsonCursor &count) { request.anomalies[code] = count.count(); });
    request.itlNs = readSamples(json[u"itl_ms"]);
    return request;
}

} // namespace streamgauge
