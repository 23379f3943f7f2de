// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/livefigures.h"

#include <QTest>

#include <cmath>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ms = 1'000'000;
constexpr qint64 second = 1'000 * ms;
constexpr qint64 start = 1'000 * second; ///< the level's first dispatch

LiveFigures level(bool countsChunks = false)
{
    LiveFigures::Phase phase;
    phase.phase = RunPhase::Level;
    phase.level = 1;
    phase.concurrency = 8;
    phase.total = 100;
    phase.countsChunks = countsChunks;
    phase.startedNs = start - 5 * ms;
    return LiveFigures(phase);
}

/// Dispatched `atNs` into the level; first content after `ttftNs`, then so many gaps.
RequestRecord success(qint64 atNs, qint64 ttftNs, qint64 gapNs, int gaps)
{
    RequestRecord record;
    record.outcome = Outcome::Succeeded;
    record.dispatchNs = start + atNs;
    record.ttftNs = ttftNs;
    record.itlNs = std::vector<qint64>(static_cast<size_t>(gaps), gapNs);
    record.latencyNs = ttftNs + gaps * gapNs;
    record.contentChunks = gaps + 1;
    record.outputTokens = gaps + 1;
    record.dispatchDelayNs = 1 * ms;
    return record;
}

bool near(double value, double expected)
{
    return std::abs(value - expected) <= 0.005 * expected;
}

} // namespace

