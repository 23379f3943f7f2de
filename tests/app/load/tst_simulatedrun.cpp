// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/receivetimes.h"
#include "app/load/loadrun.h"
#include "app/simulator/simulatorprocess.h"
#include "models/load/clientlateness.h"
#include "models/load/derivedmetrics.h"
#include "models/load/resultsfile.h"
#include "tests/app/load/recomputed.h"
#include "tests/app/load/runwatcher.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <numeric>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

int sum(const std::map<QString, int> &counts)
{
    return std::accumulate(counts.begin(), counts.end(), 0, [](int all, const auto &one) { return all + one.second; });
}

} // namespace

/// Whole runs against the simulated endpoint in its own process.
class TestSimulatedRun final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_simulator = std::make_unique<SimulatorProcess>(QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli"));
        QSignalSpy ready(m_simulator.get(), &SimulatorProcess::ready);
        m_simulator->start({u"--ttft-ms"_s, u"20"_s, u"--itl-ms"_s, u"4"_s});
        QVERIFY(ready.wait(30'000));
        QVERIFY(m_dir.isValid());
    }

    void measuresEachModel_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("usage");
        QTest::addColumn<bool>("keeps");
        QTest::addColumn<bool>("ignoreEos");
        QTest::newRow("fast") << u"sim/fast"_s << true << true << true;
        QTest::newRow("steady") << u"sim/steady"_s << true << true << true;
        QTest::newRow("strict") << u"sim/strict"_s << false << true << false;
        QTest::newRow("no usage") << u"sim/no-usage"_s << false << true << true;
        QTest::newRow("closing") << u"sim/closing"_s << true << false << true;
        QTest::newRow("hold") << u"sim/hold"_s << true << false << true;
        QTest::newRow("bundled") << u"sim/bundled"_s << true << true << true;
        QTest::newRow("reasoning") << u"sim/reasoning"_s << true << true << true;
    }

    void measuresEachModel()
    {
        QFETCH(QString, model);
        QFETCH(bool, usage);
        QFETCH(bool, keeps);
        QFETCH(bool, ignoreEos);
        RunWatcher watcher(setup(model, {1, 4}, 20));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QVERIFY(finished.result->complete);
        QVERIFY(finished.result->probe.simulated);
        QCOMPARE(finished.result->probe.keepsConnection.value_or(false), keeps);
        QCOMPARE(finished.result->probe.accepted.ignoreEos, ignoreEos);
        QCOMPARE(finished.result->calibration.reached, usage);
        for (const LoadLevel &level : finished.result->levels) {
            const LevelMetrics metrics = levelMetrics(level, finished.result->plan, finished.result->probe);
            QVERIFY(level.errorCounts().empty());
            QCOMPARE(metrics.succeeded, 20);
            QCOMPARE(metrics.method, usage ? TokenCountMethod::ServerUsage : TokenCountMethod::StreamChunks);
            QCOMPARE(level.client.connects, keeps ? 0 : 20);
            QCOMPARE(level.client.peakInFlight, level.concurrency);
            checkEvidence(level, finished.result->warnings);
            if (usage) {
                QCOMPARE(metrics.outputTokensMean, 16.0);
                QCOMPARE(metrics.ignoreEosHonoured, true);
            }
            for (const RequestRecord &record : level.requests) {
                // The server's pace is the floor of every time; what lies above it is the machine's.
                QVERIFY(*record.ttftNs >= 19'000'000);
                QVERIFY(*record.latencyNs >= *record.lastDeltaNs);
            }
        }
        recompute(finished.path);
    }

    void derivesWhatEachModelShows_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<double>("tokensPerChunk"); // at least; 0: not known
        QTest::addColumn<QStringList>("warned");
        QTest::newRow("steady") << u"sim/steady"_s << 1.0 << QStringList();
        QTest::newRow("bundled") << u"sim/bundled"_s << 1.2 << QStringList{u"usage_above_chunks"_s};
        QTest::newRow("reasoning") << u"sim/reasoning"_s << 1.0 << QStringList();
        QTest::newRow("no usage") << u"sim/no-usage"_s << 0.0 << QStringList();
    }

    void derivesWhatEachModelShows()
    {
        QFETCH(QString, model);
        QFETCH(double, tokensPerChunk);
        QFETCH(QStringList, warned);
        RunWatcher watcher(setup(model, {4}, 40));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        const LoadLevel &level = finished.result->levels.front();
        const DerivedMetrics derived = derivedMetrics(level);
        QVERIFY(derived.tokensPerChunk.value_or(0) >= tokensPerChunk);
        QCOMPARE(derived.tokensPerChunk.has_value(), tokensPerChunk > 0);
        QCOMPARE(derived.tpot.n, tokensPerChunk > 0 ? 40 : 0);
        QCOMPARE(derived.inputTokensPerS.has_value(), tokensPerChunk > 0);
        QCOMPARE(derived.firstAnswer.n, 40);
        QVERIFY(derived.steady);
        QVERIFY(derived.steady->share > 0 && derived.steady->share <= 1 && derived.steady->meanInFlight <= 4);
        for (const RequestRecord &record : level.requests) {
            QVERIFY(record.firstEventNs && *record.firstEventNs <= *record.ttftNs);
            QCOMPARE(*record.firstAnswerNs > *record.ttftNs, model == u"sim/reasoning"_s);
        }
        // What a busy machine can bring about is not looked at, as bursts, nor what depends on the size of a sample.
        const QStringList validity{u"prompts_cached"_s, u"short_outputs"_s, u"usage_below_chunks"_s,
            u"usage_above_chunks"_s, u"first_event_early"_s, u"lockstep_arrivals"_s, u"ramp_share"_s,
            u"answer_missing"_s};
        for (const QString &code : validity)
            QVERIFY2(watcher.warned(code) == warned.contains(code), qPrintable(code));
        recompute(finished.path);
    }

    void countsTheFlakyModelsFailures()
    {
        LoadRunSetup wanted = setup(u"sim/flaky"_s, {4, 8}, 40);
        wanted.plan.timeoutS = 4;
        RunWatcher watcher(std::move(wanted));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        int failures = 0;
        std::map<QString, int> kinds;
        for (const LoadLevel &level : finished.result->levels) {
            const LevelMetrics metrics = levelMetrics(level, finished.result->plan, finished.result->probe);
            const auto errors = level.errorCounts();
            QCOMPARE(metrics.succeeded + metrics.failed + metrics.timedOut, 40);
            QCOMPARE(sum(errors), metrics.failed + metrics.timedOut);
            failures += sum(errors);
            for (const auto &[kind, count] : errors)
                kinds[kind] += count;
        }
        // Every fourth request fails, nine ways in turn; a reset before the headers is sent once more on a kept
        // connection, which is a request of the server's own count.
        QVERIFY2(failures >= 14 && failures <= 20, qPrintable(QString::number(failures)));
        for (const QString &kind : {u"http_status"_s, u"error_event"_s, u"malformed_stream"_s, u"ended_early"_s,
                 u"empty_completion"_s, u"timeout"_s})
            QVERIFY2(kinds.contains(kind), qPrintable(kind));
        recompute(finished.path);
    }

    void showsALongAnswerWhileItGoesOn()
    {
        LoadRunSetup wanted = setup(u"sim/steady"_s, {2}, 2);
        wanted.plan.outputTokens = 300;
        RunWatcher watcher(std::move(wanted));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        LiveSnapshot early;
        size_t points = 0;
        double highest = 0;
        LiveSnapshot last;
        for (const LiveSnapshot &shot : watcher.snapshots()) {
            if (shot.level < 0)
                continue;
            if (shot.done == 0)
                early = shot;
            points += shot.newTtft.size();
            highest = std::max(highest, shot.outputPerS.value_or(0));
            last = shot;
        }
        QCOMPARE(early.ttftN, qint64(2));
        QVERIFY(early.itlN >= 100);
        QVERIFY(early.outputPerS.value_or(0) > 0);
        // Two streams of a chunk each 4 ms bring at most 500 chunks a second.
        QVERIFY2(highest <= 550, qPrintable(QString::number(highest)));
        QCOMPARE(points, size_t(2));
        // Told while they came or with the end: each gap once.
        qint64 gaps = 0;
        for (const RequestRecord &record : finished.result->levels.front().requests)
            gaps += record.itlNs.count();
        QVERIFY(last.itlN <= gaps);
        if (last.done == 2)
            QCOMPARE(last.itlN, gaps);
    }

    void keepsPartialRunsThatReadBack()
    {
        RunWatcher watcher(setup(u"sim/fast"_s, {2, 4}, 40));
        watcher.stopWhen([](const LiveSnapshot &shot) { return shot.level == 1 && shot.done >= 8; });
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 130);
        QFile file(finished.path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto read = readLoadResults(file.readAll());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(!read->complete);
        QCOMPARE(read->levels.size(), size_t(1));
        QVERIFY(read->partial);
        const auto errors = read->partial->errorCounts();
        QCOMPARE(errors.size(), size_t(1));
        QVERIFY(errors.at(u"cancelled"_s) <= 4);
        QVERIFY(read->partial->requests.size() < 40);
        recompute(finished.path);
    }

    void cleanupTestCase() { m_simulator.reset(); }

