// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/judge.h"
#include "tests/app/endpoint/chatrig.h"
#include "tests/app/endpoint/quirk.h"

using namespace streamgauge;
using namespace streamgauge::test;
using namespace std::chrono_literals;

namespace {

QByteArray chunkOf(const QByteArray &payload)
{
    return httpChunk(events({payload}));
}

/// A whole answer in chunks.
ServerScript answer()
{
    return ServerScript().send(streamHead() + chunkOf(content("x")) + chunkOf(stop) + chunkOf(done) + lastHttpChunk);
}

/// Begins an answer that does not end.
ServerScript beginning()
{
    return ServerScript().send(streamHead() + chunkOf(content("x")));
}

ErrorKind kindOf(const StreamFacts &facts)
{
    return judgeLoadRequest(0, facts).error.value().kind;
}

} // namespace

/// One request from start to facts, against servers that behave and servers that do not.
class tst_ChatRequest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void success();
    void keptConnectionServesAgain();
    void heldBodyIsDrainedFor250Ms();
    void aBodyThatEndsIsNotHeldOpen();
    void ownConnectionClosesAtTheEndMark();
    void keptConnectionThatDiedIsDispatchedOnceMore();
    void ownConnectionIsNeverSentAgain();
    void secondDeathIsAFailure();
    void silenceAfterFinishReason();
    void lateEventsPutIdlenessOff();
    void timeoutCountsFromTheStart();
    void refusal_data();
    void refusal();
    void errorBodyIsBounded();
    void contentTypeDoesNotMatter();
    void nothingListens();
    void noStatusLine();
    void chunkLimit();
    void cancelAtAnyTime();
    void deletedInItsOwnSignals();
    void startedAgainFromItsOwnSignals();
    void stockManager();
};

void tst_ChatRequest::success()
{
    LoopbackServer server([](const ServerRequest &) { return answer(); });
    CurlLoop loop;
    ChatRig rig(loop);
    const qint64 before = SteadyClock::instance().nowNs();
    rig.start(server.url(), true);
    QVERIFY(rig.request->running());
    QVERIFY(rig.waitForIdle());
    QVERIFY(!rig.request->running());
    const StreamFacts facts = rig.request->takeFacts();
    QCOMPARE(facts.end, StreamEnd::Done);
    QCOMPARE(facts.httpStatus, 200);
    QCOMPARE(facts.answerText, QStringLiteral("x"));
    QVERIFY(before <= facts.dispatchNs && facts.dispatchNs <= facts.headersNs && facts.headersNs <= facts.firstDeltaNs);
    QVERIFY(facts.lastDeltaNs <= facts.endNs && facts.endNs <= SteadyClock::instance().nowNs());
    QCOMPARE(facts.connects, 1);
    QVERIFY(facts.connectNs > 0 && facts.connectNs <= facts.dispatchNs - before);
    QCOMPARE(facts.attempts, 1);
    QVERIFY(!facts.connectionKept);
    QCOMPARE(rig.dispatches->count(), 1);
    QCOMPARE(rig.ends->count(), 1);
    QCOMPARE(rig.idles->count(), 1);
}

void tst_ChatRequest::keptConnectionServesAgain()
{
    LoopbackServer server([](const ServerRequest &) { return answer(); });
    CurlLoop loop;
    ChatRig rig(loop);
    for (int run = 1; run <= 3; ++run) {
        rig.start(server.url(), false);
        QVERIFY(rig.waitForIdle(run));
        const StreamFacts facts = rig.request->takeFacts();
        QCOMPARE(facts.end, StreamEnd::Done);
        QCOMPARE(facts.connects, run == 1 ? 1 : 0);
        QCOMPARE(facts.connectNs >= 0, run == 1);
        QVERIFY(facts.connectionKept);
    }
    QCOMPARE(server.connections(), 1);
    QCOMPARE(server.posts(), 3);
}

