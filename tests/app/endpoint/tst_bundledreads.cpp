// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/chatrig.h"

#include <set>

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

constexpr int chunks = 16;

QByteArray eventOf(int number)
{
    return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word" + QByteArray::number(number) + "\"}}]}\n\n";
}

} // namespace

/// Content chunks that arrive together are one read with one stamp, however HTTP frames them: the time between them on
/// the way through this program is no gap of the server's.
class TestBundledReads final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneReadIsOneStamp_data()
    {
        QTest::addColumn<bool>("framed");
        QTest::newRow("an HTTP chunk each") << true;
        QTest::newRow("a body of known length") << false;
    }

    void oneReadIsOneStamp()
    {
        QFETCH(bool, framed);
        LoopbackServer server([framed](const ServerRequest &) {
            QByteArray body;
            QByteArray frames;
            for (int i = 0; i < chunks; ++i) {
                body += eventOf(i);
                frames += httpChunk(eventOf(i));
            }
            const QByteArray done = "data: [DONE]\n\n";
            if (!framed)
                return ServerScript().send(wholeResponse(200, body + done));
            return ServerScript()
                .send(streamHead())
                .pause(std::chrono::milliseconds(50))
                .send(frames)
                .pause(std::chrono::milliseconds(50))
                .send(httpChunk(done) + lastHttpChunk);
        });
        CurlLoop loop;
        ChatRig rig(loop);
        rig.start(server.url(), true);
        QVERIFY(rig.waitForIdle());
        const StreamFacts facts = rig.request->takeFacts();
        QCOMPARE(facts.end, StreamEnd::Done);
        QCOMPARE(facts.contentChunks, chunks);
        QCOMPARE(facts.reads, 1);
        QCOMPARE(std::set<qint64>(facts.chunkNs.begin(), facts.chunkNs.end()).size(), size_t(1));
        QCOMPARE(facts.answerText.count(QStringLiteral("word")), chunks);
    }
};

QTEST_GUILESS_MAIN(TestBundledReads)
#include "tst_bundledreads.moc"
