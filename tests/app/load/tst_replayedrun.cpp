// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/loadrun.h"
#include "models/load/resultsfile.h"
#include "tests/app/load/runwatcher.h"
#include "tests/app/load/scriptedendpoint.h"
#include "tests/support/fixtures.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

/// A recorded response as the server sends it to a client that keeps connections: it announces that it keeps them too.
QByteArray recorded(const QString &version, const QString &name)
{
    QByteArray response = fixture(u"captures/llama.cpp-%1/%2.raw"_s.arg(version, name));
    return response.replace("Connection: close\r\n", "Keep-Alive: timeout=5, max=100\r\n");
}

quint64 numberOf(const ServerRequest &request)
{
    static const QRegularExpression digits(u"[0-9]+"_s);
    return digits.match(ScriptedEndpoint::prompt(request)).captured().toULongLong();
}

/// Replays recordings in turn, one a prompt number, and closes after each stream although it announced otherwise.
LoopbackServer::Answer replaying(const QString &version, const QStringList &names)
{
    return [=](const ServerRequest &request) {
        if (request.target.startsWith("/v1/models"))
            return ServerScript().send(recorded(u"b10587"_s, u"01-models"_s));
        const quint64 number = numberOf(request);
        // What comes before the run is answered by the first.
        const QString &name = number >> 32 ? names.front() : names[static_cast<int>(number) % names.size()];
        return ServerScript().send(recorded(version, name)).close();
    };
}

} // namespace

/// Runs against recorded answers of a real server with its real connection behaviour.
class TestReplayedRun final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresARecordedServer_data()
    {
        QTest::addColumn<QString>("version");
        QTest::newRow("b10587") << u"b10587"_s;
        QTest::newRow("b4748") << u"b4748"_s;
    }

    void measuresARecordedServer()
    {
        QFETCH(QString, version);
        LoopbackServer server(replaying(version, {u"10-stream-usage"_s}));
        RunWatcher watcher(setup(server, {1, 8, 32}, 64));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QCOMPARE(finished.result->probe.keepsConnection, false);
        QCOMPARE(finished.result->probe.serverHeader, u"llama.cpp"_s);
        QCOMPARE(finished.result->model, u"stories260K"_s);
        int posts = 1 + static_cast<int>(finished.result->calibration.points.size()) + finished.result->plan.warmup;
        for (const LoadLevel &level : finished.result->levels) {
            QVERIFY(level.errorCounts().empty());
            QCOMPARE(level.client.connects, 64);
            QCOMPARE(level.client.reconnects, 0);
            for (const RequestRecord &record : level.requests) {
                QCOMPARE(record.outcome, Outcome::Succeeded);
                QCOMPARE(record.finishReason, u"length"_s);
                QCOMPARE(record.outputTokens, 24);
                QVERIFY(!record.timingsRaw.isEmpty());
            }
            posts += 64;
        }
        // Nothing was sent a second time behind the program's back.
        QCOMPARE(server.posts(), posts);
    }

    void judgesWhatARealServerSends()
    {
        LoopbackServer server(replaying(u"b10587"_s,
            {u"10-stream-usage"_s, u"13-stream-natural-stop"_s, u"30-think-on-budget"_s, u"40-tools-auto"_s,
                u"60-err-context-exceeded"_s, u"88-server-killed-midstream"_s}));
        RunWatcher watcher(setup(server, {3}, 60));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        const LoadLevel &level = finished.result->levels.front();
        QCOMPARE(level.errorCounts(), (std::map<QString, int>{{u"http_status"_s, 10}, {u"ended_early"_s, 10}}));
        const LevelMetrics metrics = levelMetrics(level, finished.result->plan, finished.result->probe);
        QCOMPARE(metrics.succeeded, 40);
        for (const RequestRecord &record : level.requests) {
            switch (record.index % 6) {
            case 2:
                QCOMPARE(record.firstDeltaKind, DeltaKind::Reasoning);
                break;
            case 3:
                QCOMPARE(record.finishReason, u"tool_calls"_s);
                break;
            case 4:
                QVERIFY(record.error->message.contains(u"exceeds the available context size"_s));
                break;
            default:
                break;
            }
        }
    }

    void survivesAServerThatClosesLate()
    {
        // It keeps the connection of the small request, so that slots keep theirs; then each stream's connection dies
        // a little later, when the next request may already be on its way.
        LoopbackServer server([](const ServerRequest &request) {
            if (request.target.startsWith("/v1/models"))
                return ServerScript().send(recorded(u"b10587"_s, u"01-models"_s));
            ServerScript script = ServerScript().send(recorded(u"b10587"_s, u"10-stream-usage"_s));
            if (numberOf(request) >> 32)
                return script;
            return script.pause(std::chrono::milliseconds(request.number % 3)).close();
        });
        RunWatcher watcher(setup(server, {8}, 400));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QCOMPARE(finished.result->probe.keepsConnection, true);
        const LoadLevel &level = finished.result->levels.front();
        QVERIFY(level.errorCounts().empty());
        QVERIFY(level.client.connects >= 390);
        for (const RequestRecord &record : level.requests) {
            QVERIFY(record.attempts == 1 || record.attempts == 2);
            QVERIFY(record.attempts == 1 || record.connects == 1);
        }
    }

private:
    [[nodiscard]] LoadRunSetup setup(const LoopbackServer &server, std::vector<int> concurrency, int requests) const
    {
        LoadRunSetup wanted;
        wanted.endpoint = settingsFor(server);
        wanted.plan.concurrency = std::move(concurrency);
        wanted.plan.requests = requests;
        wanted.plan.inputTokens = 34;
        wanted.plan.outputTokens = 24;
        wanted.plan.timeoutS = 20;
        wanted.outPath = m_dir.filePath(u"result.json"_s);
        wanted.overwrite = true;
        return wanted;
    }

    QTemporaryDir m_dir;
};

QTEST_GUILESS_MAIN(TestReplayedRun)
#include "tst_replayedrun.moc"
