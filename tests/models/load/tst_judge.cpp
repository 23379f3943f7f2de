// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/judge.h"

#include <QTest>

#include <functional>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

/// A success with three content chunks.
StreamFacts goodFacts()
{
    StreamFacts facts;
    facts.httpStatus = 200;
    facts.end = StreamEnd::Done;
    facts.doneSeen = true;
    facts.finishReason = u"stop"_s;
    facts.firstDeltaKind = DeltaKind::Answer;
    facts.contentChunks = 3;
    facts.answerChunks = 3;
    facts.reads = 2;
    facts.usage = Usage{
        .promptTokens = 512, .completionTokens = 5, .totalTokens = 517, .cachedTokens = {}, .reasoningTokens = {}};
    facts.usageRaw = "{}";
    facts.dispatchNs = 1'000;
    facts.headersNs = 1'050;
    facts.firstEventNs = 1'070;
    facts.firstDeltaNs = 1'100;
    facts.firstAnswerNs = 1'100;
    facts.lastDeltaNs = 1'160;
    facts.endNs = 1'200;
    facts.chunkNs = {1'100, 1'100, 1'160};
    facts.attempts = 1;
    return facts;
}

using Change = std::function<void(StreamFacts &)>;

} // namespace

Q_DECLARE_METATYPE(Change)

class tst_Judge final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void success();
    void failures_data();
    void failures();
    void warnings_data();
    void warnings();
    void failuresKeepTheirTimes();
    void usage();
    void rates();
    void outcomeNames();
};

void tst_Judge::success()
{
    StreamFacts facts = goodFacts();
    facts.connects = 1;
    facts.connectNs = 70;
    const RequestRecord record = judgeLoadRequest(42, facts);
    QCOMPARE(record.index, 42u);
    QCOMPARE(record.outcome, Outcome::Succeeded);
    QVERIFY(!record.error);
    QCOMPARE(record.dispatchNs, 1'000);
    QCOMPARE(record.connects, 1);
    QCOMPARE(record.connectNs.value(), 70);
    QCOMPARE(record.attempts, 1);
    QCOMPARE(record.firstEventNs.value(), 70);
    QCOMPARE(record.ttftNs.value(), 100);
    QCOMPARE(record.firstAnswerNs.value(), 100);
    QCOMPARE(record.lastDeltaNs.value(), 160);
    QCOMPARE(record.latencyNs.value(), 200);
    QCOMPARE(record.itlNs.held(), (std::vector<qint64>{0, 60}));
    QCOMPARE(record.contentChunks, 3);
    QCOMPARE(record.reads, 2);
    QCOMPARE(record.inputTokens.value(), 512);
    QCOMPARE(record.outputTokens.value(), 5);
    QVERIFY(!record.cachedTokens);
    QVERIFY(!record.usageExcludedTokens);
    QVERIFY(record.warnings.isEmpty());
    QCOMPARE(record.dispatchDelayNs, -1);

    facts.connects = 0;
    QVERIFY(!judgeLoadRequest(1, facts).connectNs);
}

void tst_Judge::failures_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const char *kind, const QString &message, Change change) {
        const QString outcome = qstrcmp(kind, "timeout") == 0 ? u"timed_out"_s
            : qstrcmp(kind, "cancelled") == 0                 ? u"cancelled"_s
                                                              : u"failed"_s;
        QTest::newRow(name) << change << outcome << QString::fromLatin1(kind) << message;
    };
    const auto unconnected = [](StreamFacts &facts) {
        facts = {};
        facts.transportError = u"Connection refused"_s;
    };
    row("no connection", "connection", u"Connection refused"_s, unconnected);
    row("no secure connection", "tls", u"Connection refused"_s, [=](StreamFacts &facts) {
        unconnected(facts);
        facts.tlsFailure = true;
    });
    row("another status", "http_status", u"HTTP status 500: no such model"_s, [](StreamFacts &facts) {
        facts.httpStatus = 500;
        facts.errorBody = uR"({"error":{"message":"no such model"}})"_s;
    });
    row("201 is another status too", "http_status", u"HTTP status 201."_s,
        [](StreamFacts &facts) { facts.httpStatus = 201; });
    row("a redirect", "http_status", u"points to http://h/v1/. Redirects are not followed"_s, [](StreamFacts &facts) {
        facts.httpStatus = 307;
        facts.location = u"http://h/v1/"_s;
    });
    row("a status goes before the timeout", "http_status", u"503"_s, [](StreamFacts &facts) {
        facts.httpStatus = 503;
        facts.end = StreamEnd::Timeout;
    });
    row("an error event", "error_event", u"The server reported an error: lost"_s, [](StreamFacts &facts) {
        facts.errorEvent = true;
        facts.errorMessage = u"lost"_s;
        facts.malformed = u"bad too"_s;
        facts.end = StreamEnd::Timeout;
    });
    row("finish_reason error", "error_event", u"finish_reason"_s,
        [](StreamFacts &facts) { facts.finishReason = u"error"_s; });
    row("time ran out in the answer", "timeout", u"after 3 content chunks"_s, [](StreamFacts &facts) {
        facts.end = StreamEnd::Timeout;
        facts.doneSeen = false;
        facts.malformed = u"bad too"_s;
    });
    row("time ran out before content", "timeout", u"before the answer had any content"_s, [](StreamFacts &facts) {
        facts.end = StreamEnd::Timeout;
        facts.contentChunks = 0;
    });
    row("time ran out before an answer", "timeout", u"before an answer came"_s, [](StreamFacts &facts) {
        facts = {};
        facts.end = StreamEnd::Timeout;
        facts.dispatchNs = 5;
    });
    row("time ran out before a connection", "timeout", u"before a connection stood"_s, [](StreamFacts &facts) {
        facts = {};
        facts.end = StreamEnd::Timeout;
    });
    row("stopped", "cancelled", u"stopped"_s, [](StreamFacts &facts) { facts.end = StreamEnd::Cancelled; });
    row("stopped before a connection stood", "cancelled", u"stopped"_s, [](StreamFacts &facts) {
        facts = {};
        facts.end = StreamEnd::Cancelled;
    });
    row("malformed", "malformed_stream", u"bad"_s, [](StreamFacts &facts) { facts.malformed = u"bad"_s; });
    row("bytes that are no status line", "malformed_stream", u"bad"_s, [](StreamFacts &facts) {
        facts = {};
        facts.end = StreamEnd::Cut;
        facts.malformed = u"bad"_s;
    });
    row("a clean end with neither mark", "ended_early", u"ended after 3 content chunks"_s, [](StreamFacts &facts) {
        facts.end = StreamEnd::BodyEnd;
        facts.doneSeen = false;
        facts.finishReason.clear();
    });
    row("a cut with neither mark", "ended_early",
        u"cut after 3 content chunks, before [DONE] or a finish_reason: reset"_s, [](StreamFacts &facts) {
            facts.end = StreamEnd::Cut;
            facts.doneSeen = false;
            facts.finishReason.clear();
            facts.transportError = u"reset"_s;
        });
    row("ended early goes before empty", "ended_early", u"0 content chunks"_s, [](StreamFacts &facts) {
        facts.end = StreamEnd::BodyEnd;
        facts.doneSeen = false;
        facts.finishReason.clear();
        facts.contentChunks = 0;
    });
    row("nothing in it", "empty_completion", u"no content"_s, [](StreamFacts &facts) { facts.contentChunks = 0; });
}

