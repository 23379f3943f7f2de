// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/requestwriter.h"

#include "models/core/json.h"
#include "models/load/jsonvalues.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Request {
    Q_DECLARE_TR_FUNCTIONS(RequestWriter)
};

void writeError(JsonWriter &json, const std::optional<RequestError> &error)
{
    json.key(u"error");
    if (!error) {
        json.null();
        return;
    }
    json.beginObject(JsonWriter::Layout::OneLine);
    json.key(u"kind").string(errorKindName(error->kind));
    json.key(u"message").string(error->message);
    writeInteger(json, u"http_status", error->httpStatus);
    writeNumber(json, u"retry_after_s", error->retryAfterS);
    json.endObject();
}

/// What a server sent may name a key twice or be nested without end: such an object would make the file unreadable.
void writeServerObject(
    JsonWriter &json, QStringView key, const QByteArray &raw, const QString &pointer, NullReasons &reasons)
{
    json.key(key);
    const auto parsed = raw.isEmpty() ? Result<JsonValue>() : parseJson(raw, {.depth = rawObjectDepth});
    if (parsed && parsed->isObject()) {
        json.raw(raw);
        return;
    }
    json.null();
    if (!raw.isEmpty()) {
        reasons.add(pointer + u'/' + key,
            Request::tr("what the server sent is no JSON object that can be kept%1")
                .arg(parsed ? QString() : u": "_s + parsed.error().message));
    }
}

void writeTimes(JsonWriter &json, const RequestRecord &request, qint64 firstDispatchNs)
{
    const bool dispatched = request.dispatchNs >= 0;
    writeMillis(
        json, u"dispatch_offset_ms", dispatched ? std::optional(request.dispatchNs - firstDispatchNs) : std::nullopt);
    json.key(u"connects").integer(request.connects);
    writeMillis(json, u"connect_ms", request.connectNs);
    json.key(u"attempts").integer(request.attempts);
    writeMillis(json, u"ttft_ms", request.ttftNs);
    writeMillis(json, u"first_answer_ms", request.firstAnswerNs);
    writeText(json, u"first_delta_kind", deltaKindName(request.firstDeltaKind));
    writeMillis(json, u"latency_ms", request.latencyNs);
    writeMillis(json, u"last_delta_ms", request.lastDeltaNs);
}

void writeNotes(JsonWriter &json, const RequestRecord &request)
{
    json.key(u"warnings").beginArray(JsonWriter::Layout::OneLine);
    for (const QString &code : request.warnings)
        json.string(code);
    json.endArray();
    json.key(u"anomalies").beginObject(JsonWriter::Layout::OneLine);
    for (const auto &[code, count] : request.anomalies)
        json.key(code).integer(count);
    json.endObject();
}

} // namespace

void writeRequest(JsonWriter &json, const RequestRecord &request, qint64 firstDispatchNs, const QString &pointer,
    NullReasons &reasons)
{
    json.beginObject();
    json.key(u"index").integer(static_cast<qint64>(request.index));
    json.key(u"outcome").string(outcomeName(request.outcome));
    writeError(json, request.error);
    writeTimes(json, request, firstDispatchNs);
    json.key(u"content_chunks").integer(request.contentChunks);
    json.key(u"reads").integer(request.reads);
    writeText(json, u"finish_reason", request.finishReason);
    writeInteger(json, u"input_tokens", request.inputTokens);
    writeInteger(json, u"cached_tokens", request.cachedTokens);
    writeInteger(json, u"output_tokens", request.outputTokens);
    writeServerObject(json, u"usage", request.usageRaw, pointer, reasons);
    writeInteger(json, u"usage_excluded_tokens", request.usageExcludedTokens);
    writeNumber(json, u"decode_tps_client", request.decodeTpsClient());
    writeNumber(json, u"prompt_tps_client", request.promptTpsClient());
    writeServerObject(json, u"timings", request.timingsRaw, pointer, reasons);
    writeNotes(json, request);
    json.key(u"itl_ms").beginArray(JsonWriter::Layout::OneLine);
    for (const qint64 gap : request.itlNs)
        json.millis(gap);
    json.endArray();
    json.endObject();
}

} // namespace streamgauge
