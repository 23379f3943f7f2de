// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/quirk.h"

#include "tests/support/streamcase.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace streamgauge::test {

namespace {

QJsonValue count(const std::optional<qint64> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonValue usageOf(const StreamFacts &facts)
{
    if (!facts.usage)
        return {};
    const Usage &usage = *facts.usage;
    return QJsonArray{count(usage.promptTokens), count(usage.completionTokens), count(usage.totalTokens),
        count(usage.cachedTokens), count(usage.reasoningTokens)};
}

QJsonArray toolCallsOf(const StreamFacts &facts)
{
    QJsonArray calls;
    for (const ToolCall &call : facts.toolCalls)
        calls.append(QJsonArray{call.id, call.name, call.arguments});
    return calls;
}

QJsonObject anomaliesOf(const StreamFacts &facts)
{
    QJsonObject anomalies;
    for (const auto &[code, times] : facts.anomalies)
        anomalies.insert(code, times);
    return anomalies;
}

QString endName(StreamEnd end)
{
    switch (end) {
    case StreamEnd::NoConnection:
        return u"no_connection"_s;
    case StreamEnd::Done:
        return u"done"_s;
    case StreamEnd::BodyEnd:
        return u"body_end"_s;
    case StreamEnd::Cut:
        return u"cut"_s;
    case StreamEnd::Idle:
        return u"idle"_s;
    case StreamEnd::Timeout:
        return u"timeout"_s;
    case StreamEnd::Cancelled:
        return u"cancelled"_s;
    }
    return {};
}

QString shown(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

QStringList differences(const QJsonObject &expected, const QJsonObject &found)
{
    QStringList differences;
    for (const QString &key : expected.keys()) {
        if (!found.contains(key))
            differences += u"no field is called "_s + key;
        else if (expected[key] != found[key])
            differences += u"%1: expected %2, found %3"_s.arg(key, shown(expected[key]), shown(found[key]));
    }
    return differences;
}

} // namespace

const QByteArray stop = R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})";
const QByteArray done = "[DONE]";

QByteArray events(const QList<QByteArray> &payloads)
{
    QByteArray body;
    for (const QByteArray &payload : payloads)
        body += "data: " + payload + "\n\n";
    return body;
}

QByteArray deltaChunk(const QByteArray &members, const QByteArray &finish)
{
    return R"({"choices":[{"index":0,"delta":{)" + members + R"(},"finish_reason":)" + finish + "}]}";
}

QByteArray content(const QByteArray &text)
{
    return deltaChunk("\"content\":\"" + text + '"');
}

QJsonObject observed(const StreamFacts &facts)
{
    const RequestRecord record = judgeLoadRequest(0, facts);
    return {
        {u"outcome"_s, outcomeName(record.outcome)},
        {u"error_kind"_s, record.error ? QJsonValue(errorKindName(record.error->kind)) : QJsonValue()},
        {u"message"_s, record.error ? record.error->message : QString()},
        {u"content_chunks"_s, facts.contentChunks},
        {u"answer_chunks"_s, facts.answerChunks},
        {u"first_delta_kind"_s, deltaKindName(facts.firstDeltaKind)},
        {u"finish_reason"_s, facts.finishReason},
        {u"end"_s, endName(facts.end)},
        {u"answer"_s, facts.answerText},
        {u"reasoning"_s, facts.reasoningText},
        {u"tool_calls"_s, toolCallsOf(facts)},
        {u"usage"_s, usageOf(facts)},
        {u"usage_raw"_s, QString::fromUtf8(facts.usageRaw)},
        {u"timings_raw"_s, QString::fromUtf8(facts.timingsRaw)},
        {u"input_tokens"_s, count(record.inputTokens)},
        {u"output_tokens"_s, count(record.outputTokens)},
        {u"cached_tokens"_s, count(record.cachedTokens)},
        {u"excluded"_s, count(record.usageExcludedTokens)},
        {u"warnings"_s, QJsonArray::fromStringList(record.warnings)},
        {u"anomalies"_s, anomaliesOf(facts)},
        {u"model"_s, facts.serverModel},
        {u"simulated"_s, facts.simulated},
    };
}

StreamFacts readBody(const std::vector<QByteArray> &pieces, StreamEnd end, ChatStream::Options options)
{
    ChatStream stream(options);
    qint64 stamp = 1000;
    for (const QByteArray &piece : pieces)
        stream.receive(piece, stamp++);
    StreamFacts facts = stream.finish(end, stamp);
    facts.httpStatus = 200;
    facts.dispatchNs = 0;
    return facts;
}

void addQuirks(const std::vector<Quirk> &quirks)
{
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < quirks.size(); ++i)
        QTest::newRow(quirks[i].name) << static_cast<int>(i);
}

void checkQuirk(const std::vector<Quirk> &quirks)
{
    QFETCH(int, number);
    const Quirk &quirk = quirks[static_cast<std::size_t>(number)];
    QJsonParseError error;
    const QJsonObject expected = QJsonDocument::fromJson(quirk.expected, &error).object();
    QVERIFY2(!expected.isEmpty(), qPrintable(error.errorString()));
    for (const Delivery delivery : {Delivery::Whole, Delivery::SingleBytes, Delivery::Segments}) {
        const StreamFacts facts = readBody(cutInto(quirk.body, delivery), quirk.end);
        const QStringList wrong = differences(expected, observed(facts));
        QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromUtf8(deliveryName(delivery)) + u": " + wrong.join(u"; ")));
    }
}

} // namespace streamgauge::test
