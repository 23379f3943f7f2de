// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"

#include <QSet>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace std::chrono_literals;

using Ending = CurlReply::Ending;

namespace {

QByteArray stream()
{
    return streamHead() + httpChunk("data: [DONE]\n\n") + lastHttpChunk;
}

QNetworkRequest requestTo(const LoopbackServer &server, QNetworkRequest::Attribute attribute = {})
{
    QNetworkRequest request(server.url());
    if (attribute)
        request.setAttribute(attribute, true);
    return request;
}

} // namespace

/// Which connection a request takes, and that none is ever sent twice: the server counts.
class TestConnectionPolicy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ownConnectionIsOpenedAndClosed();
    void keepsOneConnection();
    void neverSendsAgainOnDyingConnection();
    void neverSendsAgainAfterPartOfStatusLine();
    void freshConnectionIsNewAndKept();
    void poolHoldsOne();
    void closingServerGetsEachRequestOnce_data();
    void closingServerGetsEachRequestOnce();
    void seesKeptConnectionDie();
    void dropsKeptConnection();
    void dropsKeptConnectionWhileAnotherRuns();
    void abortClosesConnection();
};

void TestConnectionPolicy::ownConnectionIsOpenedAndClosed()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(stream()); });
    TransportRig rig;
    for (int i = 0; i < 20; ++i) {
        CurlReply *reply = rig.post(requestTo(server, TransportAttribute::ownConnection));
        QVERIFY(waitForEnd(*reply));
        QCOMPARE(reply->ending(), Ending::Complete);
        QCOMPARE(reply->connects(), 1);
        QVERIFY(!rig.manager->keptConnectionAlive().has_value());
    }
    QCOMPARE(server.posts(), 20);
    QCOMPARE(server.connections(), 20);
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestConnectionPolicy::keepsOneConnection()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(stream()); });
    TransportRig rig;
    for (int i = 0; i < 20; ++i) {
        CurlReply *reply = rig.post(requestTo(server));
        // Known before the call returns: nothing waits for a turn of the loop.
        QCOMPARE(reply->dispatchNs() >= 0, i > 0);
        QVERIFY(waitForEnd(*reply));
        QCOMPARE(reply->ending(), Ending::Complete);
        QCOMPARE(reply->connects(), i == 0 ? 1 : 0);
        QCOMPARE(rig.manager->keptConnectionAlive(), std::optional(true));
    }
    QCOMPARE(server.posts(), 20);
    QCOMPARE(server.connections(), 1);
}

void TestConnectionPolicy::neverSendsAgainOnDyingConnection()
{
    // Announces keep-alive, takes the second request and dies: libcurl alone would send it once more.
    LoopbackServer server([](const ServerRequest &request) {
        return request.number == 1 ? ServerScript().close() : ServerScript().send(stream());
    });
    TransportRig rig;
    QVERIFY(waitForEnd(*rig.post(requestTo(server))));

    CurlReply *second = rig.post(requestTo(server));
    QVERIFY(waitForEnd(*second));
    QCOMPARE(second->ending(), Ending::ClosedUnanswered);
    QCOMPARE(second->error(), QNetworkReply::RemoteHostClosedError);
    QCOMPARE(second->connects(), 0);
    QVERIFY(!second->responseByteSeen());
    QCOMPARE(second->httpStatus(), 0);
    QTest::qWait(50);
    QCOMPARE(server.posts(), 2);

    CurlReply *third = rig.post(requestTo(server, TransportAttribute::freshConnection));
    QVERIFY(waitForEnd(*third));
    QCOMPARE(third->ending(), Ending::Complete);
    QCOMPARE(third->connects(), 1);
    QCOMPARE(server.posts(), 3);
}

void TestConnectionPolicy::neverSendsAgainAfterPartOfStatusLine()
{
    LoopbackServer server([](const ServerRequest &request) {
        return request.number == 1 ? ServerScript().pause(20ms).send("HTTP/1").pause(20ms).close()
                                   : ServerScript().send(stream());
    });
    TransportRig rig;
    QVERIFY(waitForEnd(*rig.post(requestTo(server))));
    CurlReply *second = rig.post(requestTo(server));
    QVERIFY(waitForEnd(*second));
    QCOMPARE(second->ending(), Ending::Malformed); // and so is no reason to dispatch once more
    QVERIFY(second->responseByteSeen());
    QTest::qWait(50);
    QCOMPARE(server.posts(), 2);
}

