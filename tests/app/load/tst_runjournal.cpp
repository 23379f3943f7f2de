// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runjournal.h"
#include "app/record/recovery.h"
#include "tests/models/load/sampleresult.h"

#include <QDir>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

/// A journal whose place is lost at each of its lines in turn: what it goes on with elsewhere reads back whole.
class TestRunJournal final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnElsewhereFromAnyLine()
    {
        for (int lostAt = 0; lostAt < steps(); ++lostAt) {
            QTemporaryDir dir;
            LoadResult run = shortRun();
            std::vector<LoadLevel> measured = std::exchange(run.levels, {});
            run.warnings.clear();
            const LoadLevel *underWay = nullptr;
            const QString out = dir.filePath(u"run.json"_s);
            auto journal = std::make_unique<RunJournal>(
                out, run, [&underWay] { return underWay; }, 0);
            QVERIFY(journal->begin());
            int step = 0;
            const auto lose = [&] {
                if (step++ == lostAt)
                    QVERIFY(QFile::remove(out + JournalFile::suffix));
            };
            LoadLevel soFar;
            for (const LoadLevel &level : measured) {
                soFar = {};
                soFar.concurrency = level.concurrency;
                underWay = &soFar;
                for (const RequestRecord &request : level.requests) {
                    soFar.requests.push_back(request);
                    lose();
                    QVERIFY(journal->requestEnded(soFar.requests.back()));
                }
                lose();
                const RunWarning warning{u"a_code"_s, u"words"_s, level.concurrency, {}};
                noteWarning(run.warnings, warning);
                QVERIFY(journal->warned(warning));
                underWay = nullptr;
                run.levels.push_back(level);
                lose();
                QVERIFY(journal->levelEnded(level));
            }
            QVERIFY(!journal->moved().empty());
            const QString kept = journal->path();
            QVERIFY(kept != out + JournalFile::suffix);
            journal.reset(); // lets it go, as a program does that ends
            const auto recovered = recoverRun(kept, dir.filePath(u"recovered.json"_s));
            QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
            QVERIFY(recovered->result->complete);
            QCOMPARE(recovered->result->levels.size(), measured.size());
            for (size_t i = 0; i < measured.size(); ++i)
                QCOMPARE(recovered->result->levels[i].requests.size(), measured[i].requests.size());
            QCOMPARE(recovered->result->warnings.size(), measured.size() + 1); // and run_recovered
        }
    }

    void leavesNoSideFileWhereItCannotBegin()
    {
        QTemporaryDir dir;
        const LoadResult run = shortRun();
        const QString out = dir.filePath(u"run.json"_s);
        // Nothing can be read there, so nothing seems to be in the way; nothing can be created there either.
        QVERIFY(QFile::link(dir.filePath(u"nowhere/else"_s), out + JournalFile::suffix));
        const QByteArray temporary = qgetenv("TMPDIR");
        const auto restore = qScopeGuard([&] { qputenv("TMPDIR", temporary); });
        qputenv("TMPDIR", "/proc"); // takes no file
        RunJournal journal(
            out, run, [] { return nullptr; }, 0);
        const auto begun = journal.begin({.wanted = true});
        QVERIFY2(!begun, qPrintable(journal.path()));
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files), QStringList());
    }

private:
    [[nodiscard]] static LoadResult shortRun()
    {
        LoadResult run = sampleResult();
        for (LoadLevel &level : run.levels)
            level.requests.resize(4);
        return run;
    }
    [[nodiscard]] static int steps()
    {
        int count = 0;
        for (const LoadLevel &level : shortRun().levels)
            count += static_cast<int>(level.requests.size()) + 2;
        return count;
    }
};

QTEST_GUILESS_MAIN(TestRunJournal)
#include "tst_runjournal.moc"
