// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runjournal.h"
#include "app/record/journalfile.h"
#include "app/record/recovery.h"
#include "app/record/resultsopener.h"
#include "tests/app/load/recomputed.h"
#include "tests/app/load/runfolder.h"
#include "tests/app/load/runwatcher.h"
#include "tests/support/files.h"

#include <QTest>

#include <sys/resource.h>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

/// Until it is gone, no file of this process grows beyond so many bytes.
class FileSizeLimit final {
public:
    explicit FileSizeLimit(qint64 bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{static_cast<rlim_t>(bytes), m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(FileSizeLimit)

private:
    rlimit m_before{};
};

qint64 requestsInSideFile(const LoadResult &result)
{
    qint64 requests = 0;
    const auto look = [&requests](const LoadLevel &level) {
        requests += std::ranges::count_if(
            level.requests, [](const RequestRecord &request) { return !request.itlNs.areHeld(); });
    };
    std::ranges::for_each(result.levels, look);
    if (result.partial)
        look(*result.partial);
    return requests;
}

} // namespace

/// Runs whose samples go into a side file, from their first request to what reads them.
class TestSideFileRun final : public QObject, private RunFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }

    void planDecidesBeforeTheStart()
    {
        LoadRunSetup plan;
        plan.plan = smallPlan({1, 4}, 12); // 2 levels x 12 requests x 4 tokens
        plan.inlineSamples = 96;
        QVERIFY(!sideFilePolicyOf(plan).wanted);
        plan.inlineSamples = 95;
        QVERIFY(sideFilePolicyOf(plan).wanted);
        plan.inlineSamples = LoadPlan::mostInlineSamples;
        plan.plan.requests = LoadPlan::maxRequests;
        plan.plan.outputTokens = LoadPlan::maxTokens;
        QVERIFY(sideFilePolicyOf(plan).wanted);
    }

    void numbersAreExact()
    {
        LoopbackServer server(endpoint().function());
        RunWatcher watcher(aside(server, smallPlan({1, 4}, 60)));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 0);
        QVERIFY(finished.result->complete);
        QCOMPARE(requestsInSideFile(*finished.result), qint64(120));
        QCOMPARE(QFileInfo(side()).size(), 120 * 11 * 8); // gaps between twelve chunks
        QVERIFY(!QFile::exists(journal()));
        const auto read = openLoadResults(outPath());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(requestsInSideFile(*read), qint64(120));
        for (const LoadLevel &level : read->levels)
            QCOMPARE(levelMetrics(level, read->plan, read->probe).itl.n, qsizetype(660));
        QCOMPARE(wrongNumbersOf(outPath()), QString());
    }

    void shortRunsHoldTheirSamples()
    {
        LoopbackServer server(endpoint().function());
        RunWatcher watcher(setup(server, smallPlan({2}, 8)));
        QCOMPARE(watcher.run().exitCode, 0);
        QVERIFY(!QFile::exists(side()));
        QVERIFY(!written().contains("\"samples\""));
    }

    void stoppedRunReadsBack()
    {
        LoopbackServer server(endpoint().function());
        RunWatcher watcher(aside(server, smallPlan({2, 3}, 60)));
        watcher.stopWhen([](const LiveSnapshot &shot) { return shot.level == 1 && shot.done >= 5; });
        QCOMPARE(watcher.run().exitCode, 130);
        const auto read = openLoadResults(outPath());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->levels.size(), size_t(1));
        QVERIFY(read->partial && read->partial->itl);
        QCOMPARE(wrongNumbersOf(outPath()), QString());
    }

    void existingSideFileIsNotOverwritten()
    {
        LoopbackServer server(endpoint().function());
        LoadRunSetup wanted = aside(server, smallPlan({2}, 8));
        writeFile(side(), "theirs");
        {
            RunWatcher watcher(wanted);
            const RunFinished &finished = watcher.run();
            QCOMPARE(finished.exitCode, 2);
            QCOMPARE(finished.error->code, u"file.exists"_s);
            QVERIFY(finished.error->message.contains(side()));
            QCOMPARE(server.posts(), 0);
            QCOMPARE(contentOf(side()), "theirs");
        }
        wanted.overwrite = true;
        RunWatcher watcher(wanted);
        QCOMPARE(watcher.run().exitCode, 0);
        QVERIFY(openLoadResults(outPath()));
    }

    void defaultNameAvoidsALeftSideFile()
    {
        const QDateTime start(QDate(2026, 1, 31), QTime(12, 0), Qt::UTC);
        const QString folder = dir().path();
        const QString first = freeResultsPath(folder, u"m"_s, start);
        writeFile(first + SideFile::suffix, "theirs");
        QVERIFY(freeResultsPath(folder, u"m"_s, start) != first);
    }

    void goesOnElsewhereWhenItsPlaceTakesNoMore()
    {
        LoopbackServer server(endpoint().function());
        RunWatcher watcher(aside(server, smallPlan({2}, 60)));
        bool gone = false;
        watcher.stopWhen([&](const LiveSnapshot &shot) {
            if (shot.level == 0 && shot.done >= 10 && !gone)
                gone = QFile::remove(side());
            return false;
        });
        const RunFinished &finished = watcher.run();
        QVERIFY(gone);
        QVERIFY(watcher.warned(u"samples_moved"_s));
        QCOMPARE(finished.exitCode, 0);
        // It came home for the results.
        const auto read = openLoadResults(outPath());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->requestCount(), qsizetype(60));
        QCOMPARE(requestsInSideFile(*read), qint64(60));
        QCOMPARE(elsewhere(), QStringList());
    }

    void journalAndSamplesMoveTogether()
    {
        LoopbackServer server(endpoint().function());
        RunWatcher watcher(aside(server, smallPlan({2}, 60)));
        bool gone = false;
        watcher.stopWhen([&](const LiveSnapshot &shot) {
            if (shot.level == 0 && shot.done >= 10 && !gone)
                gone = QFile::remove(side()) && QFile::remove(journal());
            return false;
        });
        const RunFinished &finished = watcher.run();
        QVERIFY(watcher.warned(u"samples_moved"_s) && watcher.warned(u"journal_moved"_s));
        QCOMPARE(finished.exitCode, 0);
        QCOMPARE(openLoadResults(outPath())->requestCount(), qsizetype(60));
        QCOMPARE(elsewhere(), QStringList());
    }

    void stopsWhenNoPlaceTakesMoreSamples()
    {
        LoopbackServer server(endpoint(400).function());
        RunWatcher watcher(aside(server, longPlan(200)));
        std::optional<FileSizeLimit> full;
        watcher.stopWhen([&](const LiveSnapshot &shot) {
            // The journal grows by less than the samples do, so it is they that find no room.
            if (shot.level == 0 && shot.done >= 30 && !full)
                full.emplace(QFileInfo(side()).size() + 4000);
            return false;
        });
        const RunFinished &finished = watcher.run();
        full.reset();
        QCOMPARE(finished.exitCode, 1);
        QCOMPARE(finished.error->code, u"file.write"_s);
        QVERIFY(finished.result);
        QVERIFY(finished.result->requestCount() >= 30 && finished.result->requestCount() < 200);
        if (!finished.path.isEmpty()) {
            // There was room for the results: what the side file did not take stands in them.
            const auto read = openLoadResults(outPath());
            QVERIFY2(read, read ? "" : qPrintable(read.error().message));
            QCOMPARE(read->requestCount(), finished.result->requestCount());
            QVERIFY(requestsInSideFile(*read) < read->requestCount());
            return;
        }
        const auto recovered = recoverRun(keptIn(finished), dir().filePath(u"recovered.json"_s));
        QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
        QCOMPARE(recovered->result->requestCount(), finished.result->requestCount());
        QVERIFY(openLoadResults(recovered->path));
    }

    void resultsThatCannotBeWrittenAreRecovered()
    {
        LoopbackServer server(endpoint().function());
        RunWatcher watcher(aside(server, smallPlan({2}, 40)));
        bool blocked = false;
        watcher.stopWhen([&](const LiveSnapshot &shot) {
            if (shot.level == 0 && shot.done >= 10 && !blocked) {
                writeFile(outPath(), "theirs"); // made by somebody else in the meantime
                blocked = true;
            }
            return false;
        });
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 1);
        QCOMPARE(finished.error->code, u"file.exists"_s);
        QCOMPARE(contentOf(outPath()), "theirs");
        const QString out = dir().filePath(u"recovered.json"_s);
        const auto recovered = recoverRun(keptIn(finished), out);
        QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
        QCOMPARE(openLoadResults(out)->requestCount(), qsizetype(40));
        QCOMPARE(wrongNumbersOf(out), QString());
    }