void TestConnectionPolicy::freshConnectionIsNewAndKept()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(stream()); });
    TransportRig rig;
    QVERIFY(waitForEnd(*rig.post(requestTo(server))));
    CurlReply *fresh = rig.post(requestTo(server, TransportAttribute::freshConnection));
    QVERIFY(waitForEnd(*fresh));
    QCOMPARE(fresh->connects(), 1);
    QCOMPARE(server.connections(), 2);
    QTRY_COMPARE(server.openConnections(), 1); // room for one
    CurlReply *next = rig.post(requestTo(server));
    QVERIFY(waitForEnd(*next));
    QCOMPARE(next->connects(), 0);
    QCOMPARE(server.received().at(2).connection, 1);
}

void TestConnectionPolicy::poolHoldsOne()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().pause(30ms).send(stream()); });
    TransportRig rig;
    std::vector<CurlReply *> replies;
    for (int i = 0; i < 4; ++i)
        replies.push_back(rig.post(requestTo(server)));
    for (CurlReply *reply : replies)
        QVERIFY(waitForEnd(*reply));
    QCOMPARE(server.connections(), 4);
    QCOMPARE(server.posts(), 4);
    QTRY_COMPARE(server.openConnections(), 1);
}

void TestConnectionPolicy::closingServerGetsEachRequestOnce_data()
{
    QTest::addColumn<int>("delayMs");
    QTest::addColumn<bool>("reset");
    for (const int delayMs : {0, 1, 3}) {
        QTest::addRow("closes after %d ms", delayMs) << delayMs << false;
        QTest::addRow("resets after %d ms", delayMs) << delayMs << true;
    }
}

/// As llama.cpp's server does: announces keep-alive and closes after every stream.
void TestConnectionPolicy::closingServerGetsEachRequestOnce()
{
    QFETCH(int, delayMs);
    QFETCH(bool, reset);
    LoopbackServer server([&](const ServerRequest &) {
        ServerScript script;
        script.send(streamHead("Connection: keep-alive\r\n") + httpChunk("x") + lastHttpChunk);
        if (delayMs > 0)
            script.pause(std::chrono::milliseconds(delayMs));
        return reset ? script.reset() : script.close();
    });
    TransportRig rig;
    constexpr int count = 150;
    for (int i = 0; i < count; ++i) {
        CurlReply *reply = rig.post(requestTo(server), QByteArray::number(i));
        QVERIFY(waitForEnd(*reply));
        if (reply->ending() != Ending::Complete) {
            QCOMPARE(reply->ending(), Ending::ClosedUnanswered);
            QCOMPARE(reply->connects(), 0);
        }
        delete reply;
        QTest::qWait(i % 3);
    }
    QSet<QByteArray> seen;
    for (const ServerRequest &request : server.received()) {
        QVERIFY2(!seen.contains(request.body), request.body.constData());
        seen.insert(request.body);
    }
    QVERIFY(server.posts() <= count);
}

void TestConnectionPolicy::seesKeptConnectionDie()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(stream()).pause(30ms).close(); });
    TransportRig rig;
    QVERIFY(!rig.manager->keptConnectionAlive().has_value());
    QVERIFY(waitForEnd(*rig.post(requestTo(server))));
    QCOMPARE(rig.manager->keptConnectionAlive(), std::optional(true));
    QTRY_COMPARE(rig.manager->keptConnectionAlive(), std::optional(false));
}

void TestConnectionPolicy::dropsKeptConnection()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(stream()); });
    TransportRig rig;
    QVERIFY(waitForEnd(*rig.post(requestTo(server))));
    QTRY_COMPARE(server.openConnections(), 1);
    rig.manager->closeKeptConnection();
    QVERIFY(!rig.manager->keptConnectionAlive().has_value());
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(waitForEnd(*rig.post(requestTo(server))));
    QCOMPARE(server.connections(), 2);
}

void TestConnectionPolicy::dropsKeptConnectionWhileAnotherRuns()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().pause(50ms).send(stream()); });
    TransportRig rig;
    CurlReply *running = rig.post(requestTo(server));
    rig.manager->closeKeptConnection();
    QVERIFY(waitForEnd(*running));
    QCOMPARE(running->ending(), Ending::Complete);
    QVERIFY(!rig.manager->keptConnectionAlive().has_value());
    delete running;
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestConnectionPolicy::abortClosesConnection()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(streamHead()).silence(); });
    TransportRig rig;
    CurlReply *reply = rig.post(requestTo(server));
    QTRY_COMPARE(reply->httpStatus(), 200);
    reply->abort();
    QVERIFY(!rig.manager->keptConnectionAlive().has_value());
    QTRY_COMPARE(server.openConnections(), 0);
}

QTEST_GUILESS_MAIN(TestConnectionPolicy)
#include "tst_connectionpolicy.moc"