void tst_ChatRequest::heldBodyIsDrainedFor250Ms()
{
    LoopbackServer server([](const ServerRequest &) {
        return ServerScript().send(streamHead() + chunkOf(content("x")) + chunkOf(stop) + chunkOf(done)).silence();
    });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), false);
    QVERIFY(rig.ends->wait());
    QCOMPARE(rig.idles->count(), 0);
    QVERIFY(!rig.request->running());
    const StreamFacts facts = rig.request->takeFacts();
    const qint64 ended = SteadyClock::instance().nowNs();
    QVERIFY(rig.waitForIdle());
    QVERIFY(SteadyClock::instance().nowNs() - ended > second / 5);
    QCOMPARE(facts.end, StreamEnd::Done);
    QVERIFY(!facts.connectionKept);
    QVERIFY(!facts.afterHeldBody);
    QVERIFY(rig.request->bodyHeldOpen());
    QVERIFY(QTest::qWaitFor([&server] { return server.openConnections() == 0; }));

    rig.start(server.url(), false);
    QVERIFY(rig.waitForIdle(2));
    QVERIFY(rig.request->takeFacts().afterHeldBody);
}

void tst_ChatRequest::aBodyThatEndsIsNotHeldOpen()
{
    LoopbackServer server([](const ServerRequest &) { return answer(); });
    CurlLoop loop;
    ChatRig rig(loop);
    for (int run = 1; run <= 2; ++run) {
        rig.start(server.url(), false);
        QVERIFY(rig.waitForIdle(run));
        QVERIFY(!rig.request->bodyHeldOpen());
        QVERIFY(!rig.request->takeFacts().afterHeldBody);
    }
}

void tst_ChatRequest::ownConnectionClosesAtTheEndMark()
{
    LoopbackServer server([](const ServerRequest &) {
        return ServerScript().send(streamHead() + chunkOf(content("x")) + chunkOf(done)).silence();
    });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), true);
    QVERIFY(rig.ends->wait());
    QCOMPARE(rig.idles->count(), 1);
    QVERIFY(QTest::qWaitFor([&server] { return server.openConnections() == 0; }));
}

void tst_ChatRequest::keptConnectionThatDiedIsDispatchedOnceMore()
{
    // The second request on the connection meets its end.
    LoopbackServer server(
        [](const ServerRequest &request) { return request.number == 1 ? ServerScript().close() : answer(); });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), false);
    QVERIFY(rig.waitForIdle(1));
    (void)rig.request->takeFacts();
    rig.start(server.url(), false);
    const qint64 started = SteadyClock::instance().nowNs();
    QVERIFY(rig.waitForIdle(2));
    const StreamFacts facts = rig.request->takeFacts();
    QCOMPARE(facts.end, StreamEnd::Done);
    QCOMPARE(facts.attempts, 2);
    QCOMPARE(facts.connects, 1);
    QVERIFY(facts.dispatchNs > started);
    QVERIFY(facts.connectNs > 0);
    QCOMPARE(judgeLoadRequest(0, facts).outcome, Outcome::Succeeded);
    QCOMPARE(server.posts(), 3);
    QCOMPARE(rig.dispatches->count(), 3); // one an attempt
    QCOMPARE(rig.ends->count(), 2);
}

void tst_ChatRequest::ownConnectionIsNeverSentAgain()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().close(); });
    CurlLoop loop;
    for (const bool own : {true, false}) {
        ChatRig rig(loop);
        rig.start(server.url(), own);
        QVERIFY(rig.waitForIdle());
        const StreamFacts facts = rig.request->takeFacts();
        QCOMPARE(facts.end, StreamEnd::NoConnection);
        QCOMPARE(facts.attempts, 1);
        QCOMPARE(kindOf(facts), ErrorKind::Connection);
    }
    QCOMPARE(server.posts(), 2);
}

void tst_ChatRequest::secondDeathIsAFailure()
{
    LoopbackServer server(
        [](const ServerRequest &request) { return request.number == 0 ? answer() : ServerScript().close(); });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), false);
    QVERIFY(rig.waitForIdle(1));
    rig.start(server.url(), false);
    QVERIFY(rig.waitForIdle(2));
    const StreamFacts facts = rig.request->takeFacts();
    QCOMPARE(facts.attempts, 2);
    QCOMPARE(kindOf(facts), ErrorKind::Connection);
    QCOMPARE(server.posts(), 3);
}

