// SPDX-License-Identifier: GPL-3.0-or-later
// First byte: how the body is cut into reads. Second: how it ends, and whether text is kept. What a stream comes to may
// not depend on its cuts, and each stamp must be that of the first read that holds the byte it belongs to.
#include "app/endpoint/chatstream.h"
#include "models/core/jsoncursor.h"
#include "models/load/journalwriter.h"
#include "models/load/judge.h"
#include "models/load/requestreader.h"
#include "tests/fuzz/cutreads.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <set>

using namespace streamgauge;
using namespace streamgauge::fuzz;

namespace {

constexpr StreamEnd ends[] = {
    StreamEnd::BodyEnd, StreamEnd::Cut, StreamEnd::Idle, StreamEnd::Timeout, StreamEnd::Cancelled};
constexpr qint64 endStamp = 1'000'000;

struct Reading {
    StreamFacts facts;
    qint64 lastEventNs = -1;
    bool awaitsEnd = false;
};

Reading readStream(QByteArrayView body, const std::vector<qsizetype> &cuts, StreamEnd end, bool keepText)
{
    ChatStream stream({.keepText = keepText, .keepSimulatorStamps = true});
    eachRead(body, cuts, [&stream](QByteArrayView read, qsizetype at) {
        stream.receive(read, at);
        require(int(stream.chunkArrivals().size()) == stream.contentChunks(), "every chunk has an arrival");
    });
    Reading reading;
    reading.lastEventNs = stream.lastEventNs();
    reading.awaitsEnd = stream.awaitsEnd();
    reading.facts = stream.finish(end, endStamp);
    return reading;
}

QByteArray number(const std::optional<qint64> &count)
{
    return count ? QByteArray::number(*count) : QByteArray("none");
}

/// All that does not depend on when bytes came.
QByteArray shown(const Reading &reading)
{
    const StreamFacts &facts = reading.facts;
    QByteArray out;
    const auto line = [&out](
                          const char *name, const QByteArray &value) { out += QByteArray(name) + ": " + value + '\n'; };
    const auto count = [&line](const char *name, qint64 value) { line(name, QByteArray::number(value)); };
    count("end", int(facts.end));
    count("awaits end", reading.awaitsEnd);
    line("finish", facts.finishReason.toUtf8());
    count("error", facts.errorEvent);
    line("error message", facts.errorMessage.toUtf8());
    line("malformed", facts.malformed.toUtf8());
    count("first kind", int(facts.firstDeltaKind));
    count("chunks", facts.contentChunks);
    count("answer chunks", facts.answerChunks);
    count("think tag", facts.thinkTagInAnswer);
    const Usage usage = facts.usage.value_or(Usage());
    for (const auto &tokens :
        {usage.promptTokens, usage.completionTokens, usage.totalTokens, usage.cachedTokens, usage.reasoningTokens}) {
        line("usage", number(tokens));
    }
    line("usage bytes", facts.usageRaw);
    line("timings bytes", facts.timingsRaw);
    line("model", facts.serverModel.toUtf8());
    count("simulated", facts.simulated);
    for (const qint64 stamp : facts.simSentNs)
        count("sent", stamp);
    for (const auto &[code, times] : facts.anomalies)
        count(code.toUtf8().constData(), times);
    line("answer", facts.answerText.toUtf8());
    line("reasoning", facts.reasoningText.toUtf8());
    for (const ToolCall &call : facts.toolCalls)
        line("call", call.id.toUtf8() + '|' + call.name.toUtf8() + '|' + call.arguments.toUtf8());
    return out;
}

void requireSound(const StreamFacts &facts, bool keepText)
{
    require(int(facts.chunkNs.size()) == facts.contentChunks, "every content chunk is stamped");
    require(facts.answerChunks <= facts.contentChunks, "an answer chunk is a content chunk");
    require(std::ranges::is_sorted(facts.chunkNs), "chunks come one after the other");
    const std::set<qint64> reads(facts.chunkNs.begin(), facts.chunkNs.end());
    require(int(reads.size()) == facts.reads, "reads are those that completed a chunk");
    const bool any = facts.contentChunks > 0;
    require((facts.firstDeltaKind != DeltaKind::None) == any, "a first delta has a kind");
    require(facts.firstDeltaNs == (any ? facts.chunkNs.front() : -1), "the first delta is the first chunk");
    require(facts.lastDeltaNs == (any ? facts.chunkNs.back() : -1), "the last delta is the last chunk");
    require(facts.firstAnswerNs < 0 || reads.contains(facts.firstAnswerNs), "the first answer is a chunk");
    require(facts.doneSeen == (facts.end == StreamEnd::Done), "[DONE] is the end");
    require(facts.finishReason != u"null", "the word null is no finish_reason");
    require(facts.usageRaw.isEmpty() || facts.usage, "usage bytes belong to a usage");
    require(facts.timingsRaw.isEmpty() || facts.timings, "timings bytes belong to timings");
    require(facts.simSentNs.empty() || int(facts.simSentNs.size()) == facts.contentChunks, "a send stamp a chunk");
    const bool text = !facts.answerText.isEmpty() || !facts.reasoningText.isEmpty() || !facts.toolCalls.empty();
    require(keepText || !text, "text is kept only where it was asked for");
}

/// Bytes are numbered from 1, and a read is stamped with the number of its last one.
void requireStamps(const Reading &cut, const Reading &bytes, const std::vector<qsizetype> &ends)
{
    const auto readOf = [&ends](qint64 byte) {
        return byte < 0 || byte == endStamp ? byte : qint64(*std::ranges::lower_bound(ends, qsizetype(byte)));
    };
    require(cut.facts.chunkNs.size() == bytes.facts.chunkNs.size(), "cuts change no count");
    for (std::size_t i = 0; i < cut.facts.chunkNs.size(); ++i)
        require(cut.facts.chunkNs[i] == readOf(bytes.facts.chunkNs[i]), "a chunk has the stamp of its read");
    require(cut.facts.firstAnswerNs == readOf(bytes.facts.firstAnswerNs), "so has the first answer");
    require(cut.facts.firstEventNs == readOf(bytes.facts.firstEventNs), "so has the first event");
    require(cut.facts.endNs == readOf(bytes.facts.endNs), "so has the end");
    require(cut.lastEventNs == readOf(bytes.lastEventNs), "so has the last event");
}

/// Whatever a server sends, what it comes to can be written and read back.
void requireStorable(StreamFacts facts)
{
    facts.httpStatus = 200;
    facts.dispatchNs = 0;
    const RequestRecord record = judgeLoadRequest(7, std::move(facts));
    require((record.outcome == Outcome::Succeeded) == !record.error.has_value(), "only a success has no error");
    const QByteArray line = LoadJournal::requestLine(0, record, 0);
    const auto json = parseJson(line);
    require(json.has_value(), "a record's line is JSON", line);
    JsonCursor::Problem problem{QStringLiteral("fuzz"), std::nullopt};
    const RequestRecord again = readRequest(JsonCursor((*json)[u"request"], problem));
    require(!problem.first, "a record's line is read back", line);
    requireSameJson(LoadJournal::requestLine(0, again, 0), line, "a record read back, and the record");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const StreamEnd end = ends[(data[1] >> 1) % std::size(ends)];
    const bool keepText = data[1] & 1;
    const QByteArrayView body(data + 2, static_cast<qsizetype>(size - 2));
    const std::vector<qsizetype> cuts = readEnds(body.size(), data[0]);
    const Reading bytes = readStream(body, readEnds(body.size(), 1), end, keepText);
    const Reading cut = readStream(body, cuts, end, keepText);
    requireSame(shown(cut), shown(bytes), "a stream cut into reads, and byte by byte");
    requireSound(cut.facts, keepText);
    requireSound(bytes.facts, keepText);
    requireStamps(cut, bytes, cuts);
    requireStorable(cut.facts);
    return 0;
}
