// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlloop.h"
#include "app/endpoint/probe.h"
#include "tests/app/load/scriptedendpoint.h"

#include <QSignalSpy>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

constexpr int patienceMs = 30'000;

} // namespace

class TestProbeRun final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void canBeCancelledAtAnyTime()
    {
        ScriptedEndpoint silent;
        silent.models = [](const ServerRequest &) { return ServerScript().silence(); };
        LoopbackServer server(silent.function());
        for (const bool afterRequest : {false, true}) {
            CurlLoop loop;
            Probe probe(loop, settingsFor(server), 20);
            QSignalSpy finished(&probe, &Probe::finished);
            const int before = server.requests();
            probe.start();
            if (afterRequest)
                QTRY_COMPARE_WITH_TIMEOUT(server.requests(), before + 1, patienceMs);
            probe.cancel();
            probe.cancel();
            QCOMPARE(finished.size(), 1);
            QCOMPARE(probe.outcome().exitCode, 130);
        }
        CurlLoop loop;
        Probe abandoned(loop, settingsFor(server), 20);
        abandoned.start();
    }

    void runsInAThreadOfItsOwn()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        ProbeRun run(settingsFor(server));
        QSignalSpy finished(&run, &ProbeRun::finished);
        run.start();
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(run.outcome()->exitCode, 0);
        QCOMPARE(run.takeSteps().size(), run.outcome()->report.steps.size());
        QVERIFY(run.takeSteps().empty());
    }

    void asksForNoCompletionWhereNoneIsWanted()
    {
        ScriptedEndpoint endpoint;
        endpoint.modelList = R"({"data":[{"id":"m","max_model_len":4096}]})";
        LoopbackServer server(endpoint.function());
        ProbeRun run(settingsFor(server), 20, ProbeDepth::WithoutCompletion);
        QSignalSpy finished(&run, &ProbeRun::finished);
        run.start();
        QVERIFY(finished.wait(patienceMs));
        const Probe::Outcome outcome = *run.outcome();
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(!outcome.error);
        QCOMPARE(server.posts(), 0);
        QCOMPARE(outcome.report.limits.contextTokens, 4096);
        QVERIFY(!outcome.report.smallRequestSucceeded && !outcome.report.ttftNs);
        QCOMPARE(outcome.report.steps.back().name, QStringLiteral("stream"));
        QCOMPARE(outcome.report.steps.back().state, ProbeStep::State::Skipped);
    }

    void aRunCanBeCancelledBeforeAndWhileItRuns()
    {
        ScriptedEndpoint silent;
        silent.models = [](const ServerRequest &) { return ServerScript().silence(); };
        LoopbackServer server(silent.function());
        {
            ProbeRun early(settingsFor(server));
            QSignalSpy finished(&early, &ProbeRun::finished);
            early.cancel();
            early.start();
            QVERIFY(finished.wait(patienceMs));
            QCOMPARE(early.outcome()->exitCode, 130);
            QCOMPARE(server.requests(), 0);
        }
        ProbeRun never(settingsFor(server));
        ProbeRun gone(settingsFor(server));
        gone.start();
    }
};

QTEST_GUILESS_MAIN(TestProbeRun)
#include "tst_proberun.moc"
