// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/chunkmeter.h"

#include <QTest>

using namespace streamgauge;

namespace {

constexpr qint64 ms = 1'000'000;

/// A whole stream: chunk i was due at `beginNs` + i x 20 ms, sent `sendLate[i]` later and read `readLate[i]` after
/// that.
StreamFacts stream(qint64 beginNs, const std::vector<qint64> &sendLate, const std::vector<qint64> &readLate)
{
    StreamFacts facts;
    facts.end = StreamEnd::Done;
    facts.simulated = true;
    for (std::size_t i = 0; i < sendLate.size(); ++i) {
        facts.simDueNs.push_back(beginNs + static_cast<qint64>(i) * 20 * ms);
        facts.simSentNs.push_back(facts.simDueNs.back() + sendLate[i]);
        facts.chunkNs.push_back(facts.simSentNs.back() + readLate[i]);
    }
    facts.contentChunks = static_cast<int>(facts.chunkNs.size());
    facts.reads = facts.contentChunks;
    facts.firstDeltaNs = facts.chunkNs.empty() ? -1 : facts.chunkNs.front();
    facts.usage.emplace();
    facts.usage->completionTokens = facts.contentChunks;
    return facts;
}

InstrumentCheck told(const ChunkMeter &meter)
{
    InstrumentCheck check;
    meter.tell(check);
    return check;
}

} // namespace

/// Figures from planted schedules.
class TestChunkMeter final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comparesArrivalWithSending()
    {
        // 200 chunks that are read 1, 2 .. 200 us after they were sent, which is 5 us late: all percentiles are known.
        ChunkMeter meter(1);
        std::vector<qint64> late;
        for (qint64 i = 1; i <= 200; ++i)
            late.push_back(i * 1000);
        meter.take(0, stream(0, {0}, {0}));
        meter.take(1, stream(1000 * ms, std::vector<qint64>(200, 5000), late));
        const InstrumentCheck check = told(meter);
        QCOMPARE(check.lateness.n, 200);
        QCOMPARE(*check.lateness.p50, 100.5e3);
        QCOMPARE(*check.lateness.p99, 198.01e3);
        QCOMPARE(*check.lateness.max, 200e3);
        QCOMPARE(check.sender.n, 201);
        QCOMPARE(*check.sender.p50, 5e3);
        QCOMPARE(check.chunks, 201);
        QCOMPARE(check.lost, 0);
        QCOMPARE(check.streams, 2);
        QCOMPARE(*check.chunksPerRead, 1.0);
    }

    void keepsTheStartApart()
    {
        // Until the second stream of the first wave has a chunk, at 135 ms, the start is not over; it reads late. The
        // third stream belongs to no wave, however late its first chunk.
        ChunkMeter meter(2);
        meter.take(1, stream(100 * ms, {0, 0}, {35 * ms, 1 * ms}));
        meter.take(0, stream(0, std::vector<qint64>(10, 0), std::vector<qint64>(10, 2 * ms)));
        meter.take(2, stream(900 * ms, {0}, {7 * ms}));
        const InstrumentCheck check = told(meter);
        QCOMPARE(check.startLateness.n, 9); // 0, 20 .. 120 ms, and both of the second stream
        QCOMPARE(*check.startLateness.max, 35e6);
        QCOMPARE(check.lateness.n, 4); // 140, 160, 180 ms, and the third stream
        QCOMPARE(*check.lateness.max, 7e6);
    }

    void countsWhatIsLost_data()
    {
        QTest::addColumn<int>("sent");
        QTest::addColumn<qint64>("lost");
        QTest::newRow("none") << 4 << qint64(0);
        QTest::newRow("one") << 5 << qint64(1);
        QTest::newRow("one too many") << 3 << qint64(1);
    }

    void countsWhatIsLost()
    {
        QFETCH(int, sent);
        QFETCH(qint64, lost);
        ChunkMeter meter(1);
        StreamFacts facts = stream(0, {0, 0, 0, 0}, {0, 0, 0, 0});
        facts.usage->completionTokens = sent;
        meter.take(0, facts);
        QCOMPARE(told(meter).lost, lost);
        QCOMPARE(told(meter).failed, 0);
    }

    void aStreamThatIsCutLosesNothing()
    {
        ChunkMeter meter(1);
        StreamFacts facts = stream(0, {0, 0}, {0, 0});
        facts.end = StreamEnd::Cancelled;
        facts.usage.reset();
        meter.take(0, facts);
        const InstrumentCheck check = told(meter);
        QCOMPARE(check.cut, 1);
        QCOMPARE(check.failed, 0);
        QCOMPARE(check.chunks, 2);
    }

    void aStreamThatCannotBeCountedFails_data()
    {
        QTest::addColumn<StreamEnd>("end");
        QTest::addColumn<bool>("usage");
        QTest::newRow("no usage") << StreamEnd::Done << false;
        QTest::newRow("cut by the server") << StreamEnd::Cut << true;
        QTest::newRow("timeout") << StreamEnd::Timeout << false;
        QTest::newRow("no connection") << StreamEnd::NoConnection << false;
    }

    void aStreamThatCannotBeCountedFails()
    {
        QFETCH(StreamEnd, end);
        QFETCH(bool, usage);
        ChunkMeter meter(1);
        StreamFacts facts = stream(0, {0}, {0});
        facts.end = end;
        if (!usage)
            facts.usage.reset();
        meter.take(0, facts);
        QCOMPARE(told(meter).failed, 1);
    }

    void countsReads()
    {
        ChunkMeter meter(1);
        StreamFacts facts = stream(0, {0, 0, 0}, {0, 0, 0});
        facts.reads = 2;
        meter.take(0, facts);
        QCOMPARE(*told(meter).chunksPerRead, 1.5);
        QVERIFY(!told(ChunkMeter(1)).chunksPerRead);
    }
};

QTEST_GUILESS_MAIN(TestChunkMeter)
#include "tst_chunkmeter.moc"
