// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "models/load/resultsfile.h"
#include "tests/app/load/runfolder.h"
#include "tests/app/load/runwatcher.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

class TestStoppedRun final : public QObject, private RunFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }

    void stopsInEveryPhase_data()
    {
        QTest::addColumn<RunPhase>("phase");
        QTest::addColumn<int>("presses");
        for (const int presses : {1, 2}) {
            QTest::addRow("connecting, %d", presses) << RunPhase::Connecting << presses;
            QTest::addRow("calibrating, %d", presses) << RunPhase::Calibrating << presses;
            QTest::addRow("warming up, %d", presses) << RunPhase::WarmingUp << presses;
            QTest::addRow("level, %d", presses) << RunPhase::Level << presses;
        }
    }

    void stopsInEveryPhase()
    {
        QFETCH(RunPhase, phase);
        QFETCH(int, presses);
        const bool file = phase == RunPhase::Level;
        const ScriptedEndpoint good;
        ScriptedEndpoint endpoint;
        if (phase == RunPhase::Connecting)
            endpoint.models = [](const ServerRequest &) { return ServerScript().silence(); };
        endpoint.chat = [good, phase](const ServerRequest &request) {
            const quint64 number = numberOf(ScriptedEndpoint::prompt(request));
            const bool small = number >> 32 && ScriptedEndpoint::parsed(request)[u"max_tokens"].toInteger() == 4;
            const bool hangs = phase == RunPhase::Calibrating ? number >> 32 && !small
                : phase == RunPhase::WarmingUp                ? number < 2
                                                              : number >= 6 && number < 1000;
            return hangs ? ServerScript().silence() : good.stream(request);
        };
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({4}, 12)));
        watcher.stopWhen([phase, presses, &watcher](const LiveSnapshot &shot) {
            const bool now = shot.phase == phase && (phase != RunPhase::Level || shot.done >= 4);
            if (now && presses == 2)
                watcher.load().stop(); // the watcher's own is the second
            return now;
        });
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 130);
        QCOMPARE(QFile::exists(outPath()), file);
        QCOMPARE(finished.result != nullptr, file);
        if (!file)
            return;
        const auto read = readLoadResults(written());
        QVERIFY(read);
        QVERIFY(!read->complete);
        QVERIFY(read->levels.empty());
        QVERIFY(read->partial);
        // At the second press nobody waits for the four in flight any more.
        const auto errors = read->partial->errorCounts();
        const int cancelled = errors.contains(u"cancelled"_s) ? errors.at(u"cancelled"_s) : 0;
        QVERIFY(presses == 2 ? cancelled <= 4 : cancelled == 4);
        QCOMPARE(read->partial->requests.size(), size_t(4 + cancelled));
        QVERIFY(!QFile::exists(outPath() + JournalFile::suffix));
    }

    void stopsWhileALevelIsWritten()
    {
        // The word reaches the controller when the file of the first level is written: it stands, and what had ended of
        // the second is in it.
        LoopbackServer server(ScriptedEndpoint{}.function());
        RunWatcher watcher(setup(server, smallPlan({1, 2}, 6)));
        watcher.stopWhen([](const LiveSnapshot &shot) { return shot.phase == RunPhase::Saving; });
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, finished.result->complete ? 0 : 130);
        const auto read = readLoadResults(written());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(!read->levels.empty());
        QCOMPARE(read->complete, finished.result->complete);
        QVERIFY(!QFile::exists(outPath() + JournalFile::suffix));
    }

    void keepsEndedLevelsWhenStopped()
    {
        const ScriptedEndpoint good;
        ScriptedEndpoint endpoint;
        endpoint.chat = [good](const ServerRequest &request) {
            const quint64 number = numberOf(ScriptedEndpoint::prompt(request));
            return number >= 10 && number < 1000 ? ServerScript().silence() : good.stream(request);
        };
        LoopbackServer server(endpoint.function());
        RunWatcher watcher(setup(server, smallPlan({1, 2}, 6)));
        watcher.stopWhen([](const LiveSnapshot &shot) { return shot.level == 1 && shot.inFlight == 2; });
        QCOMPARE(watcher.run().exitCode, 130);
        const auto read = readLoadResults(written());
        QVERIFY(read && !read->complete);
        QCOMPARE(read->levels.size(), size_t(1));
        QCOMPARE(read->partial->concurrency, 2);
    }

    void stopsBeforeTheStartAndTwice()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        {
            RunWatcher early(setup(server, smallPlan()));
            early.load().stop();
            QCOMPARE(early.run().exitCode, 130);
            QCOMPARE(server.connections(), 0);
        }
        {
            RunWatcher twice(setup(server, smallPlan({4}, 2000)));
            twice.stopWhen([&twice](const LiveSnapshot &shot) {
                if (shot.phase == RunPhase::Level)
                    twice.load().stop();
                return shot.phase == RunPhase::Level;
            });
            QCOMPARE(twice.run().exitCode, 130);
        }
        RunWatcher after(setup(server, smallPlan({1}, 2), true));
        QCOMPARE(after.run().exitCode, 0);
        after.load().stop();
    }

    void endsWithItsOwnerAtAnyMoment()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        {
            const LoadRun never(setup(server, smallPlan()));
        }
        for (const int waitMs : {0, 1, 5, 20, 60, 150}) {
            LoadRunSetup wanted = setup(server, smallPlan({16}, 100'000));
            wanted.overwrite = true;
            LoadRun run(std::move(wanted));
            run.start();
            QTest::qWait(waitMs);
        }
    }

    void endsAtTooManyErrors()
    {
        const ScriptedEndpoint good;
        ScriptedEndpoint endpoint;
        endpoint.chat = [good](const ServerRequest &request) {
            const quint64 number = numberOf(ScriptedEndpoint::prompt(request));
            return number < 1000 && number % 2 == 1 ? whole(500, "broken") : good.stream(request);
        };
        LoopbackServer server(endpoint.function());
        for (const double most : {60.0, 30.0}) {
            renew();
            LoadRunSetup wanted = setup(server, smallPlan({2, 4}, 40));
            wanted.plan.maxErrorPercent = most;
            RunWatcher watcher(std::move(wanted));
            const RunFinished &finished = watcher.run();
            QCOMPARE(finished.exitCode, most > 50 ? 0 : 1);
            QCOMPARE(watcher.warned(u"max_error_rate_reached"_s), most < 50);
            QCOMPARE(finished.result->complete, most > 50);
            QCOMPARE(finished.result->partial.has_value(), most < 50);
            QVERIFY(readLoadResults(written()));
        }
    }

    void endsAfterItsTime()
    {
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(50);
        LoopbackServer server(endpoint.function());
        LoadRunSetup wanted = setup(server, smallPlan({1}, 1000));
        wanted.plan.maxMinutes = 2.0 / 60;
        RunWatcher watcher(std::move(wanted));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 1);
        QVERIFY(watcher.warned(u"max_minutes_reached"_s));
        QVERIFY(!finished.result->complete);
        QVERIFY(finished.result->partial && !finished.result->partial->requests.empty());
        const auto read = readLoadResults(written());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->plan.maxMinutes, 2.0 / 60);
    }
};

QTEST_GUILESS_MAIN(TestStoppedRun)
#include "tst_stoppedrun.moc"