class TestLiveFigures final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsEmpty()
    {
        LiveFigures figures = level();
        const LiveSnapshot shot = figures.take(start, -1, 3);
        QCOMPARE(shot.phase, RunPhase::Level);
        QCOMPARE(shot.level, 1);
        QCOMPARE(shot.concurrency, 8);
        QCOMPARE(shot.total, 100);
        QCOMPARE(shot.done, 0);
        QCOMPARE(shot.inFlight, 3);
        QCOMPARE(shot.elapsedS, 0.005);
        QVERIFY(!shot.ttftP50 && !shot.itlP50 && !shot.outputPerS);
        QVERIFY(shot.newTtft.empty() && shot.itlBuckets.empty() && shot.newRates.empty());
    }

    void givesEachPointOnce()
    {
        LiveFigures figures = level();
        figures.end(success(100 * ms, 50 * ms, 10 * ms, 20), 0, start);
        LiveSnapshot shot = figures.take(start + second, start, 1);
        QCOMPARE(shot.done, 1);
        QCOMPARE(shot.ttftN, qint64(1));
        QVERIFY(near(*shot.ttftP50, 50.0 * ms));
        QVERIFY2(!shot.ttftP95, "one sample carries no p95");
        QCOMPARE(shot.itlN, qint64(20));
        QVERIFY(near(*shot.itlP50, 10.0 * ms));
        QVERIFY(near(*shot.itlP95, 10.0 * ms));
        QCOMPARE(shot.newTtft.size(), size_t(1));
        QCOMPARE(shot.newTtft.front().atS, 0.15);
        QCOMPARE(shot.newTtft.front().ttftNs, 50.0 * ms);
        QCOMPARE(shot.newRates.size(), size_t(1));
        shot = figures.take(start + second, start, 1);
        QVERIFY(shot.newTtft.empty() && shot.itlBuckets.empty() && shot.newRates.empty());
        QCOMPARE(shot.ttftN, qint64(1));
    }

    void putsGapsIntoTheSecondOfTheirChunk()
    {
        LiveFigures figures = level();
        // Chunks at 0.5 s and then each 250 ms: gaps end at 0.75, 1.0, 1.25, 1.5, 1.75 and 2.0 s.
        figures.end(success(0, 500 * ms, 250 * ms, 6), 0, start);
        LiveSnapshot shot = figures.take(start + 3 * second, start, 0);
        QCOMPARE(shot.itlBuckets.size(), size_t(3));
        QCOMPARE(shot.itlBuckets[0].atS, 0.0);
        QCOMPARE(shot.itlBuckets[2].atS, 2.0);
        // Below 20 gaps there is no p95, and no maximum in its place.
        QCOMPARE(shot.itlBuckets[1].p95, shot.itlBuckets[1].p50);
        QVERIFY(near(shot.itlBuckets[1].max, 250.0 * ms));
        // A request that ends later may still add to an earlier second, which then comes again.
        figures.end(success(0, 500 * ms, 300 * ms, 2), 0, start);
        shot = figures.take(start + 3 * second, start, 0);
        QCOMPARE(shot.itlBuckets.size(), size_t(2));
        QCOMPARE(shot.itlBuckets[0].atS, 0.0);
        QVERIFY(near(shot.itlBuckets[0].max, 300.0 * ms));
    }

    void ratesCountTheLastSeconds()
    {
        LiveFigures figures = level();
        for (int i = 0; i < 10; ++i) // ten requests of 10 tokens, one a second, ending at 0.19 s, 1.19 s, ...
            figures.end(success(i * second, 100 * ms, 10 * ms, 9), 0, start);
        const LiveSnapshot shot = figures.take(start + 10 * second, start, 1);
        QCOMPARE(*shot.outputPerS, 10.0);
        QVERIFY(!shot.countsChunks);
        QCOMPARE(*shot.newRates.front().outputPerS, 10.0);
        QCOMPARE(*figures.take(start + 60 * second, start, 1).outputPerS, 0.0);
    }

    void showsAnAnswerWhileItGoesOn()
    {
        LiveFigures figures = level();
        std::vector<LiveChunk> chunks{{start + 500 * ms, 500 * ms, true}};
        for (int i = 1; i <= 20; ++i) // 10 chunks a second
            chunks.push_back({start + 500 * ms + i * 100 * ms, 100 * ms, false});
        figures.arrive(chunks, start);
        const LiveSnapshot shot = figures.take(start + 2750 * ms, start, 1);
        QCOMPARE(shot.done, 0);
        QCOMPARE(shot.ttftN, qint64(1));
        QCOMPARE(shot.newTtft.front().atS, 0.5);
        QCOMPARE(shot.itlN, qint64(20));
        QCOMPARE(shot.itlBuckets.size(), size_t(3));
        QVERIFY(near(*shot.outputPerS, 10));
    }

    void countsAChunkOnceWhoeverTellsIt()
    {
        const RequestRecord record = success(0, 500 * ms, 100 * ms, 20);
        for (int told = 0; told <= 21; ++told) {
            LiveFigures figures = level();
            std::vector<LiveChunk> chunks;
            for (int i = 0; i < told; ++i)
                chunks.push_back({start + 500 * ms + i * 100 * ms, i == 0 ? 500 * ms : 100 * ms, i == 0});
            figures.arrive(chunks, start);
            figures.end(record, told, start);
            const LiveSnapshot shot = figures.take(start + 4 * second, start, 1);
            QCOMPARE(shot.ttftN, qint64(1));
            QCOMPARE(shot.itlN, qint64(20));
            QVERIFY(near(shot.itlBuckets.back().max, 100.0 * ms));
        }
    }

    void ratesStartWithoutAZeroBeforeAnythingIsKnown()
    {
        LiveFigures figures = level();
        LiveSnapshot shot = figures.take(start + 100 * ms, start, 1);
        QVERIFY(!shot.outputPerS);
        QVERIFY(!shot.newRates.front().outputPerS);
        QCOMPARE(shot.newRates.front().inFlight, 1);
    }

    void slowStreamsHaveALongerWindow()
    {
        LiveFigures figures = level();
        std::vector<LiveChunk> chunks{{start + second, second, true}};
        for (int i = 1; i <= 9; ++i) // a chunk each 3 s
            chunks.push_back({start + second + i * 3 * second, 3 * second, false});
        figures.arrive(chunks, start);
        for (int tenth = 0; tenth < 30; ++tenth) { // between two chunks the rate does not jump to 0 and back
            const double rate = *figures.take(start + 26 * second + tenth * 100 * ms, start, 1).outputPerS;
            QVERIFY2(rate > 0.28 && rate < 0.4, qPrintable(QString::number(rate)));
        }
    }

    void turnsChunksIntoTokensAsEndedRequestsHadThem()
    {
        LiveFigures figures = level();
        RequestRecord record = success(0, 100 * ms, 10 * ms, 9);
        record.outputTokens = 40; // four a chunk
        figures.end(record, 0, start);
        QCOMPARE(figures.tokensPerChunk(), 4.0);
        QCOMPARE(*figures.take(start + second, start, 0).outputPerS, 40 / 0.75);
    }

    void countsChunksOnceUsageIsMissing()
    {
        LiveFigures figures = level();
        RequestRecord record = success(0, 100 * ms, 10 * ms, 9);
        figures.end(record, 0, start);
        QVERIFY(!figures.take(start + second, start, 0).countsChunks);
        record.outputTokens.reset();
        figures.end(record, 0, start);
        const LiveSnapshot shot = figures.take(start + second, start, 0);
        QVERIFY(shot.countsChunks);
        QCOMPARE(*shot.outputPerS, 20 / 0.75); // the last quarter of a second may not be told yet
        LiveFigures known = level(true);
        QVERIFY(known.take(start, start, 0).countsChunks);
    }

    void countsFailuresByKindAndLeavesThemOut()
    {
        LiveFigures figures = level();
        RequestRecord failed = success(0, 100 * ms, 10 * ms, 9);
        failed.outcome = Outcome::Failed;
        failed.error = RequestError{ErrorKind::EndedEarly, u"cut"_s, {}, {}};
        figures.end(failed, 0, start);
        failed.outcome = Outcome::TimedOut;
        failed.error->kind = ErrorKind::Timeout;
        figures.end(failed, 0, start);
        figures.end(failed, 0, start);
        const LiveSnapshot shot = figures.take(start + second, start, 0);
        QCOMPARE(shot.errors, (std::map<QString, int>{{u"ended_early"_s, 1}, {u"timeout"_s, 2}}));
        QCOMPARE(shot.done, 3);
        QCOMPARE(shot.ttftN, qint64(0));
        QVERIFY(shot.newTtft.empty());
        QCOMPARE(*shot.outputPerS, 0.0);
    }

    void boundsItsMemoryInLongRuns()
    {
        LiveFigures figures = level();
        size_t most = 0;
        for (int i = 0; i < 4000; ++i) {
            figures.end(success(i * second, 100 * ms, 10 * ms, 5), 0, start);
            most = std::max(most, figures.take(start + i * second, start, 0).itlBuckets.size());
        }
        QVERIFY(most <= 2);
        QVERIFY(figures.keptSeconds() <= 15);
    }
};

QTEST_GUILESS_MAIN(TestLiveFigures)
#include "tst_livefigures.moc"
