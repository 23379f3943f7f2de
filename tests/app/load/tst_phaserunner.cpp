// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"
#include "app/load/levelwatch.h"
#include "tests/app/load/phaserig.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

class SleepyClock final : public Clock {
public:
    [[nodiscard]] qint64 nowNs() const override { return SteadyClock::instance().nowNs(); }
    [[nodiscard]] std::optional<qint64> suspendedNs() const override { return sleptNs; }
    std::atomic<qint64> sleptNs = 1'000'000'000;
};

} // namespace

/// Several workers at once, which a machine with few cores never has by itself.
class TestPhaseRunner final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spreadsSlotsOverWorkers_data()
    {
        QTest::addColumn<bool>("ownConnections");
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("concurrency");
        QTest::newRow("kept, one worker") << false << 1 << 8;
        QTest::newRow("kept, four workers") << false << 4 << 10;
        QTest::newRow("kept, more workers than slots") << false << 4 << 2;
        QTest::newRow("own, four workers") << true << 4 << 30;
    }

    void spreadsSlotsOverWorkers()
    {
        QFETCH(bool, ownConnections);
        QFETCH(int, workers);
        QFETCH(int, concurrency);
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(3);
        LoopbackServer server(endpoint.function());
        PhaseRunner runner(phaseSetup(server, ownConnections, workers));
        quint64 next = 0;
        for (int phase = 0; phase < 3; ++phase) {
            const LoadLevel level = runPhase(runner, concurrency, 120);
            QCOMPARE(level.requests.size(), size_t(120));
            QVERIFY(level.errorCounts().empty());
            QVERIFY(level.client.peakInFlight <= concurrency);
            QVERIFY(level.client.cpuShare && *level.client.cpuShare > 0);
            QCOMPARE(level.client.dispatchDelay.n, 120);
            QCOMPARE(level.client.connects, ownConnections ? 120 : 0);
            for (const RequestRecord &record : level.requests)
                QCOMPARE(record.index, next++);
        }
        QCOMPARE(server.posts(), 360);
        if (!ownConnections)
            QCOMPARE(server.connections(), concurrency);
    }

    void tellsWhatTheClientSawOfItself()
    {
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(20);
        LoopbackServer server(endpoint.function());
        PhaseRunner runner(phaseSetup(server, false, 2));
        const ClientEvidence client = runPhase(runner, 4, 200).client;
        QCOMPARE(client.peakInFlight, 4);
        QVERIFY(client.eventLoopLag.n > 0);
        QVERIFY(client.eventLoopLag.max.has_value());
        QVERIFY(client.startRampNs && *client.startRampNs >= 0);
        QVERIFY(client.startBurstLagNs.has_value());
        QVERIFY(client.gathered());
        QCOMPARE(client.suspendedNs, std::optional<qint64>(0));
        QCOMPARE(client.readLag.has_value(), ReceiveTimes::available());
        if (client.readLag)
            QVERIFY(client.readLag->lag.n > 0); // of 200 reads
        QVERIFY(runner.clientSoFar().cpuShare > 0);
    }

    void tellsHowLongTheSystemSlept()
    {
        SleepyClock clock;
        LoopbackServer server(ScriptedEndpoint{}.function());
        PhaseRunner::Setup wanted = phaseSetup(server, true, 1);
        wanted.worker.clock = &clock;
        PhaseRunner runner(std::move(wanted));
        QCOMPARE(runPhase(runner, 2, 4).client.suspendedNs, std::optional<qint64>(0));
        bool slept = false;
        connect(&runner, &PhaseRunner::requestEnded, this, [&] {
            if (!std::exchange(slept, true))
                clock.sleptNs = 5'000'000'000;
        });
        const ClientEvidence client = runPhase(runner, 2, 4).client;
        QCOMPARE(client.suspendedNs, std::optional<qint64>(4'000'000'000));
    }

    void flagsBodiesThatComeLate()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        PhaseRunner::Setup wanted = phaseSetup(server, true, 1);
        wanted.build = [build = std::move(wanted.build)](quint64 number) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            return build(number);
        };
        PhaseRunner runner(std::move(wanted));
        const LoadLevel level = runPhase(runner, 2, 30);
        const auto warnings = LevelWatch(LoadPlan{}).levelEnded(level, {});
        const auto late = std::ranges::find(warnings, u"client_late"_s, &RunWarning::code);
        QVERIFY(late != warnings.end());
        QVERIFY2(late->message.contains(u"dispatch delay p95 "_s), qPrintable(late->message));
    }

    /// What comes while slots are started is read: the first answers end before the last slot is started.
    void readsWhileItStarts()
    {
        constexpr int slotCount = 1000;
        raiseDescriptorLimit();
        LoopbackServer server(ScriptedEndpoint{}.function());
        PhaseRunner runner(phaseSetup(server, false, 1));
        const LoadLevel level = runPhase(runner, slotCount, slotCount);
        QVERIFY(level.errorCounts().empty());
        qint64 firstEnd = std::numeric_limits<qint64>::max();
        qint64 lastStart = 0;
        qint64 firstStart = firstEnd;
        for (const RequestRecord &record : level.requests) {
            firstEnd = std::min(firstEnd, record.dispatchNs + *record.latencyNs);
            firstStart = std::min(firstStart, record.dispatchNs);
            lastStart = std::max(lastStart, record.dispatchNs);
        }
        QVERIFY(firstEnd < lastStart);
        // A slot is free from its turn on: what spreading costs is in the ramp.
        QVERIFY(*level.client.startRampNs >= (lastStart - firstStart) * 9 / 10);
        QVERIFY(*level.client.dispatchDelay.p50 < static_cast<double>(lastStart - firstStart) / 4);
    }

    void opensAtMostEightConnectionsAtATime()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        PhaseRunner runner(phaseSetup(server, true, 1));
        int atOnce = 0;
        int waited = 0;
        connect(&runner, &PhaseRunner::requestEnded, this,
            [&](qint64, qint64 turnWaitNs) { ++(turnWaitNs == 0 ? atOnce : waited); });
        const LoadLevel level = runPhase(runner, 64, 64);
        QVERIFY(level.errorCounts().empty());
        // The first eight may connect; of the others, those that are started before these have connected wait for them.
        QVERIFY(atOnce >= 8);
        QCOMPARE(atOnce + waited, 64);
        for (const RequestRecord &record : level.requests)
            QVERIFY(record.connectNs > 0);
    }

    void secondDispatchesTakeTurnsToo()
    {
        // A connection brings the model list and one answer; at its third request it closes.
        ScriptedEndpoint endpoint;
        endpoint.chat = [&endpoint](const ServerRequest &request) {
            return request.onConnection > 1 ? ServerScript().close() : endpoint.stream(request);
        };
        LoopbackServer server([&endpoint](const ServerRequest &request) { return endpoint.answer(request); });
        PhaseRunner runner(phaseSetup(server, false, 2));
        int again = 0;
        int inTurn = 0;
        connect(&runner, &PhaseRunner::requestEnded, this, [&](qint64, qint64 turnWaitNs) {
            again += runner.level().requests.back().attempts == 2 ? 1 : 0;
            inTurn += runner.level().requests.back().attempts == 2 && turnWaitNs >= 0 ? 1 : 0;
        });
        const LoadLevel level = runPhase(runner, 40, 80);
        QVERIFY(level.errorCounts().empty());
        QVERIFY(again > 0);
        QCOMPARE(inTurn, again);
    }

    void stopsWhileSlotsWaitForATurn()
    {
        // Nobody answers, so eight requests hold their connection and the others wait for a turn or an answer.
        ScriptedEndpoint endpoint;
        endpoint.chat = [](const ServerRequest &) { return ServerScript().silence(); };
        LoopbackServer server(endpoint.function());
        PhaseRunner runner(phaseSetup(server, true, 3));
        QSignalSpy over(&runner, &PhaseRunner::phaseEnded);
        runner.start(50, 500);
        QTRY_VERIFY_WITH_TIMEOUT(server.posts() >= 10, phasePatienceMs);
        runner.stop();
        runner.stop();
        QVERIFY(over.wait(phasePatienceMs));
        const LoadLevel level = runner.takeLevel();
        QCOMPARE(level.requests.size(), size_t(50));
        QCOMPARE(level.errorCounts(), (std::map<QString, int>{{u"cancelled"_s, 50}}));
        QVERIFY(!runner.running());
    }

    void startsAgainAfterAStop()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        PhaseRunner runner(phaseSetup(server, false, 3));
        std::set<quint64> numbers;
        size_t count = 0;
        for (int round = 0; round < 10; ++round) {
            QSignalSpy over(&runner, &PhaseRunner::phaseEnded);
            runner.start(9, 10'000);
            QTest::qWait(round * 3);
            runner.stop();
            QVERIFY(over.size() == 1 || over.wait(phasePatienceMs));
            const LoadLevel level = runner.takeLevel();
            for (const RequestRecord &record : level.requests)
                numbers.insert(record.index);
            count += level.requests.size();
        }
        QCOMPARE(numbers.size(), count);
        QCOMPARE(runPhase(runner, 9, 30).requests.size(), size_t(30));
    }

    void isDestroyedAtAnyMoment()
    {
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(2);
        LoopbackServer server(endpoint.function());
        for (int round = 0; round < 12; ++round) {
            PhaseRunner runner(phaseSetup(server, round % 2 == 0, 4));
            runner.start(40, 10'000);
            QTest::qWait(round);
        }
    }

    void givesUpOpeningConnections()
    {
        // The model list never comes, so nothing is open when the level starts; the requests are answered all the same.
        ScriptedEndpoint endpoint;
        endpoint.models = [](const ServerRequest &) { return ServerScript().silence(); };
        endpoint.thinksFor = std::chrono::milliseconds(50); // so that every slot gets its share
        LoopbackServer server(endpoint.function());
        PhaseRunner runner(phaseSetup(server, false, 2));
        const LoadLevel level = runPhase(runner, 4, 12);
        QCOMPARE(level.requests.size(), size_t(12));
        QVERIFY(level.errorCounts().empty());
        QCOMPARE(level.client.connects, 4);
    }

    void timesOutWhatWaitsTooLongForItsTurn()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        PhaseRunner::Setup wanted = phaseSetup(server, true);
        wanted.worker.timeoutNs = 300'000'000;
        // An address of the block for documentation: no packet to it is ever answered, or it is unreachable at once.
        EndpointSettings nowhere = settingsFor(server);
        nowhere.address = *EndpointAddress::parse(u"http://model-server.invalid:8080/v1"_s);
        wanted.worker.requests =
            std::make_shared<RequestBuilder>(nowhere, nowhere.address.base, u"m"_s, RequestOptions{});
        wanted.worker.modelList = RequestBuilder::getRequest(nowhere, nowhere.address.base, u"/models");
        wanted.worker.address = QHostAddress(u"192.0.2.1"_s);
        PhaseRunner runner(std::move(wanted));
        const LoadLevel level = runPhase(runner, 40, 40);
        QCOMPARE(level.requests.size(), size_t(40));
        for (const RequestRecord &record : level.requests) {
            QVERIFY(record.outcome == Outcome::TimedOut || record.outcome == Outcome::Failed);
            QCOMPARE(record.dispatchNs, qint64(-1));
            QCOMPARE(record.attempts, 0);
        }
        QCOMPARE(level.client.peakInFlight, 0);
    }
};

QTEST_GUILESS_MAIN(TestPhaseRunner)
#include "tst_phaserunner.moc"
