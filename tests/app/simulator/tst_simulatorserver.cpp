// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/simulator/rawclient.h"
#include "tests/app/simulator/simulatorrun.h"

#include <QtTest>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;
using namespace streamgauge;
using namespace streamgauge::test;

namespace {

const QStringList quick{u"--ttft-ms"_s, u"2"_s, u"--itl-ms"_s, u"1"_s};
/// Never ends within a test.
const ChatBody endless{.maxTokens = 100'000};

} // namespace

class TestSimulatorServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelListNamesTheSimulator();
    void pagesAreInLlamaCppsForm();
    void headHasNoBody();
    void unknownPathsAndMethods();
    void bothChatPaths();
    void aConnectionServesManyRequests();
    void requestsSentAheadAreAnsweredInOrder();
    void aRequestInSingleBytes();
    void http10EndsWithTheConnection();
    void continueIsSaid();
    void slotsQueueWhoComesLater();
    void aClientThatLeavesFreesItsSlotAtOnce();
    void aQueuedClientMayLeave();
    void metricsAddUp();
    void aSlowReaderCostsNoMemory();
    void endsWithItsInput();
    void endsWithItsInputInMidStream();
    void endsBySignal_data();
    void endsBySignal();
    void aTakenPortIsNamed();
    void listensOnLoopbackOnly();
};

void TestSimulatorServer::modelListNamesTheSimulator()
{
    SimulatorRun run;
    for (const char *path : {"/v1/models", "/models", "/v1/models?limit=5"}) {
        const RawReply reply = get(run.port(), path);
        QCOMPARE(reply.status, 200);
        const JsonValue list = reply.json();
        QStringList ids;
        for (const JsonValue &model : list[u"data"].array()) {
            ids << model[u"id"].toString();
            QCOMPARE(model[u"owned_by"].toString(), u"streamgauge-simulator"_s);
        }
        QCOMPARE(ids,
            (QStringList{u"sim/steady"_s, u"sim/fast"_s, u"sim/reasoning"_s, u"sim/bundled"_s, u"sim/no-usage"_s,
                u"sim/strict"_s, u"sim/flaky"_s, u"sim/closing"_s, u"sim/hold"_s}));
    }
}

void TestSimulatorServer::pagesAreInLlamaCppsForm()
{
    SimulatorRun run({u"--slots"_s, u"3"_s});
    QCOMPARE(get(run.port(), "/health").json()[u"status"].toString(), u"ok"_s);
    const JsonValue props = get(run.port(), "/props").json();
    QCOMPARE(props[u"total_slots"].toInteger(), 3);
    QVERIFY(props[u"default_generation_settings"][u"n_ctx"].toInteger() > 0);
    QVERIFY(props[u"chat_template"].isString());
    QVERIFY(props[u"build_info"].isString());
    const JsonValue slots_ = get(run.port(), "/slots").json();
    QCOMPARE(slots_.array().size(), 3U);
    QCOMPARE(slots_.array()[2][u"id"].toInteger(), 2);
    QCOMPARE(slots_.array()[2][u"is_processing"].toBool(true), false);
    const RawReply metrics = get(run.port(), "/metrics");
    QVERIFY(metrics.header("Content-Type").startsWith("text/plain"));
    QVERIFY(metrics.body.contains("# TYPE llamacpp:requests_processing gauge\nllamacpp:requests_processing 0\n"));
    QVERIFY(metrics.body.contains("# TYPE llamacpp:tokens_predicted_total counter\n"));
}

void TestSimulatorServer::headHasNoBody()
{
    SimulatorRun run;
    RawClient client(run.port());
    client.send("HEAD /v1/models HTTP/1.1\r\n\r\nGET /health HTTP/1.1\r\n\r\n");
    const RawReply head = client.readHead();
    QCOMPARE(head.status, 200);
    QCOMPARE(head.header("Content-Length").toLongLong(), get(run.port(), "/v1/models").body.size());
    QCOMPARE(client.read().body, "{\"status\":\"ok\"}"); // the next bytes are the next reply's
}

