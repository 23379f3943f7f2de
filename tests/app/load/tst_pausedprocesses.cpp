// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/resultsfile.h"
#include "tests/app/load/faultylevel.h"
#include "tests/app/simulator/simulatorrun.h"
#include "tests/support/files.h"

#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <csignal>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

void send(const QProcess &process, int signal)
{
    const auto id = static_cast<pid_t>(process.processId());
    if (id <= 0) // which would mean this process and all of its group
        qFatal("the program has ended too early");
    ::kill(id, signal);
}

/// Its level, with the server stopped for a while after the tenth request.
FaultyLevel::Outcome levelWithAPause(SimulatorRun &server, const FaultyLevel &level, int pauseMs)
{
    auto address = EndpointAddress::parse(u"http://127.0.0.1:%1"_s.arg(server.port()));
    PhaseRunner::Setup setup = phaseSetup({*address, {}, u"sim/fast"_s}, level.ownConnections);
    setup.worker.timeoutNs = level.timeoutNs;
    PhaseRunner runner(std::move(setup));
    QObject::connect(&runner, &PhaseRunner::requestEnded, &runner, [&] {
        if (runner.level().requests.size() != 10)
            return;
        send(server.process(), SIGSTOP);
        QTimer::singleShot(pauseMs, &runner, [&server] { send(server.process(), SIGCONT); });
    });
    FaultyLevel::Outcome outcome;
    outcome.level = runPhase(runner, level.concurrency, level.requests);
    for (const RequestRecord &record : outcome.level.requests)
        outcome.posts += record.attempts; // the simulated endpoint does not count for us
    return outcome;
}

} // namespace

/// A server or this program that is stopped for a while, as by a debugger, a container's pause or a laptop's lid.
class TestPausedProcesses final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void serverPausesWithinTheTime_data();
    void serverPausesWithinTheTime();
    void serverPausesBeyondTheTime();
    void clientPausesBeyondTheTime();
};

void TestPausedProcesses::serverPausesWithinTheTime_data()
{
    QTest::addColumn<bool>("ownConnections");
    QTest::newRow("own connections") << true;
    QTest::newRow("kept connections") << false;
}

void TestPausedProcesses::serverPausesWithinTheTime()
{
    QFETCH(bool, ownConnections);
    SimulatorRun server;
    QVERIFY(server.port() != 0);
    FaultyLevel level;
    level.requests = 40;
    level.ownConnections = ownConnections;
    const FaultyLevel::Outcome outcome = levelWithAPause(server, level, 500);
    level.checkTotals(outcome);
    QVERIFY(outcome.level.errorCounts().empty());
    qint64 longest = 0;
    for (const RequestRecord &record : outcome.level.requests)
        longest = std::max(longest, record.latencyNs.value());
    QVERIFY(longest >= 300'000'000); // the pause is in what was in flight, where it belongs
}

void TestPausedProcesses::serverPausesBeyondTheTime()
{
    SimulatorRun server;
    QVERIFY(server.port() != 0);
    FaultyLevel level;
    level.requests = 60;
    level.timeoutNs = 1'000'000'000;
    const FaultyLevel::Outcome outcome = levelWithAPause(server, level, 2500);
    level.checkTotals(outcome);
    const auto errors = outcome.level.errorCounts();
    QCOMPARE(errors.size(), size_t(1));
    QVERIFY(errors.at(u"timeout"_s) >= level.concurrency);
    QCOMPARE(outcome.level.requests.back().outcome, Outcome::Succeeded);
}

void TestPausedProcesses::clientPausesBeyondTheTime()
{
    SimulatorRun server;
    const QTemporaryDir dir;
    const QString out = dir.filePath(u"r.json"_s);
    QProcess bench;
    bench.start(SimulatorRun::program(),
        {u"bench"_s, u"--endpoint"_s, u"http://127.0.0.1:%1"_s.arg(server.port()), u"--model"_s, u"sim/fast"_s,
            u"--concurrency"_s, u"4"_s, u"--requests"_s, u"120"_s, u"--warmup"_s, u"1"_s, u"--input-tokens"_s, u"32"_s,
            u"--output-tokens"_s, u"16"_s, u"--timeout"_s, u"1"_s, u"--out"_s, out});
    QByteArray told;
    QTRY_VERIFY_WITH_TIMEOUT((told += bench.readAllStandardError()).contains("Level 4"), 30'000);
    QTest::qWait(150);
    send(bench, SIGSTOP);
    QTest::qWait(1600);
    send(bench, SIGCONT);
    QVERIFY(bench.waitForFinished(30'000));
    QCOMPARE(bench.exitCode(), 0);
    const auto read = readLoadResults(contentOf(out));
    QVERIFY2(read, read ? "" : qPrintable(read.error().message));
    FaultyLevel level;
    level.requests = 120;
    level.timeoutNs = 1'000'000'000;
    FaultyLevel::Outcome outcome;
    outcome.level = read->levels.front();
    for (const RequestRecord &record : outcome.level.requests)
        outcome.posts += record.attempts;
    // Numbers of a run go on from the warm-up's.
    for (RequestRecord &record : outcome.level.requests)
        record.index -= 1;
    level.checkTotals(outcome);
    for (const auto &[kind, count] : outcome.level.errorCounts()) {
        QCOMPARE(kind, u"timeout"_s);
        QVERIFY(count <= level.concurrency);
    }
}

QTEST_GUILESS_MAIN(TestPausedProcesses)
#include "tst_pausedprocesses.moc"
