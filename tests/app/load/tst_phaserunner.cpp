// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/load/phaserig.h"

#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

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
        // All 64 slots become free in one turn of the loop: eight may connect, the others wait for them.
        QCOMPARE(atOnce, 8);
        QCOMPARE(waited, 56);
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