void tst_ChatRequest::silenceAfterFinishReason()
{
    LoopbackServer server([](const ServerRequest &) { return beginning().send(chunkOf(stop)).silence(); });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), false);
    QVERIFY(rig.waitForIdle());
    const StreamFacts facts = rig.request->takeFacts();
    QCOMPARE(facts.end, StreamEnd::Idle);
    QVERIFY(SteadyClock::instance().nowNs() - facts.endNs >= 2 * second);
    QCOMPARE(judgeLoadRequest(0, facts).warnings, QStringList(QStringLiteral("no_end_marker")));
    QVERIFY(QTest::qWaitFor([&server] { return server.openConnections() == 0; }));
}

void tst_ChatRequest::lateEventsPutIdlenessOff()
{
    LoopbackServer server([](const ServerRequest &) {
        return beginning()
            .send(chunkOf(stop))
            .pause(1500ms)
            .send(chunkOf(R"({"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1}})"))
            .pause(1500ms)
            .send(chunkOf(done) + lastHttpChunk);
    });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), true);
    QVERIFY(rig.waitForIdle());
    const StreamFacts facts = rig.request->takeFacts();
    QCOMPARE(facts.end, StreamEnd::Done);
    QVERIFY(facts.usage.has_value());
}

void tst_ChatRequest::timeoutCountsFromTheStart()
{
    LoopbackServer silent([](const ServerRequest &) { return ServerScript().silence(); });
    LoopbackServer slow([](const ServerRequest &) { return beginning().silence(); });
    CurlLoop loop;
    for (const LoopbackServer *server : {&silent, &slow}) {
        ChatRig rig(loop);
        const qint64 before = SteadyClock::instance().nowNs();
        rig.start(server->url(), true, second / 4);
        QVERIFY(rig.waitForIdle());
        const StreamFacts facts = rig.request->takeFacts();
        QCOMPARE(facts.end, StreamEnd::Timeout);
        QVERIFY(facts.endNs - before >= second / 5);
        QCOMPARE(judgeLoadRequest(0, facts).outcome, Outcome::TimedOut);
        QCOMPARE(facts.contentChunks, server == &slow ? 1 : 0);
    }
}

void tst_ChatRequest::refusal_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("words");
    QTest::addColumn<double>("retryAfter");
    QTest::newRow("429") << 429 << QByteArray("Retry-After: 7\r\nretry-after-ms: 6500\r\n")
                         << QByteArray(R"({"error":{"message":"slow down"}})") << QStringLiteral("slow down") << 6.5;
    QTest::newRow("503 with a date") << 503
                                     << QByteArray("Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                                                   "Retry-After: Sun, 06 Nov 1994 08:50:07 GMT\r\n")
                                     << QByteArray("<html>busy</html>") << QStringLiteral("<html>busy</html>") << 30.0;
    QTest::newRow("307") << 307 << QByteArray("Location: /v1/chat/completions/\r\n") << QByteArray()
                         << QStringLiteral("points to /v1/chat/completions/") << -1.0;
    QTest::newRow("201") << 201 << QByteArray() << events({content("x"), done}) << QStringLiteral("HTTP status 201")
                         << -1.0;
    QTest::newRow("404 with nothing") << 404 << QByteArray() << QByteArray() << QStringLiteral("HTTP status 404.")
                                      << -1.0;
}