void TestSimulatorServer::unknownPathsAndMethods()
{
    SimulatorRun run;
    const RawReply missing = get(run.port(), "/v1/nothing");
    QCOMPARE(missing.status, 404);
    QVERIFY(missing.json()[u"error"][u"message"].toString().contains(u"/v1/nothing"_s));
    const RawReply chatByGet = get(run.port(), "/v1/chat/completions");
    QCOMPARE(chatByGet.status, 405);
    QCOMPARE(chatByGet.header("Allow"), "POST");
    RawClient client(run.port());
    client.send("POST /v1/models HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}");
    const RawReply modelsByPost = client.read();
    QCOMPARE(modelsByPost.status, 405);
    QCOMPARE(modelsByPost.header("Allow"), "GET, HEAD");
    const RawReply model = chat(run.port(), {.model = "gpt-\\u00e9"});
    QCOMPARE(model.status, 404);
    QCOMPARE(model.json()[u"error"][u"code"].toString(), u"model_not_found"_s);
    QVERIFY(model.json()[u"error"][u"message"].toString().contains(u"gpt-é"_s));
}

void TestSimulatorServer::bothChatPaths()
{
    SimulatorRun run(quick);
    const QByteArray body = ChatBody{}.json();
    for (const char *path : {"/chat/completions", "/v1/chat/completions", "http://h/v1/chat/completions"}) {
        RawClient client(run.port());
        client.send("POST " + QByteArray(path) + " HTTP/1.1\r\nContent-Length: " + QByteArray::number(body.size())
            + "\r\n\r\n" + body);
        QCOMPARE(client.read().contentChunks(), 8);
    }
}

void TestSimulatorServer::aConnectionServesManyRequests()
{
    SimulatorRun run(quick);
    RawClient client(run.port());
    for (int i = 0; i < 20; ++i) {
        client.sendChat(ChatBody{.maxTokens = 3}.json());
        QCOMPARE(client.read().contentChunks(), 3);
        client.sendGet("/health");
        QCOMPARE(client.read().status, 200);
    }
    client.sendChat(ChatBody{}.json(), "Connection: close\r\n");
    QCOMPARE(client.read().header("Connection"), "close");
    QVERIFY(client.closedByPeer());
}

void TestSimulatorServer::requestsSentAheadAreAnsweredInOrder()
{
    SimulatorRun run(quick);
    RawClient client(run.port());
    for (int i = 1; i <= 30; ++i)
        client.sendChat(ChatBody{.maxTokens = i}.json());
    for (int i = 0; i < 300; ++i)
        client.sendGet("/health");
    for (int i = 1; i <= 30; ++i)
        QCOMPARE(client.read().contentChunks(), i);
    for (int i = 0; i < 300; ++i)
        QCOMPARE(client.read().body, "{\"status\":\"ok\"}");
}

void TestSimulatorServer::aRequestInSingleBytes()
{
    SimulatorRun run(quick);
    RawClient client(run.port());
    const QByteArray body = ChatBody{}.json();
    const QByteArray request = "\r\nPOST /v1/chat/completions HTTP/1.1\r\ncontent-length:  "
        + QByteArray::number(body.size()) + " \r\nCONNECTION: Close\r\n\r\n" + body;
    for (const char byte : request)
        QVERIFY(client.send(QByteArray(1, byte)));
    QCOMPARE(client.read().contentChunks(), 8);
    QVERIFY(client.closedByPeer());
}