void tst_Judge::failures()
{
    QFETCH(Change, change);
    QFETCH(QString, outcome);
    QFETCH(QString, kind);
    QFETCH(QString, message);
    StreamFacts facts = goodFacts();
    facts.retryAfterS = 6.5;
    change(facts);
    const RequestRecord record = judgeLoadRequest(0, facts);
    QCOMPARE(outcomeName(record.outcome), outcome);
    QVERIFY(record.error);
    QCOMPARE(errorKindName(record.error->kind), kind);
    QVERIFY2(record.error->message.contains(message), qPrintable(record.error->message));
    const bool status = record.error->kind == ErrorKind::HttpStatus;
    QCOMPARE(record.error->httpStatus.has_value(), status);
    QCOMPARE(record.error->retryAfterS.has_value(), status);
    QVERIFY(record.warnings.isEmpty());
}

void tst_Judge::warnings_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("warnings");
    const auto row = [](const char *name, QStringList warnings, Change change) {
        QTest::newRow(name) << change << warnings;
    };
    for (const auto &known : {u"length"_s, u"tool_calls"_s, u"function_call"_s, u"content_filter"_s, u"eos_token"_s,
             u"stop_sequence"_s, u"eos"_s, u"model_length"_s}) {
        row(qPrintable(known), {}, [known](StreamFacts &facts) { facts.finishReason = known; });
    }
    row("no finish_reason", {u"no_finish_reason"_s}, [](StreamFacts &facts) { facts.finishReason.clear(); });
    row("abort", {u"finish_reason_abort"_s}, [](StreamFacts &facts) { facts.finishReason = u"abort"_s; });
    row("unknown", {u"finish_reason_unknown"_s}, [](StreamFacts &facts) { facts.finishReason = u"Stop"_s; });
    row("cut", {u"cut_after_finish"_s}, [](StreamFacts &facts) {
        facts.end = StreamEnd::Cut;
        facts.doneSeen = false;
    });
    row("idle", {u"no_end_marker"_s}, [](StreamFacts &facts) {
        facts.end = StreamEnd::Idle;
        facts.doneSeen = false;
    });
    row("a clean end of the body needs no mark", {}, [](StreamFacts &facts) {
        facts.end = StreamEnd::BodyEnd;
        facts.doneSeen = false;
    });
    row("think tags", {u"reasoning_in_answer"_s}, [](StreamFacts &facts) { facts.thinkTagInAnswer = true; });
    row("excluded tokens", {u"usage_excludes_reasoning"_s}, [](StreamFacts &facts) { facts.usage->totalTokens = 600; });
    row("the reply before was held open", {u"body_held_open"_s},
        [](StreamFacts &facts) { facts.afterHeldBody = true; });
    row("several", {u"finish_reason_abort"_s, u"no_end_marker"_s, u"reasoning_in_answer"_s}, [](StreamFacts &facts) {
        facts.finishReason = u"abort"_s;
        facts.end = StreamEnd::Idle;
        facts.doneSeen = false;
        facts.thinkTagInAnswer = true;
    });
}

