// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/simulator/rawclient.h"
#include "tests/app/simulator/simulatorrun.h"

#include <QRegularExpression>
#include <QtTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace streamgauge;
using namespace streamgauge::test;

namespace {

const QStringList quick{u"--ttft-ms"_s, u"4"_s, u"--itl-ms"_s, u"1"_s};

qint64 usageOf(const RawReply &reply, QStringView count)
{
    for (const JsonValue &object : reply.objects()) {
        if (object[u"usage"].isObject())
            return object[u"usage"][count].toInteger(-1);
    }
    return -1;
}

JsonValue timingsOf(const RawReply &reply)
{
    for (const JsonValue &object : reply.objects()) {
        if (object[u"timings"].isObject())
            return object[u"timings"];
    }
    return {};
}

/// What is left when the stamps are taken out: wall time, the steady clock's, and what is computed from those.
QString withoutStamps(const RawReply &reply)
{
    static const QRegularExpression stamps(u"\"(created|sim_due_ns|sim_sent_ns)\": *\\d+|\"timings\":\\{[^}]*\\}"_s);
    return QString::fromUtf8(reply.body).remove(stamps);
}

} // namespace

class TestSimulatorModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_run.reset(); }

    void steadyHasUsageTimingsAndTheAskedLength();
    void usageCountsTheWordsOfAllMessages();
    void usageComesOnlyWhenAskedFor();
    void chunksAreDueAtFixedTimes();
    void everyEventCarriesItsStamps();
    void modelsHaveTheirOwnTimes();
    void reasoningComesBeforeTheAnswer();
    void bundledHasSeveralTokensAChunk();
    void noUsageNeverTells();
    void strictRefusesOneFieldAfterTheOther();
    void closingAnnouncesToKeepAndCloses();
    void holdSaysNothingAfterDone();
    void ownLengthIsSeeded();
    void lengthLimits_data();
    void lengthLimits();
    void sameSeedSameBytes();
    void wholeAnswers();
    void contextIsLimited();

private:
    [[nodiscard]] RawReply ask(const ChatBody &body) { return chat(m_run->port(), body); }

    std::unique_ptr<SimulatorRun> m_run;
};

void TestSimulatorModels::init()
{
    m_run = std::make_unique<SimulatorRun>(quick);
    QVERIFY(m_run->port() != 0);
}

void TestSimulatorModels::steadyHasUsageTimingsAndTheAskedLength()
{
    const RawReply reply = ask({.maxTokens = 9});
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.end, RawReply::End::Complete);
    QCOMPARE(reply.header("Content-Type"), "text/event-stream");
    QCOMPARE(reply.events().last(), "[DONE]");
    QCOMPARE(reply.contentChunks(), 9);
    QCOMPARE(reply.text().split(u' ').size(), 9);
    QCOMPARE(reply.finishReason(), u"length"_s);
    QCOMPARE(usageOf(reply, u"prompt_tokens"), 3 + 12);
    QCOMPARE(usageOf(reply, u"completion_tokens"), 9);
    QCOMPARE(usageOf(reply, u"total_tokens"), 3 + 12 + 9);
    const JsonValue timings = timingsOf(reply);
    QCOMPARE(timings[u"cache_n"].toInteger(-1), 0);
    QCOMPARE(timings[u"prompt_n"].toInteger(), 15);
    QCOMPARE(timings[u"predicted_n"].toInteger(), 9);
    QVERIFY(timings[u"prompt_ms"].toDouble() >= 4);
    QVERIFY(timings[u"predicted_ms"].toDouble() > 0);
    QVERIFY(timings[u"predicted_per_second"].toDouble() > 0);
}

void TestSimulatorModels::usageCountsTheWordsOfAllMessages()
{
    RawClient client(m_run->port());
    client.sendChat(R"({"model":"sim/steady","stream":true,"stream_options":{"include_usage":true},"max_tokens":1,
        "messages":[{"role":"system","content":"one  two"},
                    {"role":"user","content":[{"type":"text","text":"three\nfour"},{"type":"image_url"}]},
                    {"role":"assistant","content":null},{"role":"user","content":" five "}]})");
    const RawReply reply = client.read();
    QCOMPARE(usageOf(reply, u"prompt_tokens"), 5 + 12);
    QCOMPARE(reply.objects().back()[u"usage"][u"prompt_tokens_details"][u"cached_tokens"].toInteger(-1), 0);
}

void TestSimulatorModels::usageComesOnlyWhenAskedFor()
{
    const RawReply reply = ask({.includeUsage = false});
    QCOMPARE(reply.contentChunks(), 8);
    QCOMPARE(usageOf(reply, u"completion_tokens"), -1);
    QVERIFY(timingsOf(reply).isObject());
}

