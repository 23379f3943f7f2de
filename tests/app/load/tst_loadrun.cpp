// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/loadrun.h"
#include "app/prompts/promptsynthesizer.h"
#include "models/load/resultsfile.h"
#include "tests/app/load/runfolder.h"
#include "tests/app/load/runwatcher.h"

#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

std::vector<ServerRequest> runPosts(const LoopbackServer &server)
{
    std::vector<ServerRequest> posts;
    for (const ServerRequest &request : server.received()) {
        const int limit = static_cast<int>(ScriptedEndpoint::parsed(request)[u"max_tokens"].toInteger());
        // The small request asks for 4 tokens too, but its number lies beyond 2^32.
        if (request.method == "POST" && limit == 4 && numberOf(ScriptedEndpoint::prompt(request)) < firstProbeNumber)
            posts.push_back(request);
    }
    return posts;
}

} // namespace

class TestLoadRun final : public QObject, private RunFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }

    void runsAllLevelsAndWritesThem()
    {
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(10);
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan()));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QVERIFY(!finished.error);
        QCOMPARE(finished.path, outPath());
        QVERIFY(finished.result && finished.result->complete);
        QCOMPARE(watcher.count<LevelEnded>(), 2);
        QCOMPARE(watcher.count<ProbeDone>(), 1);
        QCOMPARE(watcher.phases(),
            (std::vector{RunPhase::Connecting, RunPhase::Calibrating, RunPhase::WarmingUp, RunPhase::Level,
                RunPhase::Finishing, RunPhase::Saving, RunPhase::Level, RunPhase::Finishing, RunPhase::Saving,
                RunPhase::Ended}));

        const auto read = readLoadResults(written());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->levels.size(), size_t(2));
        for (const LoadLevel &level : read->levels) {
            QCOMPARE(level.requests.size(), size_t(12));
            QCOMPARE(level.client.peakInFlight, level.concurrency);
            QCOMPARE(level.client.dispatchDelay.n, 12);
            for (const RequestRecord &record : level.requests) {
                QCOMPARE(record.outcome, Outcome::Succeeded);
                QCOMPARE(record.outputTokens, 4);
                QCOMPARE(record.attempts, 1);
            }
        }
        QVERIFY(read->calibration.done && read->calibration.reached);
    }

    void neverSendsANumberTwice()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        LoadPlan plan = smallPlan({1, 3, 8}, 20);
        plan.warmup = 5;
        RunWatcher watcher(setup(server, plan));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);

        std::vector<quint64> numbers;
        std::set<QString> prompts;
        for (const ServerRequest &post : runPosts(server)) {
            numbers.push_back(numberOf(ScriptedEndpoint::prompt(post)));
            prompts.insert(ScriptedEndpoint::prompt(post));
        }
        QCOMPARE(numbers.size(), size_t(65));
        QCOMPARE(prompts.size(), size_t(65));
        // Slots race each other to the socket, so numbers may overtake within a level, by less than its slots.
        std::vector<quint64> sorted = numbers;
        std::ranges::sort(sorted);
        for (size_t i = 0; i < sorted.size(); ++i) {
            QCOMPARE(sorted[i], quint64(i));
            QVERIFY(std::abs(static_cast<qint64>(numbers[i]) - static_cast<qint64>(i)) < 8);
        }
        // The warm-up took 0 to 4, so the levels' records begin at 5 and go on without a gap.
        quint64 next = 5;
        for (const LoadLevel &level : finished.result->levels) {
            for (const RequestRecord &record : level.requests)
                QCOMPARE(record.index, next++);
        }
    }

    void promptsHaveTheCalibratedLength()
    {
        ScriptedEndpoint endpoint;
        endpoint.templateTokens = 17;
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({2}, 6)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        for (const RequestRecord &record : finished.result->levels.front().requests)
            QVERIFY(std::abs(*record.inputTokens - 50) <= 2);
        QVERIFY(finished.result->calibration.points.size() <= 4);
        const auto metrics =
            levelMetrics(finished.result->levels.front(), finished.result->plan, finished.result->probe);
        QCOMPARE(metrics.method, TokenCountMethod::ServerUsage);
    }

    void skipsCalibrationWithoutUsage()
    {
        ScriptedEndpoint endpoint;
        endpoint.reportsUsage = false;
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({2}, 6)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QVERIFY(!finished.result->calibration.done);
        QCOMPARE(finished.result->calibration.words, 50);
        QCOMPARE(server.posts(), 1 + 2 + 6);
    }

    void keepsConnectionsWhereTheServerDoes()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        RunWatcher watcher(setup(server, smallPlan({4}, 40)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QCOMPARE(finished.result->probe.keepsConnection, true);
        // One for the connection test, one for the calibration, four slots opened before the level.
        QVERIFY2(server.connections() <= 6, qPrintable(QString::number(server.connections())));
        QCOMPARE(finished.result->levels.front().client.connects, 0);
        QCOMPARE(finished.result->levels.front().client.reconnects, 0);
        QCOMPARE(runPosts(server).size(), size_t(42));
        for (const RequestRecord &record : finished.result->levels.front().requests)
            QVERIFY(!record.connectNs && record.connects == 0);
    }

    void opensAConnectionForEachRequestWhereTheServerCloses()
    {
        ScriptedEndpoint endpoint;
        endpoint.closesAfterStream = true;
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({4}, 40)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QCOMPARE(finished.result->probe.keepsConnection, false);
        const LoadLevel &level = finished.result->levels.front();
        QCOMPARE(level.client.connects, 40);
        QCOMPARE(level.client.reconnects, 0);
        // Nothing is sent twice, and nothing fails.
        QCOMPARE(runPosts(server).size(), size_t(42));
        QVERIFY(level.errorCounts().empty());
        for (const RequestRecord &record : level.requests)
            QVERIFY(record.connectNs && record.connects == 1);
    }

    void dispatchesOnceMoreWhereAKeptConnectionDies()
    {
        // Keeps the connection after the small request, then closes it after every third stream.
        ScriptedEndpoint endpoint;
        ScriptedEndpoint closing = endpoint;
        closing.closesAfterStream = true;
        endpoint.chat = [endpoint, closing](const ServerRequest &request) {
            return (request.onConnection % 3 == 2 ? closing : endpoint).stream(request);
        };
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({4}, 60)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        const LoadLevel &level = finished.result->levels.front();
        QVERIFY(level.errorCounts().empty());
        QVERIFY(level.client.connects > 0);
        std::set<QString> answered;
        for (const ServerRequest &post : runPosts(server))
            answered.insert(ScriptedEndpoint::prompt(post));
        QCOMPARE(answered.size(), size_t(62));
    }

    void saysWhereBodiesAreHeldOpen()
    {
        // Keeps its connections until the level.
        ScriptedEndpoint endpoint;
        endpoint.chat = [endpoint](const ServerRequest &request) {
            const quint64 number = numberOf(ScriptedEndpoint::prompt(request));
            if (number < 2 || number >= 1000)
                return endpoint.stream(request);
            const QByteArray events = ScriptedEndpoint::event(R"({"choices":[{"delta":{"content":"x"}}]})");
            return ServerScript().send(streamHead() + httpChunk(events + "data: [DONE]\n\n")).silence();
        };
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({2}, 8)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QCOMPARE(finished.result->probe.keepsConnection, true);
        QVERIFY(watcher.warned(u"body_held_open"_s));
        const auto warning = std::ranges::find(finished.result->warnings, u"body_held_open"_s, &RunWarning::code);
        QVERIFY(warning != finished.result->warnings.end());
        QVERIFY2(warning->message.contains(u"Before 6 of 8 requests"_s), qPrintable(warning->message));
        QVERIFY(written().contains("body_held_open"));
    }

    void countsFailuresByKindAndGoesOn()
    {
        ScriptedEndpoint endpoint;
        const ScriptedEndpoint good = endpoint;
        endpoint.chat = [good](const ServerRequest &request) {
            const quint64 number = numberOf(ScriptedEndpoint::prompt(request));
            if (number < 2 || number >= 1000) // warm-up, connection test, calibration
                return good.stream(request);
            switch (number % 4) {
            case 0:
                return whole(500, R"({"error":{"message":"broken"}})");
            case 1:
                return ServerScript().send(
                    streamHead() + httpChunk("data: {\"error\":{\"message\":\"oops\"}}\n\n") + lastHttpChunk);
            case 2:
                return ServerScript().reset();
            default:
                return good.stream(request);
            }
        };
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({3}, 20)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        const auto errors = finished.result->levels.front().errorCounts();
        QCOMPARE(errors.at(u"http_status"_s), 5);
        QCOMPARE(errors.at(u"error_event"_s), 5);
        QCOMPARE(errors.at(u"connection"_s), 5);
        QCOMPARE(watcher.last<LevelEnded>()->metrics.failed, 15);
        QCOMPARE(watcher.last<LevelEnded>()->metrics.succeeded, 5);
        QCOMPARE(watcher.last<LevelEnded>()->errors, errors);
    }

    void timesOutWhatTakesTooLong()
    {
        ScriptedEndpoint endpoint;
        const ScriptedEndpoint good = endpoint;
        endpoint.chat = [good](const ServerRequest &request) {
            return numberOf(ScriptedEndpoint::prompt(request)) == 3 ? ServerScript().silence() : good.stream(request);
        };
        LoopbackServer server(endpoint.function());
        LoadPlan plan = smallPlan({2}, 6);
        plan.timeoutS = 0.6;
        RunWatcher watcher(setup(server, plan));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        const LevelMetrics metrics = watcher.last<LevelEnded>()->metrics;
        QCOMPARE(metrics.timedOut, 1);
        QCOMPARE(metrics.succeeded, 5);
    }

    void endsWithOneWhereALevelHadNoSuccess()
    {
        ScriptedEndpoint endpoint;
        const ScriptedEndpoint good = endpoint;
        endpoint.chat = [good](const ServerRequest &request) {
            const quint64 number = numberOf(ScriptedEndpoint::prompt(request));
            return number >= 2 && number < 8 ? whole(500, "no") : good.stream(request);
        };
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({1, 2}, 6)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 1);
        QVERIFY(finished.result->complete);
        QVERIFY(readLoadResults(written())->complete);
    }

    void measuresNothingWhereTheWarmUpFails()
    {
        ScriptedEndpoint endpoint;
        const ScriptedEndpoint good = endpoint;
        endpoint.chat = [good](const ServerRequest &request) {
            return numberOf(ScriptedEndpoint::prompt(request)) < 1000 ? whole(500, "no luck") : good.stream(request);
        };
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan()));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 1);
        QCOMPARE(finished.error->code, u"run.warmup"_s);
        QVERIFY(finished.error->message.contains(u"no luck"_s));
        QVERIFY(!finished.result);
        QCOMPARE(finished.path, QString());
        QVERIFY(!QFile::exists(outPath()));
    }

    void needsNoWarmUp()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        LoadPlan plan = smallPlan({2}, 4);
        plan.warmup = 0;
        RunWatcher watcher(setup(server, plan));
        QCOMPARE(watcher.run().exitCode, 0);
        QCOMPARE(watcher.finished().result->levels.front().requests.front().index, quint64(0));
    }

    void sendsNothingWhereTheFileCannotBeWritten()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        QVERIFY(QDir().mkpath(dir().filePath(u"out"_s)));
        QFile theirs(outPath());
        QVERIFY(theirs.open(QIODevice::WriteOnly) && theirs.write("theirs") == 6);
        theirs.close();
        RunWatcher watcher(setup(server, smallPlan()));
        QCOMPARE(watcher.run().exitCode, 2);
        QCOMPARE(watcher.finished().error->code, u"file.exists"_s);
        QCOMPARE(server.connections(), 0);
        QCOMPARE(written(), QByteArray("theirs"));

        LoadRunSetup forced = setup(server, smallPlan({1}, 2));
        forced.overwrite = true;
        RunWatcher replacing(std::move(forced));
        QCOMPARE(replacing.run().exitCode, 0);
        QVERIFY(readLoadResults(written()));

        LoadRunSetup nowhere = setup(server, smallPlan());
        nowhere.outPath = outPath() + u"/below/a/file.json"_s;
        RunWatcher refused(std::move(nowhere));
        QCOMPARE(refused.run().exitCode, 2);
        QCOMPARE(refused.finished().error->code, u"file.folder"_s);
    }

    void namesTheFileAfterTimeAndModel()
    {
        ScriptedEndpoint endpoint;
        endpoint.modelList = R"({"data":[{"id":"org/Model 7B:q4"}]})";
        LoopbackServer server(endpoint.function());
        LoadRunSetup wanted = setup(server, smallPlan({1}, 2));
        wanted.outPath.clear();
        wanted.outFolder = dir().path();
        RunWatcher watcher(std::move(wanted));
        QCOMPARE(watcher.run().exitCode, 0);
        static const QRegularExpression name(u"/streamgauge-results/\\d{8}T\\d{6}Z-org-Model-7B-q4\\.json$"_s);
        QVERIFY2(name.match(watcher.finished().path).hasMatch(), qPrintable(watcher.finished().path));
        QVERIFY(QFile::exists(watcher.finished().path));
    }

    void numbersDefaultNamesThatExist()
    {
        const QDateTime start(QDate(2026, 1, 31), QTime(12, 0), Qt::UTC);
        const QString first = defaultResultsPath(dir().path(), u"m"_s, start);
        QCOMPARE(first, dir().filePath(u"streamgauge-results/20260131T120000Z-m.json"_s));
        QVERIFY(QDir().mkpath(QFileInfo(first).path()));
        QFile file(first);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QString second = defaultResultsPath(dir().path(), u"m"_s, start);
        QCOMPARE(second, dir().filePath(u"streamgauge-results/20260131T120000Z-m-2.json"_s));
        QVERIFY(defaultResultsPath(dir().path(), QString(200, u'x'), start).size() < first.size() + 60);
        QVERIFY(!defaultResultsPath(dir().path(), u"../../etc/x"_s, start).contains(u"/etc"_s));
    }

    void passesOnWhyTheEndpointCannotBeMeasured()
    {
        ScriptedEndpoint endpoint;
        endpoint.modelList = R"({"data":[{"id":"a"},{"id":"b"}]})";
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan()));
        QCOMPARE(watcher.run().exitCode, 2);
        QCOMPARE(watcher.finished().error->code, u"model.several"_s);
        QCOMPARE(watcher.last<ProbeDone>()->report.servedModels.size(), 2);
        QVERIFY(!QFile::exists(outPath()));

        endpoint.models = [](const ServerRequest &) { return whole(401, R"({"error":{"message":"key?"}})"); };
        LoopbackServer locked(endpoint.function());
        RunWatcher refused(setup(locked, smallPlan()));
        QCOMPARE(refused.run().exitCode, 3);
        QVERIFY(refused.finished().error->message.contains(u"key?"_s));
    }

    void refusesAPlanOutOfRange()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        LoadPlan plan = smallPlan();
        plan.requests = 0;
        RunWatcher watcher(setup(server, plan));
        QCOMPARE(watcher.run().exitCode, 2);
        QCOMPARE(watcher.finished().error->code, u"plan.requests"_s);
        QCOMPARE(server.connections(), 0);
    }

    void goesOnWhereTheSmallRequestFailed()
    {
        ScriptedEndpoint endpoint;
        const ScriptedEndpoint good = endpoint;
        endpoint.chat = [good](const ServerRequest &request) {
            return numberOf(ScriptedEndpoint::prompt(request)) >= 1000 ? whole(500, "not yet") : good.stream(request);
        };
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({2}, 4)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QVERIFY(watcher.warned(u"probe_failed"_s));
        QVERIFY(!finished.result->calibration.done);
    }

    void writesTheKeyNowhere()
    {
        const QByteArray key = "sk-0123456789abcdef";
        LoopbackServer server([key](const ServerRequest &request) {
            // A server that repeats the key, as some do in their errors.
            return request.head.contains(QByteArray("Bearer " + key)) ? ScriptedEndpoint{}.answer(request)
                                                                      : whole(401, "no key");
        });
        LoadRunSetup wanted = setup(server, smallPlan({2}, 4));
        wanted.endpoint.apiKey = key;
        RunWatcher watcher(std::move(wanted));
        QCOMPARE(watcher.run().exitCode, 0);
        QDirIterator files(dir().path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        int count = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(!file.readAll().contains(key));
            ++count;
        }
        QCOMPARE(count, 1);
    }

    void drivesAThousandSlots()
    {
        constexpr int slotCount = 1024;
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(500); // longer than it takes to start all slots
        LoopbackServer server(endpoint.function());
        LoadPlan plan = smallPlan({slotCount}, 2 * slotCount);
        RunWatcher watcher(setup(server, plan));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        const LoadLevel &level = finished.result->levels.front();
        QCOMPARE(level.requests.size(), size_t(2 * slotCount));
        QVERIFY(level.errorCounts().empty());
        QVERIFY(level.client.peakInFlight > slotCount / 2);
    }

    void tellsHowItGoes()
    {
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(20);
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({2}, 60)));
        QCOMPARE(watcher.run().exitCode, 0);
        size_t points = 0;
        int done = 0;
        bool leftSeen = false;
        for (const LiveSnapshot &shot : watcher.snapshots()) {
            if (shot.phase != RunPhase::Level)
                continue;
            points += shot.newTtft.size();
            QVERIFY(shot.done >= done);
            done = shot.done;
            QVERIFY(shot.done > 0 || !shot.secondsLeft);
            leftSeen = leftSeen || shot.secondsLeft;
            QCOMPARE(shot.total, 60);
            QCOMPARE(shot.totalInRun, qint64(62));
        }
        QVERIFY(leftSeen);
        QVERIFY(points > 20);
        // At most ten a second, and one more at each change of phase.
        QVERIFY(watcher.snapshots().size() < 10 * (watcher.seconds() + 1) + 12);
    }
};

QTEST_GUILESS_MAIN(TestLoadRun)
#include "tst_loadrun.moc"
