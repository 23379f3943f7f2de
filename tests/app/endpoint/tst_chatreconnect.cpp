// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/chatrig.h"

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

/// The first POST of a connection is answered, at the second the connection closes.
ServerScript answerOnce(const ServerRequest &request)
{
    const QByteArray events = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n";
    return request.onConnection == 0 ? ServerScript().send(streamHead() + httpChunk(events) + lastHttpChunk)
                                     : ServerScript().close();
}

} // namespace

/// A second dispatch that has to wait for its turn to connect.
class TestChatReconnect final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_loop = std::make_unique<CurlLoop>();
        m_server = std::make_unique<LoopbackServer>(&answerOnce);
        m_rig = std::make_unique<ChatRig>(*m_loop);
        m_rig->waitsToReconnect = true;
        m_rig->start(m_server->url(), false);
        QVERIFY(m_rig->waitForIdle());
    }

    void waitsForTheWord()
    {
        askForTurn(10 * second);
        QTest::qWait(100);
        QVERIFY(m_rig->request->running());
        QCOMPARE(m_server->posts(), 2);
        m_rig->request->reconnect();
        m_rig->request->reconnect(); // a second word is one too many
        QVERIFY(m_rig->waitForIdle(2));
        const StreamFacts facts = m_rig->request->takeFacts();
        QCOMPARE(facts.end, StreamEnd::Done);
        QCOMPARE(facts.attempts, 2);
        QCOMPARE(facts.connects, 1);
        QCOMPARE(m_server->posts(), 3);
    }

    void maybeCancelledMeanwhile()
    {
        askForTurn(10 * second);
        m_rig->request->cancel();
        m_rig->request->reconnect();
        const StreamFacts facts = m_rig->request->takeFacts();
        QCOMPARE(facts.end, StreamEnd::Cancelled);
        QCOMPARE(facts.attempts, 1);
        QVERIFY(!m_rig->request->running());
        QTest::qWait(100);
        QCOMPARE(m_server->posts(), 2);
    }

    void runsOutOfTimeMeanwhile()
    {
        askForTurn(second / 2);
        QVERIFY(m_rig->waitForIdle(2));
        QCOMPARE(m_rig->request->takeFacts().end, StreamEnd::Timeout);
        QCOMPARE(m_server->posts(), 2);
    }

    void maybeDeletedInTheAsking()
    {
        connect(m_rig->request.get(), &ChatRequest::reconnectWanted, this, [this] { m_rig->request.reset(); });
        m_rig->start(m_server->url(), false);
        QVERIFY(QTest::qWaitFor([this] { return !m_rig->request; }, 15'000));
        QTest::qWait(50);
        QCOMPARE(m_server->posts(), 2);
    }

    void cleanup()
    {
        m_rig.reset();
        m_server.reset();
        m_loop.reset();
    }

private:
    void askForTurn(qint64 timeoutNs)
    {
        QSignalSpy wanted(m_rig->request.get(), &ChatRequest::reconnectWanted);
        m_rig->start(m_server->url(), false, timeoutNs);
        QVERIFY(wanted.wait(15'000));
    }

    std::unique_ptr<CurlLoop> m_loop;
    std::unique_ptr<LoopbackServer> m_server;
    std::unique_ptr<ChatRig> m_rig;
};

QTEST_GUILESS_MAIN(TestChatReconnect)
#include "tst_chatreconnect.moc"