private:
    [[nodiscard]] LoadRunSetup setup(const QString &model, std::vector<int> concurrency, int requests)
    {
        LoadRunSetup wanted;
        wanted.endpoint.address = *EndpointAddress::parse(m_simulator->url());
        wanted.endpoint.model = model;
        wanted.plan.concurrency = std::move(concurrency);
        wanted.plan.requests = requests;
        wanted.plan.inputTokens = 64;
        wanted.plan.outputTokens = 16;
        wanted.plan.timeoutS = 30;
        wanted.outPath = m_dir.filePath(u"result-%1.json"_s.arg(++m_runs));
        return wanted;
    }

    /// What the client saw of itself is there, and its warnings are those that its figures call for: none on a quiet
    /// machine.
    static void checkEvidence(const LoadLevel &level, const std::vector<RunWarning> &warnings)
    {
        const ClientEvidence &client = level.client;
        QVERIFY(client.gathered());
        QVERIFY(client.eventLoopLag.n > 0);
        QCOMPARE(client.readLag.has_value(), ReceiveTimes::available());
        if (client.readLag)
            QVERIFY(client.readLag->lag.n > 0);
        QVERIFY(readCountsOf(level.requests).chunksPerRead() >= 1);
        QCOMPARE(client.suspendedNs, std::optional<qint64>(0));
        const auto called = clientWarnings(latenessOf(client), level.concurrency);
        const auto ofClient = [&level](const RunWarning &warning) {
            return warning.level == level.concurrency && !clientWord(warning.code).isEmpty();
        };
        QCOMPARE(std::ranges::count_if(warnings, ofClient), std::ssize(called));
        for (const RunWarning &warning : called)
            QVERIFY(std::ranges::find(warnings, warning) != warnings.end());
    }

    static void recompute(const QString &path) { QCOMPARE(wrongNumbersOf(path), QString()); }

    QTemporaryDir m_dir;
    std::unique_ptr<SimulatorProcess> m_simulator;
    int m_runs = 0;
};

QTEST_GUILESS_MAIN(TestSimulatedRun)
#include "tst_simulatedrun.moc"
