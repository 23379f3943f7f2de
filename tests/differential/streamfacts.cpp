// SPDX-License-Identifier: GPL-3.0-or-later
// Reads streams from standard input and prints what the program makes of each, one JSON object a line. A stream: the
// word of its end, the number of its reads and their lengths, on one line, then their bytes.
#include "app/endpoint/chatstream.h"
#include "models/core/jsonwriter.h"
#include "models/load/judge.h"

#include <iostream>
#include <map>
#include <sstream>
#include <string>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

const std::map<std::string, StreamEnd> ends{{"body_end", StreamEnd::BodyEnd}, {"cut", StreamEnd::Cut},
    {"idle", StreamEnd::Idle}, {"timeout", StreamEnd::Timeout}, {"cancelled", StreamEnd::Cancelled},
    {"done", StreamEnd::Done}};
constexpr qint64 endStamp = 1'000'000;

QString endName(StreamEnd end)
{
    for (const auto &[name, value] : ends) {
        if (value == end)
            return QString::fromStdString(name);
    }
    return {};
}

void writeUsage(JsonWriter &json, const std::optional<Usage> &usage)
{
    json.key(u"usage");
    if (!usage) {
        json.null();
        return;
    }
    json.beginObject();
    json.key(u"prompt_tokens").integer(usage->promptTokens);
    json.key(u"completion_tokens").integer(usage->completionTokens);
    json.key(u"total_tokens").integer(usage->totalTokens);
    json.key(u"cached_tokens").integer(usage->cachedTokens);
    json.key(u"reasoning_tokens").integer(usage->reasoningTokens);
    json.endObject();
}

void writeStamps(JsonWriter &json, QStringView key, const std::vector<qint64> &stamps)
{
    json.key(key).beginArray();
    for (const qint64 stamp : stamps)
        json.integer(stamp);
    json.endArray();
}

void writeObject(JsonWriter &json, QStringView key, const QByteArray &raw)
{
    json.key(key);
    if (raw.isEmpty())
        json.null();
    else
        json.raw(QByteArray(raw).replace('\n', ' ').replace('\r', ' ')); // in JSON they stand between values only
}

void writeTexts(JsonWriter &json, const StreamFacts &facts)
{
    json.key(u"answer").string(facts.answerText);
    json.key(u"reasoning").string(facts.reasoningText);
    json.key(u"tool_calls").beginArray();
    for (const ToolCall &call : facts.toolCalls)
        json.strings({call.id, call.name, call.arguments});
    json.endArray();
}

void writeFacts(JsonWriter &json, const StreamFacts &facts)
{
    json.key(u"end").string(endName(facts.end));
    json.key(u"end_ns").integer(facts.endNs);
    json.key(u"finish_reason").string(facts.finishReason);
    json.key(u"error_event").boolean(facts.errorEvent);
    json.key(u"error_words").string(facts.errorMessage);
    json.key(u"content_chunks").integer(facts.contentChunks);
    writeStamps(json, u"chunk_ns", facts.chunkNs);
    json.key(u"answer_chunks").integer(facts.answerChunks);
    json.key(u"reads").integer(facts.reads);
    json.key(u"first_delta_kind").string(deltaKindName(facts.firstDeltaKind));
    json.key(u"first_event_ns").integer(facts.firstEventNs);
    json.key(u"first_answer_ns").integer(facts.firstAnswerNs);
    writeUsage(json, facts.usage);
    writeObject(json, u"usage_object", facts.usageRaw);
    writeObject(json, u"timings_object", facts.timingsRaw);
    json.key(u"model").string(facts.serverModel);
    writeStamps(json, u"sent", facts.simSentNs);
    json.key(u"anomalies").beginObject();
    for (const auto &[code, count] : facts.anomalies)
        json.key(code).integer(count);
    json.endObject();
    writeTexts(json, facts);
}

void writeJudgement(JsonWriter &json, StreamFacts facts)
{
    facts.httpStatus = 200;
    facts.dispatchNs = 0;
    const RequestRecord record = judgeLoadRequest(0, std::move(facts));
    json.key(u"outcome").string(outcomeName(record.outcome));
    json.key(u"error_kind").string(record.error ? errorKindName(record.error->kind) : QString());
    json.key(u"warnings").strings(record.warnings);
    json.key(u"input_tokens").integer(record.inputTokens);
    json.key(u"output_tokens").integer(record.outputTokens);
    json.key(u"cached_tokens").integer(record.cachedTokens);
    json.key(u"excluded_tokens").integer(record.usageExcludedTokens);
}

QByteArray factsOf(std::istream &in, StreamEnd end, const std::vector<std::size_t> &lengths)
{
    ChatStream stream({.keepText = true, .keepSimulatorStamps = true});
    qint64 read = 0;
    for (const std::size_t length : lengths) {
        std::string bytes(length, '\0');
        in.read(bytes.data(), std::streamsize(length));
        stream.receive(QByteArrayView(bytes.data(), qsizetype(length)), ++read);
    }
    QByteArray out;
    JsonWriter json(out, JsonWriter::Layout::OneLine);
    json.beginObject();
    json.key(u"last_event_ns").integer(stream.lastEventNs());
    json.key(u"awaits_end").boolean(stream.awaitsEnd());
    const StreamFacts facts = stream.finish(end, endStamp);
    writeFacts(json, facts);
    writeJudgement(json, facts);
    json.endObject();
    return out;
}

} // namespace

int main()
{
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string end;
        std::size_t count = 0;
        words >> end >> count;
        std::vector<std::size_t> lengths(count);
        for (std::size_t &length : lengths)
            words >> length;
        if (!words || !ends.contains(end)) {
            std::cerr << "This is no head of a stream: " << line << '\n';
            return 1;
        }
        std::cout << factsOf(std::cin, ends.at(end), lengths).toStdString() << '\n';
    }
    return 0;
}
