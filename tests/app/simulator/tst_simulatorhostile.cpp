// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/simulator/rawclient.h"
#include "tests/app/simulator/simulatorrun.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;
using namespace streamgauge::test;

/// Whatever a client sends, it gets a clear answer or none, and the endpoint goes on.
class TestSimulatorHostile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void badHeads_data();
    void badHeads();
    void badBodies_data();
    void badBodies();
    void headersWithoutEnd();
    void aBodyOverTheLimitIsRefusedUnread();
    void aBodyAtTheLimitIsRead();
    void halfRequests();
    void manyConnectionsThatSayNothing();
};

void TestSimulatorHostile::badHeads_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::newRow("no version") << QByteArray("GET /\r\n\r\n") << 400;
    QTest::newRow("garbage") << QByteArray("\x16\x03\x01\x02\r\n\r\n") << 400;
    QTest::newRow("HTTP/2 preface") << QByteArray("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") << 505;
    QTest::newRow("relative target") << QByteArray("GET health HTTP/1.1\r\n\r\n") << 400;
    QTest::newRow("space in target") << QByteArray("GET /a b HTTP/1.1\r\n\r\n") << 400;
    QTest::newRow("bare LF") << QByteArray("GET /health HTTP/1.1\n\n") << 400;
    QTest::newRow("lone CR") << QByteArray("GET /health HTTP/1.1\r\nA: b\rc\r\n\r\n") << 400;
    QTest::newRow("NUL") << QByteArray("GET /health HTTP/1.1\r\nA: \0b\r\n\r\n", 32) << 400;
    QTest::newRow("no colon") << QByteArray("GET /health HTTP/1.1\r\nHost\r\n\r\n") << 400;
    QTest::newRow("space before colon") << QByteArray("GET /health HTTP/1.1\r\nHost : x\r\n\r\n") << 400;
    QTest::newRow("folded") << QByteArray("GET /health HTTP/1.1\r\nA: b\r\n c\r\n\r\n") << 400;
    QTest::newRow("no length") << QByteArray("GET /health HTTP/1.1\r\nContent-Length:\r\n\r\n") << 400;
    QTest::newRow("negative") << QByteArray("GET /health HTTP/1.1\r\nContent-Length: -1\r\n\r\n") << 400;
    QTest::newRow("signed") << QByteArray("GET /health HTTP/1.1\r\nContent-Length: +1\r\n\r\n") << 400;
    QTest::newRow("hex") << QByteArray("GET /health HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n") << 400;
    QTest::newRow("two lengths") << QByteArray(
        "POST /chat/completions HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}")
                                 << 400;
    QTest::newRow("over 64 bits") << QByteArray(
        "GET /health HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n")
                                  << 413;
    QTest::newRow("chunked body") << QByteArray(
        "POST /chat/completions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                                  << 411;
    QTest::newRow("a long header") << "GET /health HTTP/1.1\r\nA: " + QByteArray(70'000, 'x') + "\r\n\r\n" << 431;
    QTest::newRow("many headers") << "GET /health HTTP/1.1\r\n" + QByteArray("A: b\r\n").repeated(20'000) + "\r\n"
                                  << 431;
    QTest::newRow("a long target") << "GET /" + QByteArray(70'000, 'x') + " HTTP/1.1\r\n\r\n" << 431;
    QTest::newRow("endless empty lines") << QByteArray("\r\n").repeated(40'000) << 431;
}

void TestSimulatorHostile::badHeads()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    SimulatorRun run;
    RawClient client(run.port());
    client.send(request);
    const RawReply reply = client.read();
    QCOMPARE(reply.status, status);
    QCOMPARE(reply.end, RawReply::End::Complete);
    QCOMPARE(reply.header("Connection"), "close");
    QVERIFY(reply.json()[u"error"][u"message"].toString().size() > 10);
    QVERIFY(client.closedByPeer());
    QCOMPARE(get(run.port(), "/health").status, 200);
}

void TestSimulatorHostile::badBodies_data()
{
    const QByteArray open = R"({"model":"sim/fast","messages":[{"role":"user","content":"a"}],)";
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("named");
    QTest::newRow("empty") << QByteArray() << u"JSON"_s;
    QTest::newRow("no JSON") << QByteArray("hello") << u"JSON"_s;
    QTest::newRow("cut") << open << u"JSON"_s;
    QTest::newRow("a list") << QByteArray("[1]") << u"object"_s;
    QTest::newRow("deep") << QByteArray("[").repeated(100'000) << u"JSON"_s;
    QTest::newRow("not UTF-8") << QByteArray("{\"model\":\"\xff\"}") << u"JSON"_s;
    QTest::newRow("no model") << QByteArray(R"({"messages":[]})") << u"model"_s;
    QTest::newRow("no messages") << QByteArray(R"({"model":"sim/fast"})") << u"messages"_s;
    QTest::newRow("empty messages") << QByteArray(R"({"model":"sim/fast","messages":[]})") << u"messages"_s;
    QTest::newRow("messages a string") << QByteArray(R"({"model":"sim/fast","messages":"hi"})") << u"messages"_s;
    QTest::newRow("message a string") << QByteArray(R"({"model":"sim/fast","messages":["hi"]})") << u"messages"_s;
    QTest::newRow("no role") << QByteArray(R"({"model":"sim/fast","messages":[{"content":"a"}]})") << u"role"_s;
    QTest::newRow("content a number") << QByteArray(R"({"model":"sim/fast","messages":[{"role":"user","content":1}]})")
                                      << u"content"_s;
    QTest::newRow("parts of strings") << QByteArray(
        R"({"model":"sim/fast","messages":[{"role":"user","content":["a"]}]})")
                                      << u"content"_s;
    QTest::newRow("stream a string") << open + R"("stream":"yes"})" << u"stream"_s;
    QTest::newRow("ignore_eos a number") << open + R"("ignore_eos":1})" << u"ignore_eos"_s;
    QTest::newRow("stream_options a list") << open + R"("stream_options":[]})" << u"stream_options"_s;
    QTest::newRow("include_usage a number") << open + R"("stream_options":{"include_usage":1}})" << u"include_usage"_s;
    QTest::newRow("max_tokens a string") << open + R"("max_tokens":"5"})" << u"max_tokens"_s;
    QTest::newRow("max_tokens a fraction") << open + R"("max_tokens":5.5})" << u"max_tokens"_s;
    QTest::newRow("max_tokens negative") << open + R"("max_tokens":-5})" << u"max_tokens"_s;
    QTest::newRow("max_completion_tokens") << open + R"("max_completion_tokens":[]})" << u"max_completion_tokens"_s;
}

void TestSimulatorHostile::badBodies()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, named);
    SimulatorRun run;
    RawClient client(run.port());
    client.sendChat(body);
    const RawReply reply = client.read();
    QCOMPARE(reply.status, 400);
    const JsonValue error = reply.json()[u"error"];
    QCOMPARE(error[u"type"].toString(), u"invalid_request_error"_s);
    QVERIFY2(error[u"message"].toString().contains(named), qPrintable(error[u"message"].toString()));
    client.sendGet("/health"); // the connection is as good as before
    QCOMPARE(client.read().status, 200);
}

void TestSimulatorHostile::headersWithoutEnd()
{
    SimulatorRun run;
    RawClient client(run.port());
    const qint64 before = run.residentKiB();
    client.send("GET /health HTTP/1.1\r\n");
    const QByteArray line = "A: " + QByteArray(1000, 'x') + "\r\n";
    for (int i = 0; i < 20'000 && client.send(line); ++i) { }
    const RawReply reply = client.read();
    QCOMPARE(reply.status, 431);
    QVERIFY(run.residentKiB() - before < 8 * 1024);
    QCOMPARE(get(run.port(), "/health").status, 200);
}

void TestSimulatorHostile::aBodyOverTheLimitIsRefusedUnread()
{
    SimulatorRun run;
    RawClient client(run.port());
    const qint64 before = run.residentKiB();
    client.send("POST /chat/completions HTTP/1.1\r\nContent-Length: 67108865\r\n\r\n");
    const QByteArray block(1 << 20, 'x');
    for (int i = 0; i < 80 && client.send(block); ++i) { }
    const RawReply reply = client.read();
    QCOMPARE(reply.status, 413);
    QVERIFY(run.residentKiB() - before < 8 * 1024);
}

void TestSimulatorHostile::aBodyAtTheLimitIsRead()
{
    SimulatorRun run({u"--ttft-ms"_s, u"1"_s, u"--itl-ms"_s, u"1"_s});
    RawClient client(run.port());
    QByteArray body = ChatBody{.maxTokens = 2}.json();
    body.append(QByteArray(67'108'864 - body.size(), ' '));
    QVERIFY(client.sendChat(body));
    QCOMPARE(client.read(30'000).contentChunks(), 2);
}

void TestSimulatorHostile::halfRequests()
{
    SimulatorRun run;
    const QByteArray whole = "POST /chat/completions HTTP/1.1\r\nContent-Length: 30\r\n\r\n{\"model\":\"sim/fast\"";
    for (qsizetype length = 0; length <= whole.size(); length += 5) {
        RawClient client(run.port());
        client.send(whole.left(length));
        QVERIFY(!client.closedByPeer(0));
    }
    QCOMPARE(get(run.port(), "/health").status, 200);
    QCOMPARE(run.exitCodeAfterInputEnds(), 0);
}

void TestSimulatorHostile::manyConnectionsThatSayNothing()
{
    SimulatorRun run({u"--backlog"_s, u"4"_s});
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 200; ++i)
        clients.push_back(std::make_unique<RawClient>(run.port()));
    QCOMPARE(get(run.port(), "/health").status, 200);
}

QTEST_GUILESS_MAIN(TestSimulatorHostile)
#include "tst_simulatorhostile.moc"
