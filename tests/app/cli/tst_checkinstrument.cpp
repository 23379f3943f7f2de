// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatorprocess.h"
#include "models/core/json.h"
#include "models/load/instrumentcheck.h"
#include "models/load/resultsfile.h"
#include "tests/app/cli/clirun.h"
#include "tests/support/files.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <csignal>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

const QString program = QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli");
constexpr int patienceMs = 120'000;

struct Ran {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

Ran ended(QProcess &process, QByteArray err = {})
{
    if (!process.waitForFinished(patienceMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    err += process.readAllStandardError();
    return {process.exitCode(), process.readAllStandardOutput(), err};
}

QByteArray untilMeasuring(QProcess &process)
{
    QByteArray err;
    while (!err.contains("Measuring") && process.waitForReadyRead(patienceMs))
        err += process.readAllStandardError();
    return err;
}

void start(QProcess &process, const QStringList &arguments, const QString &folder = {})
{
    process.setWorkingDirectory(folder);
    process.setReadChannel(QProcess::StandardError);
    process.start(program, arguments);
    process.closeWriteChannel();
}

} // namespace

/// check-instrument and bench --check-instrument as a person or a script runs them. How late this machine is, is no
/// matter of these tests; whether the program says so, is.
class TestCheckInstrument final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatItFound()
    {
        QProcess process;
        start(process, {u"check-instrument"_s, u"--concurrency"_s, u"2"_s});
        const Ran ran = ended(process);
        for (const char *word : {"Chunk lateness", "Timer floor", "CPU a chunk", "Verdict: ", "0 of "})
            QVERIFY2(ran.out.contains(word), ran.out.constData());
        QCOMPARE(ran.exitCode, ran.out.contains("Verdict: ok") ? 0 : 1);
        QVERIFY2(ran.err.contains("Measuring"), ran.err.constData());
    }

    void noticesThatItWasHeldUp()
    {
        QProcess process;
        start(process, {u"check-instrument"_s, u"--concurrency"_s, u"8"_s, u"--json"_s});
        const QByteArray err = untilMeasuring(process);
        QVERIFY2(err.contains("Measuring"), err.constData());
        QTest::qSleep(2000); // the start is over
        const auto id = static_cast<pid_t>(process.processId());
        QCOMPARE(::kill(id, SIGSTOP), 0);
        QTest::qSleep(400);
        QCOMPARE(::kill(id, SIGCONT), 0);
        const Ran ran = ended(process, err);
        QCOMPARE(ran.exitCode, 1);
        const auto json = parseJson(ran.out);
        QVERIFY2(json, ran.out.constData());
        QVERIFY2((*json)[u"lateness_ms"][u"max"].toDouble() >= 350, ran.out.constData());
        QVERIFY2((*json)[u"event_loop_lag_ms"][u"max"].toDouble() >= 350, ran.out.constData());
        QVERIFY((*json)[u"verdict"].toString() != u"ok"_s);
        QCOMPARE((*json)[u"lost"].toInteger(-1), qint64(0)); // late is not lost
        QCOMPARE((*json)[u"streams"].toInteger(), qint64(24));
        QCOMPARE((*json)[u"failed"].toInteger(-1), qint64(0));
        QCOMPARE((*json)[u"peak_in_flight"].toInteger(), qint64(8));
    }

    void stopsAtASignal()
    {
        // Ctrl-C in a terminal reaches the whole group.
        QProcess process;
        process.setChildProcessModifier([] { ::setpgid(0, 0); });
        start(process, {u"check-instrument"_s, u"--json"_s});
        const QByteArray err = untilMeasuring(process);
        ::kill(-static_cast<pid_t>(process.processId()), SIGINT);
        const Ran ran = ended(process, err);
        QCOMPARE(ran.exitCode, 130);
        QCOMPARE(ran.out, QByteArray());
        QVERIFY2(!ran.err.contains("simulated endpoint has ended"), ran.err.constData());
    }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QStringList>("options");
        for (const char *number : {"0", "4097", "-1", "x", "1.5", ""})
            QTest::addRow("streams %s", number) << QStringList{u"--concurrency"_s, QString::fromLatin1(number)};
        for (const char *number : {"0", "1001", "-20", "nan", "0.5", ""})
            QTest::addRow("interval %s", number) << QStringList{u"--interval-ms"_s, QString::fromLatin1(number)};
        QTest::newRow("endpoint") << QStringList{u"--endpoint"_s, u"localhost"_s};
    }

    void refusesWhatMakesNoSense()
    {
        QFETCH(QStringList, options);
        const CliOutcome outcome = runCli(QStringList{u"check-instrument"_s} + options);
        QCOMPARE(outcome.exitCode, 2);
        QCOMPARE(outcome.out, QString());
        QVERIFY2(outcome.err.contains(options.front()), qPrintable(outcome.err));
    }

    void saysThatTooManyStreamsDoNotFit()
    {
        QProcess process;
        process.start(
            u"/bin/sh"_s, {u"-c"_s, u"ulimit -n 256 && exec \"$0\" check-instrument --concurrency 4096"_s, program});
        const Ran ran = ended(process);
        QCOMPARE(ran.exitCode, 2);
        QVERIFY2(ran.err.contains("12,368") && ran.err.contains("256") && ran.err.contains("at most 58 at a time"),
            ran.err.constData());
    }

    void saysThatTheSimulatorIsMissing()
    {
        // The program is looked for beside the one that runs: under another name there is none.
        const QTemporaryDir folder;
        const QString alone = folder.filePath(u"renamed"_s);
        QVERIFY(QFile::copy(program, alone));
        QProcess process;
        process.start(alone, {u"check-instrument"_s});
        const Ran ran = ended(process);
        QCOMPARE(ran.exitCode, 3);
        QVERIFY2(ran.err.contains(folder.filePath(u"streamgauge-cli"_s).toUtf8()), ran.err.constData());
    }

    void aRunKeepsIt()
    {
        const QTemporaryDir folder;
        SimulatorProcess simulator(program);
        QSignalSpy ready(&simulator, &SimulatorProcess::ready);
        simulator.start();
        QVERIFY(ready.wait(30'000));
        QProcess process;
        start(process,
            {u"bench"_s, u"--endpoint"_s, simulator.url(), u"--model"_s, u"sim/fast"_s, u"--concurrency"_s, u"1,3"_s,
                u"--requests"_s, u"4"_s, u"--output-tokens"_s, u"4"_s, u"--out"_s, u"r.json"_s,
                u"--check-instrument"_s},
            folder.path());
        const Ran ran = ended(process);
        QCOMPARE(ran.exitCode, 0);
        QVERIFY2(ran.err.contains("Instrument check before the run"), ran.err.constData());
        const auto read = readLoadResults(contentOf(folder.filePath(u"r.json"_s)));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(read->instrumentCheck);
        QCOMPARE(read->instrumentCheck->concurrency, 3);
        QCOMPARE(read->instrumentCheck->lost, 0);
        QCOMPARE(runCli({u"validate"_s, u"r.json"_s}, folder.path()).exitCode, 0);
        const CliOutcome report = runCli({u"report"_s, u"r.json"_s}, folder.path());
        QVERIFY2(report.out.contains(u"Instrument check before the run, 3 "_s), qPrintable(report.out));
    }
};

QTEST_GUILESS_MAIN(TestCheckInstrument)
#include "tst_checkinstrument.moc"
