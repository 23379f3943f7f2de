// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"
#include "tests/app/load/faultylevel.h"
#include "tests/app/load/runfolder.h"
#include "tests/app/load/runwatcher.h"
#include "tests/servers/faults.h"

#include <QTest>

#include <condition_variable>
#include <mutex>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

/// Lets the builder of bodies go so far and no further, so that a server can be away for a known set of requests.
class Barrier final {
public:
    void openTo(quint64 number)
    {
        const std::lock_guard lock(m_mutex);
        m_end = number;
        m_opened.notify_all();
    }
    void pass(quint64 number)
    {
        std::unique_lock lock(m_mutex);
        m_opened.wait(lock, [this, number] { return number < m_end; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_opened;
    quint64 m_end = 0;
};

} // namespace

/// What a level makes of servers that go away and come back, and of those that are slow to take connections.
class TestConnectionFaults final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnAfterARestart_data();
    void goesOnAfterARestart();
    void slowAcceptingServerLosesNothing();
    void runsOutOfDescriptorsAndGoesOn();
};

void TestConnectionFaults::goesOnAfterARestart_data()
{
    QTest::addColumn<bool>("ownConnections");
    QTest::newRow("own connections") << true;
    QTest::newRow("kept connections") << false;
}

void TestConnectionFaults::goesOnAfterARestart()
{
    QFETCH(bool, ownConnections);
    constexpr quint64 cut = 18; // this one and the next are in flight when the server goes
    constexpr quint64 away = 20;
    constexpr quint64 back = 40;
    constexpr int all = 60;
    const ScriptedEndpoint good;
    ScriptedEndpoint endpoint;
    endpoint.chat = [good](const ServerRequest &request) {
        const quint64 number = numberOf(ScriptedEndpoint::prompt(request));
        return number == cut || number == cut + 1 ? faults::stallMidStream() : good.stream(request);
    };
    auto server = std::make_unique<LoopbackServer>(endpoint.function(), LoopbackServer::Options{});
    const quint16 port = server->port();
    int posts = 0;

    Barrier barrier;
    barrier.openTo(away);
    PhaseRunner::Setup setup = phaseSetup(*server, ownConnections);
    setup.build = [&barrier, build = setup.build](quint64 number) {
        barrier.pass(number);
        return build(number);
    };
    PhaseRunner runner(std::move(setup));
    connect(&runner, &PhaseRunner::requestEnded, this, [&] {
        const size_t ended = runner.level().requests.size();
        if (ended == cut) {
            // The two that stall have their first chunks, or the cut would come before their answer.
            for (int i = 0; i < phasePatienceMs && server->posts() < int(cut) + 2; ++i)
                QTest::qSleep(1);
            QTest::qSleep(50);
            posts = server->posts();
            server.reset();
            barrier.openTo(back);
        } else if (ended == back) {
            server = std::make_unique<LoopbackServer>(endpoint.function(), LoopbackServer::Options{.port = port});
            barrier.openTo(all);
        }
    });
    FaultyLevel::Outcome outcome;
    outcome.level = runPhase(runner, 4, all);
    outcome.posts = posts + server->posts();
    FaultyLevel level;
    level.requests = all;
    for (quint64 number = cut; number < back; ++number)
        level.faults[number] = nullptr;
    level.checkHealthy(outcome);
    for (quint64 number = cut; number < away; ++number)
        FaultyLevel::checkStruck(
            outcome, number, Outcome::Failed, ErrorKind::EndedEarly, u"cut after 2 content chunks"_s);
    for (quint64 number = away; number < back; ++number)
        FaultyLevel::checkStruck(outcome, number, Outcome::Failed, ErrorKind::Connection, u"refused"_s);
    QCOMPARE(server->posts(), all - int(back));
}

void TestConnectionFaults::slowAcceptingServerLosesNothing()
{
    ScriptedEndpoint endpoint;
    endpoint.closesAfterStream = true;
    const LoopbackServer server(
        endpoint.function(), LoopbackServer::Options{.backlog = 1, .acceptPause = std::chrono::milliseconds(15)});
    RunFolder folder;
    RunWatcher watcher(folder.setup(server, smallPlan({12}, 36)));
    QCOMPARE(watcher.run().exitCode, 0);
    QCOMPARE(watcher.last<LevelEnded>()->metrics.succeeded, 36);
    QVERIFY(watcher.warned(u"connect_limited"_s));
    // Nothing was dispatched twice: one for each request, two of warm-up, the small request and the calibration's.
    const auto calibrated = static_cast<int>(watcher.finished().result->calibration.points.size());
    QCOMPARE(server.posts(), 36 + 2 + 1 + calibrated);
}

void TestConnectionFaults::runsOutOfDescriptorsAndGoesOn()
{
    constexpr quint64 gone = 10;
    constexpr quint64 back = 20;
    constexpr int all = 30;
    LoopbackServer server(ScriptedEndpoint{}.function());
    Barrier barrier;
    barrier.openTo(gone);
    PhaseRunner::Setup setup = phaseSetup(server, true);
    setup.build = [&barrier, build = setup.build](quint64 number) {
        barrier.pass(number);
        return build(number);
    };
    PhaseRunner runner(std::move(setup));
    quint64 before = 0;
    connect(&runner, &PhaseRunner::requestEnded, this, [&] {
        const size_t ended = runner.level().requests.size();
        if (ended == gone) {
            before = raiseDescriptorLimit();
            setDescriptorLimit(3); // what is open stays open
            barrier.openTo(back);
        } else if (ended == back) {
            setDescriptorLimit(before);
            barrier.openTo(all);
        }
    });
    FaultyLevel::Outcome outcome;
    outcome.level = runPhase(runner, 4, all);
    outcome.posts = server.posts();
    FaultyLevel level;
    level.requests = all;
    for (quint64 number = gone; number < back; ++number)
        level.faults[number] = nullptr;
    level.checkHealthy(outcome);
    for (quint64 number = gone; number < back; ++number)
        FaultyLevel::checkStruck(
            outcome, number, Outcome::Failed, ErrorKind::Connection, u"open no more files and sockets"_s);
}

QTEST_GUILESS_MAIN(TestConnectionFaults)
#include "tst_connectionfaults.moc"