void tst_ChatRequest::refusal()
{
    QFETCH(int, status);
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, body);
    QFETCH(QString, words);
    QFETCH(double, retryAfter);
    LoopbackServer server(
        [=](const ServerRequest &) { return ServerScript().send(wholeResponse(status, body, fields)); });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), false);
    QVERIFY(rig.waitForIdle());
    const StreamFacts facts = rig.request->takeFacts();
    const RequestRecord record = judgeLoadRequest(0, facts);
    QCOMPARE(record.error.value().kind, ErrorKind::HttpStatus);
    QCOMPARE(record.error->httpStatus.value(), status);
    QVERIFY2(record.error->message.contains(words), qPrintable(record.error->message));
    QCOMPARE(record.error->retryAfterS.value_or(-1), retryAfter);
    QCOMPARE(record.contentChunks, 0);
    QVERIFY(facts.connectionKept);
    QCOMPARE(server.posts(), 1);
}

void tst_ChatRequest::errorBodyIsBounded()
{
    LoopbackServer endless([](const ServerRequest &) {
        return ServerScript().send("HTTP/1.1 500 x\r\n\r\n" + QByteArray(200'000, 'x')).silence();
    });
    LoopbackServer held([](const ServerRequest &) {
        return ServerScript().send("HTTP/1.1 500 x\r\nContent-Length: 9\r\n\r\nhalf").silence();
    });
    CurlLoop loop;
    ChatRig large(loop);
    ChatRig slow(loop);
    large.start(endless.url(), true);
    slow.start(held.url(), true);
    QVERIFY(large.waitForIdle());
    QCOMPARE(large.request->takeFacts().errorBody.size(), 64 * 1024);
    QVERIFY(slow.waitForIdle());
    const StreamFacts facts = slow.request->takeFacts();
    QCOMPARE(facts.errorBody, QStringLiteral("half"));
    QCOMPARE(kindOf(facts), ErrorKind::HttpStatus);
}

void tst_ChatRequest::contentTypeDoesNotMatter()
{
    const QByteArray stream = events({content("x"), stop, done});
    LoopbackServer server([&stream](const ServerRequest &) {
        return ServerScript().send(wholeResponse(200, stream, "Content-Type: application/json\r\n"));
    });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), true);
    QVERIFY(rig.waitForIdle());
    QCOMPARE(judgeLoadRequest(0, rig.request->takeFacts()).outcome, Outcome::Succeeded);
}

void tst_ChatRequest::nothingListens()
{
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(closedPort())), true);
    QVERIFY(rig.waitForIdle());
    const StreamFacts facts = rig.request->takeFacts();
    QCOMPARE(facts.end, StreamEnd::NoConnection);
    QCOMPARE(facts.dispatchNs, -1);
    QCOMPARE(facts.attempts, 0);
    QVERIFY(!facts.transportError.isEmpty());
    QCOMPARE(kindOf(facts), ErrorKind::Connection);
    QCOMPARE(rig.dispatches->count(), 0);
}

void tst_ChatRequest::noStatusLine()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send("SSH-2.0-OpenSSH\r\n").close(); });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.start(server.url(), true);
    QVERIFY(rig.waitForIdle());
    QCOMPARE(kindOf(rig.request->takeFacts()), ErrorKind::MalformedStream);
}

void tst_ChatRequest::chunkLimit()
{
    LoopbackServer server([](const ServerRequest &) {
        ServerScript script = beginning();
        for (int i = 0; i < 200; ++i)
            script.send(chunkOf(content("y")));
        return script.silence();
    });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.chunkLimit = 64;
    rig.start(server.url(), false);
    QVERIFY(rig.waitForIdle());
    QVERIFY(rig.request->chunkLimitReached());
    const StreamFacts facts = rig.request->takeFacts();
    QCOMPARE(facts.end, StreamEnd::Cancelled);
    QVERIFY(facts.contentChunks >= 64);
    QVERIFY(QTest::qWaitFor([&server] { return server.openConnections() == 0; }));
}

