// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "app/record/recovery.h"
#include "models/load/resultsfile.h"
#include "tests/app/load/runfolder.h"
#include "tests/app/load/runwatcher.h"

#include <QTest>

#include <sys/resource.h>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

/// Until it is gone, no file of this process grows beyond so many bytes.
class FileSizeLimit final {
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(FileSizeLimit)

private:
    rlimit m_before{};
};

} // namespace

/// What a run keeps where its results cannot be written.
class TestJournalledRun final : public QObject, private RunFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }

    void journalGoesOnceTheResultsAreWritten()
    {
        LoopbackServer server(slow().function());
        RunWatcher watcher(setup(server, smallPlan({2}, 12)));
        bool seen = false;
        watcher.stopWhen([this, &seen](const LiveSnapshot &shot) {
            seen = seen || (shot.level == 0 && QFile::exists(journal()));
            return false;
        });
        QCOMPARE(watcher.run().exitCode, 0);
        QVERIFY(seen);
        QVERIFY(!QFile::exists(journal()));
    }

    void secondRunOfTheSameFileIsRefused()
    {
        LoopbackServer server(slow().function());
        RunWatcher first(setup(server, smallPlan({2}, 12)));
        std::optional<RunFinished> second;
        int postsBefore = 0;
        first.stopWhen([&](const LiveSnapshot &shot) {
            if (second || shot.level != 0 || !QFile::exists(journal()))
                return false;
            LoopbackServer other(slow().function());
            RunWatcher watcher(setup(other, smallPlan({2}, 12)));
            second = watcher.run();
            postsBefore = other.posts();
            return false;
        });
        QCOMPARE(first.run().exitCode, 0);
        QVERIFY(second);
        QCOMPARE(second->exitCode, 2);
        QCOMPARE(second->error->code, u"journal.busy"_s);
        QCOMPARE(postsBefore, 0);
    }

    void leftJournalIsNotWrittenOver()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        LoadRunSetup wanted = setup(server, smallPlan());
        QFile left(journal());
        QVERIFY(left.open(QIODevice::WriteOnly) && left.write("of an earlier run\n") > 0);
        left.close();
        RunWatcher watcher(std::move(wanted));
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 2);
        QCOMPARE(finished.error->code, u"journal.left"_s);
        QVERIFY(finished.error->message.contains(journal()));
        QCOMPARE(server.posts(), 0);
        QVERIFY(left.open(QIODevice::ReadOnly));
        QCOMPARE(left.readAll(), "of an earlier run\n");
    }

    void goesOnElsewhereWhenItsFolderVanishes()
    {
        LoopbackServer server(slow().function());
        RunWatcher watcher(setup(server, smallPlan({2}, 30)));
        watcher.stopWhen([this](const LiveSnapshot &shot) {
            if (shot.level == 0 && shot.done >= 4)
                QDir(QFileInfo(outPath()).path()).removeRecursively();
            return false;
        });
        const RunFinished &finished = watcher.run();
        QVERIFY(watcher.warned(u"journal_moved"_s));
        // The folder is made again for the results; nothing is left in the other place.
        QVERIFY(finished.result);
        QCOMPARE(finished.result->requestCount(), qsizetype(30));
        if (finished.exitCode == 0) {
            QCOMPARE(readLoadResults(written())->requestCount(), qsizetype(30));
            return;
        }
        QCOMPARE(finished.error->code, u"file.write"_s);
        const QString kept = keptIn(finished);
        const auto recovered = recoverRun(kept, dir().filePath(u"recovered.json"_s));
        QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
        QCOMPARE(recovered->result->requestCount(), qsizetype(30));
        QVERIFY(!QFile::exists(kept));
    }

    void saysWhereEverythingIsWhenItsFolderIsRenamed()
    {
        LoopbackServer server(slow().function());
        RunWatcher watcher(setup(server, smallPlan({2}, 30)));
        const QString folder = QFileInfo(outPath()).path();
        const QString renamed = folder + u"-renamed"_s;
        watcher.stopWhen([&](const LiveSnapshot &shot) {
            if (shot.level == 0 && shot.done >= 4 && !QFile::exists(renamed))
                QDir().rename(folder, renamed);
            return false;
        });
        const RunFinished &finished = watcher.run();
        QCOMPARE(finished.exitCode, 1);
        QCOMPARE(finished.error->code, u"file.write"_s);
        QVERIFY2(finished.error->message.contains(outPath()), qPrintable(finished.error->message));
        // The journal moved with its folder and lost nothing; it is named where it is.
        QVERIFY(!watcher.warned(u"journal_moved"_s));
        const QString kept = keptIn(finished);
        QCOMPARE(kept, renamed + u"/result.json"_s + JournalFile::suffix);
        const auto recovered = recoverRun(kept);
        QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
        QCOMPARE(recovered->result->requestCount(), qsizetype(30));
        QCOMPARE(recovered->path, renamed + u"/result.json"_s);
    }

    void stopsWhenNoPlaceTakesMore()
    {
        LoopbackServer server(slow().function());
        RunWatcher watcher(setup(server, smallPlan({2}, 200)));
        std::optional<FileSizeLimit> full;
        watcher.stopWhen([&](const LiveSnapshot &shot) {
            if (shot.level == 0 && shot.done >= 4 && !full)
                full.emplace(static_cast<rlim_t>(QFileInfo(journal()).size()) + 700);
            return false;
        });
        const RunFinished &finished = watcher.run();
        full.reset();
        QCOMPARE(finished.exitCode, 1);
        QCOMPARE(finished.error->code, u"file.write"_s);
        QVERIFY(finished.result);
        QVERIFY(finished.result->requestCount() < 200); // it did not go on measuring what cannot be kept
        QVERIFY(finished.path.isEmpty());
        const auto recovered = recoverRun(keptIn(finished));
        QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
        QVERIFY(recovered->result->requestCount() >= 4);
        QVERIFY(readLoadResults(written()));
    }

private:
    [[nodiscard]] static ScriptedEndpoint slow()
    {
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(40);
        return endpoint;
    }
    [[nodiscard]] QString journal() const { return outPath() + JournalFile::suffix; }
    /// The journal that a message names.
    [[nodiscard]] static QString keptIn(const RunFinished &finished)
    {
        static const QRegularExpression name(u"kept in (\\S+\\.journal\\.jsonl)"_s);
        return name.match(finished.error->message).captured(1);
    }
};

QTEST_GUILESS_MAIN(TestJournalledRun)
#include "tst_journalledrun.moc"
