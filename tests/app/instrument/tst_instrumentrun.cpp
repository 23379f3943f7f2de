// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"
#include "app/instrument/instrumentrun.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 60'000;

InstrumentSetup small()
{
    InstrumentSetup setup;
    setup.concurrency = 8;
    setup.intervalMs = 10;
    setup.loadS = 1.2;
    setup.floorS = 0.1;
    setup.simulatorProgram = QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli");
    return setup;
}

InstrumentOutcome outcomeOf(const InstrumentSetup &setup)
{
    InstrumentRun run(setup);
    QSignalSpy finished(&run, &InstrumentRun::finished);
    run.start();
    if (!finished.wait(patienceMs))
        qFatal("the check does not end");
    return *run.outcome();
}

} // namespace

/// Whole checks against the simulated endpoint in its own process.
class TestInstrumentRun final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresItself()
    {
        InstrumentRun run(small());
        std::set<InstrumentProgress::Step> steps;
        double share = 0;
        QObject::connect(&run, &InstrumentRun::progressed, &run, [&] {
            steps.insert(run.progress().step);
            QVERIFY(run.progress().share >= 0 && run.progress().share <= 1);
            share = run.progress().share;
        });
        QSignalSpy finished(&run, &InstrumentRun::finished);
        run.start();
        QVERIFY(finished.wait(patienceMs));
        QVERIFY2(run.outcome()->check, run.outcome()->error ? qPrintable(run.outcome()->error->message) : "cancelled");
        const InstrumentCheck check = *run.outcome()->check;
        QCOMPARE(check.concurrency, 8);
        QCOMPARE(check.intervalMs, 10);
        QCOMPARE(check.streams, 24);
        QCOMPARE(check.failed, 0);
        QCOMPARE(check.lost, 0);
        QVERIFY(check.chunks > 100);
        QCOMPARE(check.lateness.n + check.startLateness.n, check.chunks);
        QVERIFY(*check.lateness.p50 > 0); // a chunk is never read before it is sent
        QCOMPARE(check.sender.n, check.chunks);
        QVERIFY(check.floor.n > 100);
        QVERIFY(check.peakInFlight <= 8);
        QVERIFY(check.chunksPerRead && *check.chunksPerRead >= 1);
        QVERIFY(check.cpuShare && *check.cpuShare > 0);
        QCOMPARE(check.verdict, judgeInstrument(check));
        QVERIFY(check.createdAt.isValid());
        QVERIFY(steps.contains(InstrumentProgress::Step::Streams));
        QVERIFY(share > 0.5);
    }

    void saysThatTheSimulatorIsMissing()
    {
        InstrumentSetup setup = small();
        setup.simulatorProgram = u"/nowhere/streamgauge-cli"_s;
        const InstrumentOutcome outcome = outcomeOf(setup);
        QVERIFY(!outcome.check && outcome.error);
        QCOMPARE(outcome.error->code, u"simulator.missing"_s);
        QVERIFY(outcome.error->message.contains(setup.simulatorProgram));
    }

    void saysThatTheSimulatorCannotListen()
    {
        const QTemporaryDir folder;
        InstrumentSetup setup = small();
        setup.simulatorProgram = folder.filePath(u"simulator"_s);
        QFile program(setup.simulatorProgram);
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/bin/sh\necho 'Port 0 on 127.0.0.1 is taken' >&2\nexit 2\n");
        program.close();
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const InstrumentOutcome outcome = outcomeOf(setup);
        QVERIFY(outcome.error);
        QVERIFY2(
            outcome.error->message.contains(u"Port 0 on 127.0.0.1 is taken"_s), qPrintable(outcome.error->message));
    }

    void refusesWhatDoesNotFit_data()
    {
        QTest::addColumn<int>("concurrency");
        QTest::addColumn<int>("intervalMs");
        QTest::addColumn<QString>("code");
        QTest::newRow("fits") << 4096 << 1 << QString();
        QTest::newRow("no stream") << 0 << 20 << u"instrument.concurrency"_s;
        QTest::newRow("too many") << 4097 << 20 << u"instrument.concurrency"_s;
        QTest::newRow("no interval") << 1 << 0 << u"instrument.interval"_s;
        QTest::newRow("too slow") << 1 << 1001 << u"instrument.interval"_s;
    }

    void refusesWhatDoesNotFit()
    {
        QFETCH(int, concurrency);
        QFETCH(int, intervalMs);
        QFETCH(QString, code);
        InstrumentSetup setup;
        setup.concurrency = concurrency;
        setup.intervalMs = intervalMs;
        const Result<void> checked = setup.check();
        QCOMPARE(checked ? QString() : checked.error().code, code);
        if (code.isEmpty())
            return;
        QVERIFY(!checked.error().message.contains(u'%'));
        QCOMPARE(outcomeOf(setup).error->code, code);
    }

    void namesHowManyStreamsFit()
    {
        QVERIFY(checkDescriptors(314, 1024));
        QCOMPARE(checkDescriptors(315, 1024).error().code, u"plan.descriptors"_s);
        QVERIFY(!checkDescriptors(1, 16));
        QVERIFY(!checkDescriptors(1, 16).error().message.contains(u"at most"_s)); // none fits
        const QString message = checkDescriptors(4096, 1024).error().message;
        for (const QString &number : {u"4,096"_s, u"12,368"_s, u"1,024"_s, u"at most 314"_s})
            QVERIFY2(message.contains(number), qPrintable(message));
    }

    void mayBeCancelled_data()
    {
        QTest::addColumn<int>("afterMs");
        QTest::newRow("at once") << 0;
        QTest::newRow("while it starts") << 1;
        QTest::newRow("soon") << 150;
        QTest::newRow("while streams run") << 700;
    }

    void mayBeCancelled()
    {
        QFETCH(int, afterMs);
        InstrumentSetup setup = small();
        setup.loadS = 3600;
        InstrumentRun run(setup);
        QSignalSpy finished(&run, &InstrumentRun::finished);
        if (afterMs == 0)
            run.cancel();
        run.start();
        if (afterMs > 0)
            QTest::qWait(afterMs);
        run.cancel();
        run.cancel();
        QVERIFY(!finished.isEmpty() || finished.wait(patienceMs));
        QVERIFY(!run.outcome()->check && !run.outcome()->error);
        QTest::qWait(50);
        QCOMPARE(finished.size(), 1);
    }

    void mayBeDestroyed_data() { mayBeCancelled_data(); }

    void mayBeDestroyed()
    {
        QFETCH(int, afterMs);
        InstrumentSetup setup = small();
        setup.loadS = 3600;
        auto run = std::make_unique<InstrumentRun>(setup);
        run->start();
        QTest::qWait(afterMs);
        run.reset();
    }
};

QTEST_GUILESS_MAIN(TestInstrumentRun)
#include "tst_instrumentrun.moc"
