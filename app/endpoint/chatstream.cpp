// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/chatstream.h"

#include "app/endpoint/chateventreader.h"
#include "app/endpoint/foreignbody.h"
#include "app/endpoint/sseparser.h"
#include "app/endpoint/textwatch.h"
#include "app/endpoint/toolcallassembler.h"
#include "models/core/format.h"
#include "models/core/json.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>

#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr std::size_t maxText = std::size_t(64) << 20;
constexpr std::size_t maxName = 1024;
constexpr int maxRawDepth = 32; // the raw objects become part of a document with a depth limit of its own

QString tr(const char *text)
{
    return QCoreApplication::translate("ChatStream", text);
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n\f\v";
    const std::size_t begin = text.find_first_not_of(space);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

QByteArrayView view(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

QString string(std::string_view text)
{
    return QString::fromUtf8(view(text));
}

/// One for all streams of a thread: with hundreds of streams, one each would be cold in the cache at every chunk.
ChatEventReader &threadReader()
{
    static thread_local ChatEventReader reader;
    return reader;
}

bool isDone(std::string_view payload)
{
    return payload == "[DONE]";
}

/// The server's bytes, where a strict reader takes them too: with a key given twice they cannot stand in a document.
QByteArray documentable(std::string_view raw)
{
    if (raw.empty() || !parseJson(view(raw), {.depth = maxRawDepth}))
        return {};
    return view(raw).toByteArray();
}

} // namespace

class ChatStream::Private {
public:
    explicit Private(Options wanted)
        : options(wanted)
    {
    }

    void take(const SseBlock &block);
    void finishReading(StreamEnd how);
    [[nodiscard]] StreamFacts finishFacts(StreamEnd how, qint64 endNs);

    Options options;
    SseParser parser;
    StreamFacts facts;
    qint64 lastEventNs = -1;
    bool tooMuch = false;

private:
    void takePayload(std::string_view payload, const SseBlock &block);
    void takeEvent(const ChatEvent &event, const SseBlock &block);
    void takeErrorBlock(const SseBlock &block);
    void takeError(const QString &message);
    void takeChoices(const ChatEvent &event, const SseBlock &block);
    void countChunk(DeltaKind kind, bool answer, bool toolData, const ChatEvent &event, const SseBlock &block);
    void takeText(const ChoiceDelta &delta);
    void keepText(const ChoiceDelta &delta);
    void giveUp(const QString &why);
    [[nodiscard]] bool isLowestChoice(qint64 index);
    void addAnomalies();

    TextWatch m_answerWatch;
    TextWatch m_reasoningWatch;
    ToolCallAssembler m_toolCalls;
    std::string m_answer;
    std::string m_reasoning;
    std::string m_usageRaw;
    std::string m_timingsRaw;
    qint64 m_choice = std::numeric_limits<qint64>::max(); // whose texts are kept: the lowest index so far
    int m_choiceEvents = 0; // with a choice in them
    int m_plainEvents = 0; // with no choice but that one
    quint64 m_lastChunkRead = 0;
    int m_badJson = 0;
    int m_ignoredPayloads = 0;
    int m_foreignPayloads = 0;
    bool m_jsonSeen = false;
};

void ChatStream::Private::take(const SseBlock &block)
{
    if (block.hasError || block.name == "error") {
        takeErrorBlock(block);
        return;
    }
    const std::string_view payload = trimmed(block.data);
    if (payload.empty())
        return;
    if (isDone(payload)) {
        facts.doneSeen = true;
        facts.endNs = block.stampNs;
    } else if (payload.front() == '{' || payload.front() == '[') {
        takePayload(payload, block);
    } else {
        ++m_ignoredPayloads;
    }
}

void ChatStream::Private::takePayload(std::string_view payload, const SseBlock &block)
{
    ChatEventReader &reader = threadReader();
    if (reader.read(payload)) {
        takeEvent(reader.event(), block);
        return;
    }
    ++m_badJson;
    if (facts.malformed.isEmpty()) {
        facts.malformed = tr("An event of the stream is no valid JSON: %1 It begins: %2")
                              .arg(reader.badJson(), plainExcerpt(string(payload.substr(0, 512)), 200));
    }
}

/// An event named error, or a field called error, is one whatever it holds.
void ChatStream::Private::takeErrorBlock(const SseBlock &block)
{
    const std::string_view payload = trimmed(block.data);
    if (isDone(payload)) {
        facts.doneSeen = true;
        facts.endNs = block.stampNs;
    } else if (!payload.empty() && (payload.front() == '{' || payload.front() == '[') && threadReader().read(payload)) {
        takeEvent(threadReader().event(), block);
    }
    QString message;
    for (const std::string_view place : {std::string_view(block.error), payload, block.comment}) {
        if (message.isEmpty() && !isDone(place))
            message = serverWords(view(place));
    }
    takeError(message);
    lastEventNs = block.stampNs;
}

void ChatStream::Private::takeError(const QString &message)
{
    facts.errorEvent = true;
    if (facts.errorMessage.isEmpty())
        facts.errorMessage = message;
}

void ChatStream::Private::takeEvent(const ChatEvent &event, const SseBlock &block)
{
    m_jsonSeen = true;
    if (event.isObject) {
        lastEventNs = block.stampNs;
        if (facts.firstEventNs < 0)
            facts.firstEventNs = block.stampNs;
    }
    if (event.foreign)
        ++m_foreignPayloads;
    if (event.error) {
        takeError(event.errorMessage);
        lastEventNs = block.stampNs;
    }
    if (event.usage) {
        facts.usage = event.usage;
        m_usageRaw = event.usageRaw;
    }
    if (event.timings) {
        facts.timings = event.timings;
        m_timingsRaw = event.timingsRaw;
    }
    if (facts.serverModel.isEmpty() && !event.model.empty())
        facts.serverModel = string(event.model.substr(0, maxName));
    if (event.simSentNs)
        facts.simulated = true;
    takeChoices(event, block);
}

void ChatStream::Private::takeChoices(const ChatEvent &event, const SseBlock &block)
{
    bool reasoning = false;
    bool answer = false;
    bool toolData = false;
    bool oneChoice = event.choiceCount > 0;
    for (std::size_t i = 0; i < event.choiceCount; ++i) {
        const ChoiceDelta &delta = event.choices[i];
        reasoning = reasoning || !delta.reasoning.empty();
        answer = answer || !delta.answer.empty();
        toolData = toolData || delta.hasToolData();
        if (!delta.finishReason.empty())
            facts.finishReason = string(delta.finishReason.substr(0, maxName));
        if (isLowestChoice(delta.index))
            takeText(delta);
        oneChoice = oneChoice && delta.index == event.choices.front().index;
    }
    m_choiceEvents += event.choiceCount > 0 ? 1 : 0;
    m_plainEvents += oneChoice && event.choices.front().index == m_choice ? 1 : 0;
    if (reasoning)
        countChunk(DeltaKind::Reasoning, answer, toolData, event, block);
    else if (answer)
        countChunk(DeltaKind::Answer, answer, toolData, event, block);
    else if (toolData)
        countChunk(DeltaKind::ToolCall, answer, toolData, event, block);
}

/// A lower index than any before takes over: what was kept belongs to a choice that does not count.
bool ChatStream::Private::isLowestChoice(qint64 index)
{
    if (index < m_choice) {
        m_choice = index;
        m_plainEvents = 0;
        m_answer.clear();
        m_reasoning.clear();
        m_toolCalls.clear();
        m_answerWatch = {};
        m_reasoningWatch = {};
    }
    return index == m_choice;
}

void ChatStream::Private::takeText(const ChoiceDelta &delta)
{
    m_answerWatch.add(delta.answer);
    m_reasoningWatch.add(delta.reasoning);
    if (options.keepText)
        keepText(delta);
}

void ChatStream::Private::keepText(const ChoiceDelta &delta)
{
    m_answer += delta.answer;
    m_reasoning += delta.reasoning;
    if (!delta.toolCalls.empty())
        m_toolCalls.add(delta.toolCalls);
    if (m_answer.size() + m_reasoning.size() > maxText)
        giveUp(tr("The answer is longer than 64 MiB."));
}

void ChatStream::Private::giveUp(const QString &why)
{
    tooMuch = true;
    if (facts.malformed.isEmpty())
        facts.malformed = why;
}

void ChatStream::Private::countChunk(
    DeltaKind kind, bool answer, bool toolData, const ChatEvent &event, const SseBlock &block)
{
    if (options.mostChunks > 0 && facts.contentChunks >= options.mostChunks) {
        giveUp(tr("The answer did not end within %1 content chunks, so it was read no further.")
                   .arg(formatCount(options.mostChunks)));
        return;
    }
    ++facts.contentChunks;
    facts.chunkNs.push_back(block.stampNs);
    if (options.keepSimulatorStamps) {
        facts.simSentNs.push_back(event.simSentNs.value_or(-1));
        facts.simDueNs.push_back(event.simDueNs.value_or(-1));
    }
    if (facts.firstDeltaNs < 0) {
        facts.firstDeltaNs = block.stampNs;
        facts.firstDeltaKind = kind;
    }
    facts.lastDeltaNs = block.stampNs;
    if (answer)
        ++facts.answerChunks;
    if ((answer || toolData) && facts.firstAnswerNs < 0)
        facts.firstAnswerNs = block.stampNs;
    if (block.read != m_lastChunkRead) {
        m_lastChunkRead = block.read;
        ++facts.reads;
    }
}

/// What the end of the bytes itself says.
void ChatStream::Private::finishReading(StreamEnd how)
{
    if (!facts.doneSeen) {
        const SseBlock &rest = parser.pending();
        if ((how == StreamEnd::BodyEnd || how == StreamEnd::Cut) && isDone(trimmed(rest.data))) {
            facts.doneSeen = true;
            facts.endNs = rest.stampNs;
        }
    }
    if (!facts.malformed.isEmpty())
        return;
    if (parser.overflowed())
        facts.malformed = tr("A line of the stream is longer than 16 MiB.");
    else if (!m_jsonSeen && !parser.foreignText().empty())
        facts.malformed = describeForeignBody(parser.foreignText());
}

StreamFacts ChatStream::Private::finishFacts(StreamEnd how, qint64 endNs)
{
    if (facts.doneSeen) {
        facts.end = StreamEnd::Done;
    } else {
        facts.end = how;
        facts.endNs = how == StreamEnd::Idle ? lastEventNs : endNs;
    }
    facts.thinkTagInAnswer = m_answerWatch.thinkTagSeen();
    facts.usageRaw = documentable(m_usageRaw);
    facts.timingsRaw = documentable(m_timingsRaw);
    facts.answerText = string(m_answer);
    facts.reasoningText = string(m_reasoning);
    facts.toolCalls = m_toolCalls.calls();
    if (!facts.simulated) {
        facts.simSentNs.clear();
        facts.simDueNs.clear();
    }
    addAnomalies();
    return std::move(facts);
}

void ChatStream::Private::addAnomalies()
{
    const auto add = [this](const QString &code, int count) {
        if (count > 0)
            facts.anomalies.emplace(code, count);
    };
    add(u"bad_json"_s, m_badJson);
    add(u"ignored_payload"_s, m_ignoredPayloads);
    add(u"foreign_payload"_s, m_foreignPayloads);
    add(u"several_choices"_s, m_choiceEvents - m_plainEvents);
    add(u"replacement_character"_s, m_answerWatch.replacementCharacters() + m_reasoningWatch.replacementCharacters());
    add(u"cumulative_text"_s, m_answerWatch.cumulativeDeltas() + m_reasoningWatch.cumulativeDeltas());
}

ChatStream::ChatStream()
    : ChatStream(Options{})
{
}

ChatStream::ChatStream(Options options)
    : d(std::make_unique<Private>(options))
{
}

ChatStream::~ChatStream() = default;

void ChatStream::receive(QByteArrayView bytes, qint64 arrivalNs)
{
    if (done() || hopeless())
        return;
    d->parser.feed(bytes, arrivalNs);
    while (const SseBlock *block = d->parser.next()) {
        d->take(*block);
        if (done() || d->tooMuch)
            return;
    }
}

bool ChatStream::done() const
{
    return d->facts.doneSeen;
}

bool ChatStream::awaitsEnd() const
{
    return d->facts.errorEvent || !d->facts.finishReason.isEmpty();
}

qint64 ChatStream::lastEventNs() const
{
    return d->lastEventNs;
}

bool ChatStream::hopeless() const
{
    return d->parser.overflowed() || d->tooMuch;
}

int ChatStream::contentChunks() const
{
    return d->facts.contentChunks;
}

std::span<const qint64> ChatStream::chunkArrivals() const
{
    return d->facts.chunkNs;
}

StreamFacts ChatStream::finish(StreamEnd how, qint64 endNs)
{
    d->finishReading(how);
    return d->finishFacts(how, endNs);
}

} // namespace streamgauge