void TestSimulatorModels::chunksAreDueAtFixedTimes()
{
    const RawReply reply = ask({.maxTokens = 20});
    std::vector<qint64> due;
    for (const JsonValue &object : reply.objects()) {
        if (!object[u"choices"].array().empty() && object[u"choices"].array().front()[u"delta"][u"content"].isString())
            due.push_back(object[u"sim_due_ns"].toInteger());
    }
    QCOMPARE(due.size(), 20U);
    for (std::size_t i = 1; i < due.size(); ++i)
        QCOMPARE(due[i] - due[i - 1], 1'000'000);
}

void TestSimulatorModels::everyEventCarriesItsStamps()
{
    const RawReply reply = ask({.maxTokens = 20});
    QCOMPARE(reply.objects().size(), 20U + 3U); // and role, finish, usage
    QCOMPARE(reply.objects().size() + 1, static_cast<std::size_t>(reply.events().size()));
    qint64 last = 0;
    for (const JsonValue &object : reply.objects()) {
        const qint64 sent = object[u"sim_sent_ns"].toInteger();
        QVERIFY(sent >= object[u"sim_due_ns"].toInteger(std::numeric_limits<qint64>::max()));
        QVERIFY(sent >= last);
        last = sent;
    }
}

void TestSimulatorModels::modelsHaveTheirOwnTimes()
{
    SimulatorRun own;
    const auto gaps = [&own](const QByteArray &model) {
        const RawReply reply = chat(own.port(), {.model = model, .maxTokens = 2});
        const qint64 gap =
            reply.objects()[2][u"sim_due_ns"].toInteger() - reply.objects()[1][u"sim_due_ns"].toInteger();
        return std::pair(gap, timingsOf(reply)[u"prompt_ms"].toDouble());
    };
    const auto [steadyGap, steadyPromptMs] = gaps("sim/steady");
    QCOMPARE(steadyGap, 20'000'000);
    QVERIFY(steadyPromptMs >= 120);
    const auto [fastGap, fastPromptMs] = gaps("sim/fast");
    QCOMPARE(fastGap, 2'000'000);
    QVERIFY(fastPromptMs >= 10);
}

void TestSimulatorModels::reasoningComesBeforeTheAnswer()
{
    const RawReply reply = ask({.model = "sim/reasoning", .maxTokens = 10});
    QCOMPARE(reply.contentChunks(), 10);
    QCOMPARE(reply.text(u"reasoning_content"_s).split(u' ').size(), 5);
    QCOMPARE(reply.text().split(u' ').size(), 5);
    QVERIFY(reply.body.lastIndexOf("\"reasoning_content\"") < reply.body.indexOf("\"content\":\""));
    QCOMPARE(usageOf(reply, u"completion_tokens"), 10);
}

void TestSimulatorModels::bundledHasSeveralTokensAChunk()
{
    const RawReply reply = ask({.model = "sim/bundled", .maxTokens = 40});
    QCOMPARE(usageOf(reply, u"completion_tokens"), 40);
    QCOMPARE(reply.text().split(u' ').size(), 40);
    QVERIFY(reply.contentChunks() <= 20);
    QVERIFY(reply.contentChunks() >= 8);
}

void TestSimulatorModels::noUsageNeverTells()
{
    const RawReply reply = ask({.model = "sim/no-usage"});
    QCOMPARE(reply.contentChunks(), 8);
    QCOMPARE(reply.events().last(), "[DONE]");
    QVERIFY(!reply.body.contains("\"usage\""));
    QVERIFY(!reply.body.contains("timings"));
}

void TestSimulatorModels::strictRefusesOneFieldAfterTheOther()
{
    const auto param = [](const RawReply &reply) { return reply.json()[u"error"][u"param"].toString(); };
    const RawReply both = ask({.model = "sim/strict"});
    QCOMPARE(both.status, 400);
    QCOMPARE(param(both), u"ignore_eos"_s);
    QVERIFY(both.body.contains("Unrecognized request argument supplied: ignore_eos"));
    QVERIFY(!both.body.contains("stream_options"));
    const RawReply options = ask({.model = "sim/strict", .ignoreEos = false});
    QCOMPARE(options.status, 400);
    QCOMPARE(param(options), u"stream_options"_s);
    const RawReply plain = ask({.model = "sim/strict", .ignoreEos = false, .includeUsage = false});
    QCOMPARE(plain.status, 200);
    QVERIFY(plain.contentChunks() >= 1);
    QCOMPARE(plain.events().last(), "[DONE]");
}

void TestSimulatorModels::closingAnnouncesToKeepAndCloses()
{
    RawClient kept(m_run->port());
    for (int i = 0; i < 3; ++i) {
        kept.sendChat(ChatBody{}.json());
        QCOMPARE(kept.read().header("Connection"), "keep-alive");
    }
    RawClient closing(m_run->port());
    closing.sendChat(ChatBody{.model = "sim/closing"}.json());
    const RawReply reply = closing.read();
    QCOMPARE(reply.header("Connection"), "keep-alive");
    QCOMPARE(reply.end, RawReply::End::Complete);
    QCOMPARE(reply.contentChunks(), 8);
    QVERIFY(closing.closedByPeer());
}