private:
    [[nodiscard]] static ScriptedEndpoint endpoint(int tokens = 12)
    {
        ScriptedEndpoint endpoint;
        endpoint.tokens = tokens;
        endpoint.thinksFor = std::chrono::milliseconds(10);
        return endpoint;
    }
    [[nodiscard]] static LoadPlan longPlan(int requests)
    {
        LoadPlan plan = smallPlan({2}, requests);
        plan.outputTokens = 400;
        return plan;
    }
    /// As if there were more than two million samples.
    [[nodiscard]] LoadRunSetup aside(const LoopbackServer &server, LoadPlan plan) const
    {
        if (plan.outputTokens == 4)
            plan.outputTokens = 12;
        LoadRunSetup wanted = setup(server, std::move(plan));
        wanted.inlineSamples = 0;
        return wanted;
    }
    [[nodiscard]] QString side() const { return outPath() + SideFile::suffix; }
    [[nodiscard]] QString journal() const { return outPath() + JournalFile::suffix; }
    /// What this process has left in the folder for temporary files.
    [[nodiscard]] static QStringList elsewhere()
    {
        return QDir::temp().entryList({u"streamgauge-%1-*"_s.arg(QCoreApplication::applicationPid())}, QDir::Files);
    }
    /// The journal that a message names.
    [[nodiscard]] static QString keptIn(const RunFinished &finished)
    {
        static const QRegularExpression name(u"kept in (\\S+\\.journal\\.jsonl)"_s);
        return name.match(finished.error->message).captured(1);
    }
};

QTEST_GUILESS_MAIN(TestSideFileRun)
#include "tst_sidefilerun.moc"