void tst_Judge::warnings()
{
    QFETCH(Change, change);
    QFETCH(QStringList, warnings);
    StreamFacts facts = goodFacts();
    change(facts);
    const RequestRecord record = judgeLoadRequest(0, facts);
    QCOMPARE(record.outcome, Outcome::Succeeded);
    QCOMPARE(record.warnings, warnings);
}

void tst_Judge::failuresKeepTheirTimes()
{
    StreamFacts facts = goodFacts();
    facts.errorEvent = true;
    const RequestRecord record = judgeLoadRequest(0, facts);
    QCOMPARE(record.ttftNs.value(), 100);
    QCOMPARE(record.latencyNs.value(), 200);
    QCOMPARE(record.itlNs.count(), 2);

    StreamFacts undispatched;
    undispatched.endNs = 500;
    const RequestRecord none = judgeLoadRequest(0, undispatched);
    QCOMPARE(none.dispatchNs, -1);
    QVERIFY(!none.ttftNs && !none.latencyNs && !none.lastDeltaNs && !none.firstAnswerNs && !none.connectNs);
    QCOMPARE(none.attempts, 0);
}

void tst_Judge::usage()
{
    StreamFacts facts = goodFacts();
    facts.usage->totalTokens = 857;
    QCOMPARE(judgeLoadRequest(0, facts).usageExcludedTokens.value(), 340);
    QCOMPARE(judgeLoadRequest(0, facts).outputTokens.value(), 5);
    facts.usage->totalTokens = 500;
    QVERIFY(!judgeLoadRequest(0, facts).usageExcludedTokens);
    facts.usage->totalTokens.reset();
    QVERIFY(!judgeLoadRequest(0, facts).usageExcludedTokens);

    facts.timings = ServerTimings{};
    facts.timings->cacheN = 30;
    QCOMPARE(judgeLoadRequest(0, facts).cachedTokens.value(), 30);
    facts.usage->cachedTokens = 0;
    QCOMPARE(judgeLoadRequest(0, facts).cachedTokens.value(), 0);

    facts.usage->completionTokens = 0;
    const RequestRecord uncounted = judgeLoadRequest(0, facts);
    QVERIFY(!uncounted.outputTokens && !uncounted.inputTokens);
    QCOMPARE(uncounted.usageRaw, QByteArray("{}"));
}

void tst_Judge::rates()
{
    RequestRecord record;
    record.outputTokens = 101;
    record.inputTokens = 500;
    record.ttftNs = 250'000'000;
    record.lastDeltaNs = 2'250'000'000;
    record.reads = 7;
    QCOMPARE(record.decodeTpsClient().value(), 50.0);
    QCOMPARE(record.promptTpsClient().value(), 2000.0);

    const auto with = [&record](auto change) {
        RequestRecord changed = record;
        change(changed);
        return changed;
    };
    const RequestRecord oneRead = with([](RequestRecord &r) { r.reads = 1; });
    QVERIFY(!oneRead.decodeTpsClient() && !oneRead.promptTpsClient());
    const RequestRecord oneToken = with([](RequestRecord &r) { r.outputTokens = 1; });
    QVERIFY(!oneToken.decodeTpsClient() && !oneToken.promptTpsClient());
    const RequestRecord noUsage = with([](RequestRecord &r) { r.outputTokens.reset(); });
    QVERIFY(!noUsage.decodeTpsClient() && !noUsage.promptTpsClient());
    const RequestRecord cached = with([](RequestRecord &r) { r.cachedTokens = 1; });
    QVERIFY(cached.decodeTpsClient() && !cached.promptTpsClient());
    const RequestRecord cacheN = with([](RequestRecord &r) {
        r.cachedTokens = 0;
        r.timingsRaw = R"({"cache_n":3,"prompt_n":1})";
    });
    QVERIFY(cacheN.decodeTpsClient() && !cacheN.promptTpsClient());
    const RequestRecord uncached = with([](RequestRecord &r) { r.timingsRaw = R"({"cache_n":0})"; });
    QVERIFY(uncached.promptTpsClient());
    const RequestRecord atOnce = with([](RequestRecord &r) { r.lastDeltaNs = r.ttftNs; });
    QVERIFY(!atOnce.decodeTpsClient());
    const RequestRecord contentless = with([](RequestRecord &r) { r.ttftNs.reset(); });
    QVERIFY(!contentless.decodeTpsClient() && !contentless.promptTpsClient());
}

void tst_Judge::outcomeNames()
{
    for (const auto &name : {u"succeeded"_s, u"failed"_s, u"timed_out"_s, u"cancelled"_s})
        QCOMPARE(outcomeName(outcomeFromName(name).value()), name);
    QVERIFY(!outcomeFromName(u"ok"));
}

QTEST_GUILESS_MAIN(tst_Judge)
#include "tst_judge.moc"
