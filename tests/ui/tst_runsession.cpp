// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fakebackends.h"
#include "ui/run/runsession.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

LiveSnapshot snapshotOf(int level, std::map<QString, int> errors = {})
{
    LiveSnapshot snapshot;
    snapshot.phase = RunPhase::Level;
    snapshot.level = level;
    snapshot.errors = std::move(errors);
    return snapshot;
}

LevelEnded endOf(int level, int succeeded, int failed)
{
    LevelEnded ended;
    ended.level = level;
    ended.metrics.succeeded = succeeded;
    ended.metrics.failed = failed;
    if (failed > 0)
        ended.errors[u"connection"_s] = failed;
    return ended;
}

} // namespace

class TestRunSession final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheLevels();
    void countsNoErrorTwice();
    void stopsOnce();
    void runsOneAtATime();
    void survivesALevelThatIsNotInThePlan();
};

void TestRunSession::followsTheLevels()
{
    test::Fakes fakes;
    RunSession session(fakes.backends());
    QSignalSpy finished(&session, &RunSession::finished);
    session.start({});
    QVERIFY(fakes.run->started);
    QCOMPARE(session.levels().size(), 3U);
    fakes.run->give({snapshotOf(0)});
    QCOMPARE(session.levels()[0].state, LevelProgress::State::Running);
    fakes.run->give({endOf(0, 99, 1), snapshotOf(1)});
    QCOMPARE(session.levels()[0].state, LevelProgress::State::Done);
    QCOMPARE(session.levels()[0].succeeded, 99);
    QCOMPARE(session.levels()[0].failed, 1);
    RunFinished end;
    end.exitCode = 130;
    fakes.run->give({WarningRaised{{u"code"_s, u"words"_s, 1, {}}}, end});
    QCOMPARE(finished.count(), 1);
    QVERIFY(!session.isRunning());
    QCOMPARE(session.outcome()->exitCode, 130);
    QCOMPARE(session.levels()[1].state, LevelProgress::State::Interrupted);
    QCOMPARE(session.levels()[2].state, LevelProgress::State::Waiting);
    QCOMPARE(session.warnings().size(), 1U);
}

void TestRunSession::countsNoErrorTwice()
{
    test::Fakes fakes;
    RunSession session(fakes.backends());
    session.start({});
    fakes.run->give({snapshotOf(0, {{u"timeout"_s, 2}})});
    QCOMPARE(session.errors().at(u"timeout"_s), 2);
    LevelEnded ended = endOf(0, 98, 0);
    ended.errors[u"timeout"_s] = 2;
    fakes.run->give({ended});
    QCOMPARE(session.errors().at(u"timeout"_s), 2);
    fakes.run->give({snapshotOf(1, {{u"timeout"_s, 1}})});
    QCOMPARE(session.errors().at(u"timeout"_s), 3);
}

void TestRunSession::stopsOnce()
{
    test::Fakes fakes;
    RunSession session(fakes.backends());
    session.stop();
    session.start({});
    session.stop();
    session.stop();
    QCOMPARE(fakes.run->stops, 1);
    QVERIFY(session.isStopping());
    fakes.run->give({RunFinished{}});
    QVERIFY(!session.isStopping());
}

void TestRunSession::runsOneAtATime()
{
    test::Fakes fakes;
    RunSession session(fakes.backends());
    session.start({});
    const QPointer<test::FakeRun> first = fakes.run;
    session.start({});
    QCOMPARE(fakes.run.data(), first.data());
    fakes.run->give({RunFinished{}});
    session.start({});
    QVERIFY(fakes.run.data() != first.data());
    QVERIFY(!session.outcome());
}

void TestRunSession::survivesALevelThatIsNotInThePlan()
{
    test::Fakes fakes;
    RunSession session(fakes.backends());
    session.start({});
    fakes.run->give({snapshotOf(7, {{u"tls"_s, 1}}), endOf(9, 1, 0), endOf(-1, 1, 0)});
    QVERIFY(session.errors().empty());
}

QTEST_GUILESS_MAIN(TestRunSession)
#include "tst_runsession.moc"