void TestSimulatorServer::http10EndsWithTheConnection()
{
    SimulatorRun run(quick);
    RawClient client(run.port());
    const QByteArray body = ChatBody{}.json();
    client.send("POST /chat/completions HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    const RawReply reply = client.read();
    QCOMPARE(reply.header("Transfer-Encoding"), QByteArray());
    QCOMPARE(reply.header("Connection"), "close");
    QCOMPARE(reply.end, RawReply::End::Closed);
    QCOMPARE(reply.contentChunks(), 8);
    QCOMPARE(reply.events().last(), "[DONE]");
}

void TestSimulatorServer::continueIsSaid()
{
    SimulatorRun run(quick);
    RawClient client(run.port());
    const QByteArray body = ChatBody{}.json();
    client.send("POST /chat/completions HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n");
    QCOMPARE(client.readHead().status, 100);
    client.send(body);
    QCOMPARE(client.read().contentChunks(), 8);
}

void TestSimulatorServer::slotsQueueWhoComesLater()
{
    SimulatorRun run(quick + QStringList{u"--slots"_s, u"2"_s});
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 4; ++i) {
        clients.push_back(std::make_unique<RawClient>(run.port()));
        clients.back()->sendChat(endless.json());
        if (i < 2)
            QCOMPARE(clients.back()->readHead().status, 200);
    }
    QCOMPARE(clients[2]->readHead(200).end, RawReply::End::Timeout); // no byte, as long as it waits
    const QByteArray metrics = get(run.port(), "/metrics").body;
    QVERIFY(metrics.contains("requests_processing 2\n"));
    QVERIFY(metrics.contains("requests_deferred 2\n"));
    const JsonValue slotList = get(run.port(), "/slots").json();
    for (const JsonValue &slot : slotList.array()) {
        QVERIFY(slot[u"is_processing"].toBool());
        QVERIFY(slot[u"next_token"].array().front()[u"n_remain"].toInteger() > 0);
    }
    clients[0]->close();
    QCOMPARE(clients[2]->readHead().status, 200); // first come, first served
    QCOMPARE(clients[3]->readHead(100).end, RawReply::End::Timeout);
    clients[1]->close();
    QCOMPARE(clients[3]->readHead().status, 200);
}

void TestSimulatorServer::aClientThatLeavesFreesItsSlotAtOnce()
{
    // Nothing is written for an hour: only its leaving can tell.
    SimulatorRun run({u"--slots"_s, u"1"_s, u"--ttft-ms"_s, u"3600000"_s});
    for (int i = 0; i < 5; ++i) {
        RawClient client(run.port());
        client.sendChat(endless.json());
        QCOMPARE(client.readHead().status, 200);
    }
}

void TestSimulatorServer::aQueuedClientMayLeave()
{
    SimulatorRun run(quick + QStringList{u"--slots"_s, u"1"_s});
    RawClient first(run.port());
    first.sendChat(endless.json());
    QCOMPARE(first.readHead().status, 200);
    RawClient leaves(run.port());
    leaves.sendChat(endless.json());
    RawClient stays(run.port());
    stays.sendChat(ChatBody{.maxTokens = 4}.json());
    QTRY_VERIFY(get(run.port(), "/metrics").body.contains("requests_deferred 2\n"));
    leaves.close();
    QTRY_VERIFY(get(run.port(), "/metrics").body.contains("requests_deferred 1\n"));
    first.close();
    QCOMPARE(stays.read().contentChunks(), 4);
}

void TestSimulatorServer::metricsAddUp()
{
    SimulatorRun run(quick);
    for (int tokens : {3, 5, 7})
        QCOMPARE(chat(run.port(), {.maxTokens = tokens}).contentChunks(), tokens);
    const QByteArray metrics = get(run.port(), "/metrics").body;
    QVERIFY(metrics.contains("llamacpp:prompt_tokens_total 45\n")); // 3 x (3 words + 12)
    QVERIFY(metrics.contains("llamacpp:tokens_predicted_total 15\n"));
    QVERIFY(metrics.contains("llamacpp:n_decode_total 15\n"));
    QVERIFY(metrics.contains("llamacpp:n_busy_slots_per_decode 1\n"));
    QVERIFY(metrics.contains("llamacpp:requests_processing 0\n"));
}