void tst_ChatRequest::cancelAtAnyTime()
{
    LoopbackServer server([](const ServerRequest &) { return beginning().send(chunkOf(done)).silence(); });
    LoopbackServer held([](const ServerRequest &) { return beginning().silence(); });
    CurlLoop loop;
    ChatRig rig(loop);
    rig.request->cancel(); // before
    QCOMPARE(rig.ends->count(), 0);

    rig.start(held.url(), false); // at once
    rig.request->cancel();
    QCOMPARE(rig.request->takeFacts().end, StreamEnd::Cancelled);
    QCOMPARE(rig.idles->count(), 1);

    rig.start(held.url(), false); // in mid-answer
    QVERIFY(rig.dispatches->wait());
    rig.request->cancel();
    QCOMPARE(kindOf(rig.request->takeFacts()), ErrorKind::Cancelled);
    QCOMPARE(rig.idles->count(), 2);

    rig.start(server.url(), false); // in the drain
    QVERIFY(rig.ends->wait());
    QCOMPARE(rig.idles->count(), 2);
    rig.request->cancel();
    QCOMPARE(rig.idles->count(), 3);
    QCOMPARE(rig.request->takeFacts().end, StreamEnd::Done);
    rig.request->cancel(); // after
    QCOMPARE(rig.ends->count(), 3);
}

void tst_ChatRequest::deletedInItsOwnSignals()
{
    LoopbackServer server([](const ServerRequest &) { return answer(); });
    CurlLoop loop;
    const auto deleteAt = [&](auto signal, bool own) {
        ChatRig rig(loop);
        bool deleted = false;
        QObject context;
        connect(rig.request.get(), signal, &context, [&] {
            rig.request.reset();
            deleted = true;
        });
        rig.start(server.url(), own);
        return QTest::qWaitFor([&deleted] { return deleted; });
    };
    for (const bool own : {true, false}) {
        QVERIFY(deleteAt(&ChatRequest::dispatched, own));
        QVERIFY(deleteAt(&ChatRequest::ended, own));
        QVERIFY(deleteAt(&ChatRequest::idle, own));
    }
}

void tst_ChatRequest::startedAgainFromItsOwnSignals()
{
    LoopbackServer server([](const ServerRequest &) { return answer(); });
    CurlLoop loop;
    for (const bool own : {true, false}) {
        ChatRig rig(loop);
        int left = 3;
        const auto again = [&] {
            if (--left > 0)
                rig.start(server.url(), own);
        };
        QObject context;
        connect(rig.request.get(), own ? &ChatRequest::ended : &ChatRequest::idle, &context, again);
        rig.start(server.url(), own);
        QVERIFY(QTest::qWaitFor([&rig] { return rig.ends->count() == 3 && !rig.request->running(); }));
        QCOMPARE(rig.request->takeFacts().end, StreamEnd::Done);
    }
    QCOMPARE(server.posts(), 6);
}

void tst_ChatRequest::stockManager()
{
    LoopbackServer server([](const ServerRequest &) { return answer(); });
    LoopbackServer refusing([](const ServerRequest &) {
        return ServerScript().send(wholeResponse(429, R"({"error":"slow down"})", "Retry-After: 3\r\n"));
    });
    ChatRig rig;
    rig.start(server.url(), false);
    QVERIFY(rig.waitForIdle(1));
    const StreamFacts facts = rig.request->takeFacts();
    QCOMPARE(facts.end, StreamEnd::Done);
    QCOMPARE(facts.answerText, QStringLiteral("x"));
    QVERIFY(facts.dispatchNs > 0 && facts.headersNs >= facts.dispatchNs && facts.firstDeltaNs >= facts.headersNs);
    QCOMPARE(rig.dispatches->count(), 1);

    rig.start(refusing.url(), true);
    QVERIFY(rig.waitForIdle(2));
    const RequestRecord refused = judgeLoadRequest(0, rig.request->takeFacts());
    QCOMPARE(refused.error.value().httpStatus.value(), 429);
    QCOMPARE(refused.error->retryAfterS.value(), 3.0);

    rig.start(QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(closedPort())), true);
    QVERIFY(rig.waitForIdle(3));
    QCOMPARE(kindOf(rig.request->takeFacts()), ErrorKind::Connection);
}

QTEST_GUILESS_MAIN(tst_ChatRequest)
#include "tst_chatrequest.moc"