void TestSimulatorModels::holdSaysNothingAfterDone()
{
    RawClient client(m_run->port());
    client.sendChat(ChatBody{.model = "sim/hold"}.json());
    const RawReply reply = client.read(400);
    QCOMPARE(reply.events().last(), "[DONE]");
    QCOMPARE(reply.end, RawReply::End::Timeout);
    QVERIFY(!client.closedByPeer(100));
    QVERIFY(get(m_run->port(), "/metrics").body.contains("requests_processing 0\n"));
}

void TestSimulatorModels::ownLengthIsSeeded()
{
    QSet<int> lengths;
    for (int i = 0; i < 12; ++i) {
        ChatBody body{.content = "prompt number " + QByteArray::number(i), .maxTokens = 30, .ignoreEos = false};
        const RawReply reply = ask(body);
        const int length = reply.contentChunks();
        QVERIFY(length >= 1 && length <= 30);
        QCOMPARE(usageOf(reply, u"completion_tokens"), length);
        QCOMPARE(reply.finishReason(), length == 30 ? u"length"_s : u"stop"_s);
        QCOMPARE(ask(body).contentChunks(), length);
        lengths.insert(length);
    }
    QVERIFY(lengths.size() > 4);
}

void TestSimulatorModels::lengthLimits_data()
{
    QTest::addColumn<QByteArray>("limit");
    QTest::addColumn<int>("tokens");
    QTest::newRow("max_tokens") << QByteArray(R"("max_tokens":3)") << 3;
    QTest::newRow("max_completion_tokens") << QByteArray(R"("max_completion_tokens":3)") << 3;
    QTest::newRow("the newer name decides") << QByteArray(R"("max_tokens":5,"max_completion_tokens":3)") << 3;
    QTest::newRow("none is one all the same") << QByteArray(R"("max_tokens":0)") << 1;
    QTest::newRow("no limit") << QByteArray(R"("max_tokens":-1)") << 256;
    QTest::newRow("not given") << QByteArray(R"("temperature":0)") << 256;
    QTest::newRow("null") << QByteArray(R"("max_tokens":null)") << 256;
}

void TestSimulatorModels::lengthLimits()
{
    QFETCH(QByteArray, limit);
    QFETCH(int, tokens);
    RawClient client(m_run->port());
    client.sendChat(
        R"({"model":"sim/fast","stream":true,"ignore_eos":true,"messages":[{"role":"user"}],)" + limit + "}");
    QCOMPARE(client.read().contentChunks(), tokens);
}

void TestSimulatorModels::sameSeedSameBytes()
{
    SimulatorRun again(quick);
    SimulatorRun other(quick + QStringList{u"--seed"_s, u"2"_s});
    bool differs = false;
    for (const char *model : {"sim/steady", "sim/reasoning", "sim/bundled", "sim/no-usage", "sim/closing"}) {
        const ChatBody body{.model = model, .maxTokens = 50, .ignoreEos = false};
        const QString bytes = withoutStamps(ask(body));
        QVERIFY(bytes.contains(u"[DONE]"_s));
        QCOMPARE(withoutStamps(chat(again.port(), body)), bytes);
        differs = differs || withoutStamps(chat(other.port(), body)) != bytes;
    }
    QVERIFY(differs);
}

void TestSimulatorModels::wholeAnswers()
{
    RawReply reply = ask({.model = "sim/reasoning", .maxTokens = 6, .stream = false});
    QCOMPARE(reply.status, 200);
    const JsonValue json = reply.json();
    QCOMPARE(json[u"object"].toString(), u"chat.completion"_s);
    const JsonValue &choice = json[u"choices"].array().front();
    QCOMPARE(choice[u"message"][u"content"].toString().split(u' ').size(), 3);
    QCOMPARE(choice[u"message"][u"reasoning_content"].toString().split(u' ').size(), 3);
    QCOMPARE(choice[u"finish_reason"].toString(), u"length"_s);
    QCOMPARE(json[u"usage"][u"completion_tokens"].toInteger(), 6);
    QVERIFY(json[u"sim_sent_ns"].toInteger() > 0);
    QCOMPARE(ask({.model = "sim/no-usage", .stream = false}).json()[u"usage"].isNull(), true);
}

void TestSimulatorModels::contextIsLimited()
{
    QByteArray words("w");
    words.reserve(2 * 131'072);
    for (int i = 1; i < 131'072 - 12 - 2; ++i)
        words += " w";
    const RawReply nearlyFull = ask({.content = words, .maxTokens = 100});
    QCOMPARE(usageOf(nearlyFull, u"completion_tokens"), 2);
    QCOMPARE(nearlyFull.finishReason(), u"length"_s);
    const RawReply over = ask({.content = words + " w w w", .maxTokens = 100});
    QCOMPARE(over.status, 400);
    QCOMPARE(over.json()[u"error"][u"type"].toString(), u"exceed_context_size_error"_s);
}

QTEST_GUILESS_MAIN(TestSimulatorModels)
#include "tst_simulatormodels.moc"