void TestSimulatorServer::aSlowReaderCostsNoMemory()
{
    SimulatorRun run({u"--ttft-ms"_s, u"0"_s, u"--itl-ms"_s, u"0"_s, u"--slots"_s, u"4"_s});
    const int tokens = 60'000; // some 15 MB, more than the sockets' buffers hold
    constexpr int smallBuffer = 4096;
    RawClient slow(run.port(), smallBuffer);
    const qint64 before = run.residentKiB();
    slow.sendChat(ChatBody{.maxTokens = tokens}.json());
    const auto decoded = [&run] {
        const JsonValue list = get(run.port(), "/slots").json();
        return list.array().front()[u"next_token"].array().front()[u"n_decoded"].toInteger();
    };
    qint64 last = -1;
    QTRY_VERIFY_WITH_TIMEOUT(decoded() > 0 && std::exchange(last, decoded()) == last, 20'000);
    QTest::qWait(300);
    QCOMPARE(decoded(), last); // it waits for its reader
    QVERIFY(last < tokens);
    QVERIFY(run.residentKiB() - before < 8 * 1024);
    QCOMPARE(chat(run.port(), {}).contentChunks(), 8); // others are not held up
    const RawReply reply = slow.read();
    QCOMPARE(reply.end, RawReply::End::Complete);
    QCOMPARE(reply.contentChunks(), tokens);
}

void TestSimulatorServer::endsWithItsInput()
{
    SimulatorRun run;
    run.process().write("anything\n");
    QVERIFY(run.process().waitForBytesWritten());
    QCOMPARE(get(run.port(), "/health").status, 200);
    QCOMPARE(run.exitCodeAfterInputEnds(), 0);
}

void TestSimulatorServer::endsWithItsInputInMidStream()
{
    SimulatorRun run(quick + QStringList{u"--slots"_s, u"4"_s});
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 8; ++i) {
        clients.push_back(std::make_unique<RawClient>(run.port()));
        clients.back()->sendChat(endless.json());
    }
    QCOMPARE(clients.front()->readHead().status, 200);
    QCOMPARE(run.exitCodeAfterInputEnds(), 0);
    QVERIFY(clients.front()->read().end != RawReply::End::Timeout);
}

void TestSimulatorServer::endsBySignal_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void TestSimulatorServer::endsBySignal()
{
    QFETCH(int, number);
    SimulatorRun run;
    QCOMPARE(get(run.port(), "/health").status, 200);
    QCOMPARE(run.exitCodeAfterSignal(number), 0);
}

void TestSimulatorServer::aTakenPortIsNamed()
{
    SimulatorRun run;
    QProcess second;
    second.start(SimulatorRun::program(), {u"simulate"_s, u"--port"_s, QString::number(run.port())});
    QVERIFY(second.waitForFinished(10'000));
    QCOMPARE(second.exitCode(), 2);
    QCOMPARE(second.readAllStandardOutput(), QByteArray());
    QVERIFY(second.readAllStandardError().contains(QByteArray("Port " + QByteArray::number(run.port()) + " ")));
}

void TestSimulatorServer::listensOnLoopbackOnly()
{
    SimulatorRun run;
    QFile table(u"/proc/net/tcp"_s);
    QVERIFY(table.open(QIODevice::ReadOnly));
    QByteArrayList listening;
    const QByteArray port = ':' + QByteArray::number(run.port(), 16).toUpper().rightJustified(4, '0');
    for (const QByteArray &line : table.readAll().split('\n')) {
        const QByteArrayList fields = line.simplified().split(' ');
        if (fields.size() > 3 && fields[3] == "0A" && fields[1].endsWith(port))
            listening << fields[1];
    }
    QCOMPARE(listening, QByteArrayList{"0100007F" + port});
}

QTEST_GUILESS_MAIN(TestSimulatorServer)
#include "tst_simulatorserver.moc"
