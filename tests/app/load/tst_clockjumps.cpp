// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/load/faultylevel.h"
#include "tests/app/load/runfolder.h"
#include "tests/servers/faults.h"
#include "tests/support/jumpingclock.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 hour = 3'600'000'000'000;

} // namespace

/// A clock that moves in the middle of a level, as at a machine's sleep: the records stay possible, nothing ends
/// before its time or hangs beyond it.
class TestClockJumps final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jumpsInALevel_data();
    void jumpsInALevel();
    void nothingWaitsAnHour();
};

void TestClockJumps::jumpsInALevel_data()
{
    QTest::addColumn<qint64>("by");
    QTest::addColumn<bool>("ownConnections");
    for (const bool own : {true, false}) {
        const char *connections = own ? "own" : "kept";
        QTest::addRow("an hour on, %s connections", connections) << hour << own;
        QTest::addRow("an hour back, %s connections", connections) << -hour << own;
    }
}

void TestClockJumps::jumpsInALevel()
{
    QFETCH(qint64, by);
    QFETCH(bool, ownConnections);
    // Of every four requests one is in its stream when the clock moves.
    const ScriptedEndpoint good;
    ScriptedEndpoint endpoint;
    JumpingClock clock;
    std::atomic<bool> jumped = false;
    endpoint.chat = [&, good](const ServerRequest &request) {
        if (numberOf(ScriptedEndpoint::prompt(request)) != 6)
            return good.stream(request);
        return faults::begunAnswer()
            .pause(std::chrono::milliseconds(300))
            .send(
                httpChunk(streamEvent(R"({"choices":[{"index":0,"delta":{"content":" late"},"finish_reason":"stop"}]})")
                    + streamEvent("[DONE]"))
                + lastHttpChunk);
    };
    LoopbackServer server(endpoint.function());
    PhaseRunner::Setup setup = phaseSetup(server, ownConnections);
    setup.worker.clock = &clock;
    PhaseRunner runner(std::move(setup));
    connect(&runner, &PhaseRunner::chunksArrived, this, [&] {
        // Told of a request in flight: the one that pauses has its first chunks.
        if (!jumped.exchange(true))
            clock.jump(by);
    });
    FaultyLevel::Outcome outcome;
    outcome.level = runPhase(runner, 4, 40);
    outcome.posts = server.posts();
    QVERIFY(jumped);
    QCOMPARE(outcome.level.requests.size(), size_t(40));
    QVERIFY(outcome.level.errorCounts().empty());
    QCOMPARE(outcome.posts, 40);
    for (const RequestRecord &record : outcome.level.requests) {
        QVERIFY(record.ttftNs.value() >= 0 && record.latencyNs.value() >= 0 && record.lastDeltaNs.value() >= 0);
        QVERIFY(std::ranges::none_of(record.itlNs.held(), [](qint64 gap) { return gap < 0; }));
        QVERIFY(record.connectNs.value_or(0) >= 0);
    }
    const RequestRecord &struck = outcome.level.requests[6];
    QVERIFY(by < 0 || struck.itlNs.held().back() >= by); // what the clock says is what is recorded
}

void TestClockJumps::nothingWaitsAnHour()
{
    // The time of a request is waited for by the machine's timers: a jump on does not cut it short for those that
    // begin after it, and a jump back does not draw it out for those in flight.
    for (const qint64 by : {hour, -hour}) {
        const ScriptedEndpoint good;
        ScriptedEndpoint endpoint;
        endpoint.chat = [good](const ServerRequest &request) {
            return numberOf(ScriptedEndpoint::prompt(request)) % 5 == 0 ? faults::stallMidStream()
                                                                        : good.stream(request);
        };
        LoopbackServer server(endpoint.function());
        JumpingClock clock;
        PhaseRunner::Setup setup = phaseSetup(server, true);
        setup.worker.clock = &clock;
        setup.worker.timeoutNs = 1'000'000'000;
        PhaseRunner runner(std::move(setup));
        connect(&runner, &PhaseRunner::requestEnded, this, [&] {
            if (runner.level().requests.size() == 3)
                clock.jump(by);
        });
        const LoadLevel level = runPhase(runner, 5, 20);
        QCOMPARE(level.errorCounts(), (std::map<QString, int>{{u"timeout"_s, 4}}));
        for (const RequestRecord &record : level.requests) {
            QCOMPARE(record.outcome, record.index % 5 == 0 ? Outcome::TimedOut : Outcome::Succeeded);
            QVERIFY(record.latencyNs.value() >= 0);
        }
    }
}

QTEST_GUILESS_MAIN(TestClockJumps)
#include "tst_clockjumps.moc"
