// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/requestwriter.h"

#include "models/core/json.h"

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
    json.key(u"http_status").integer(error->httpStatus);
    json.key(u"retry_after_s").number(error->retryAfterS);
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
    json.key(u"dispatch_offset_ms")
        .millis(dispatched ? std::optional(request.dispatchNs - firstDispatchNs) : std::nullopt);
    json.key(u"connects").integer(request.connects);
    json.key(u"connect_ms").millis(request.connectNs);
    json.key(u"attempts").integer(request.attempts);
    json.key(u"first_event_ms").millis(request.firstEventNs);
    json.key(u"ttft_ms").millis(request.ttftNs);
    json.key(u"first_answer_ms").millis(request.firstAnswerNs);
    json.key(u"first_delta_kind").stringOrNull(deltaKindName(request.firstDeltaKind));
    json.key(u"latency_ms").millis(request.latencyNs);
    json.key(u"last_delta_ms").millis(request.lastDeltaNs);
}

void writeNotes(JsonWriter &json, const RequestRecord &request)
{
    json.key(u"warnings").strings(request.warnings);
    json.key(u"anomalies").beginObject(JsonWriter::Layout::OneLine);
    for (const auto &[code, count] : request.anomalies)
        json.key(code).integer(count);
    json.endObject();
}

void writeSamples(JsonWriter &json, const Samples &samples)
{
    if (const auto range = samples.range()) {
        json.beginObject(JsonWriter::Layout::OneLine);
        json.key(u"offset").integer(range->offset);
        json.key(u"count").integer(range->count);
        json.endObject();
        return;
    }
    json.beginArray(JsonWriter::Layout::OneLine);
    for (const qint64 sample : samples.held())
        json.millis(sample);
    json.endArray();
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
    json.key(u"finish_reason").stringOrNull(request.finishReason);
    json.key(u"input_tokens").integer(request.inputTokens);
    json.key(u"cached_tokens").integer(request.cachedTokens);
    json.key(u"output_tokens").integer(request.outputTokens);
    writeServerObject(json, u"usage", request.usageRaw, pointer, reasons);
    json.key(u"usage_excluded_tokens").integer(request.usageExcludedTokens);
    json.key(u"decode_tps_client").number(request.decodeTpsClient());
    json.key(u"prompt_tps_client").number(request.promptTpsClient());
    json.key(u"tpot_ms").millis(request.tpotNs());
    json.key(u"tokens_per_chunk").number(request.tokensPerChunk());
    writeServerObject(json, u"timings", request.timingsRaw, pointer, reasons);
    writeNotes(json, request);
    json.key(u"itl_ms");
    writeSamples(json, request.itlNs);
    json.endObject();
}

} // namespace streamgauge
