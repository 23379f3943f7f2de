// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/resultsfile.h"
#include "tests/app/cli/sandboxedbench.h"
#include "tests/app/load/scriptedendpoint.h"
#include "tests/support/files.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

const QString cli = QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli");

} // namespace

/// Disks that take nothing, or no more: small ones in the program's own namespace, gone with it.
class TestFullDisk final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        for (const QString &name : {u"out"_s, u"tmp"_s, u"kept"_s})
            QVERIFY(QDir(m_dir->path()).mkdir(name));
        m_server = std::make_unique<LoopbackServer>(ScriptedEndpoint{}.function());
    }

    void nothingIsSentWhereNothingCanBeWritten_data()
    {
        QTest::addColumn<bool>("full");
        QTest::addColumn<QString>("words");
        QTest::newRow("read-only") << false << u"Read-only file system"_s;
        QTest::newRow("full") << true << u"No space left on device"_s;
    }

    void nothingIsSentWhereNothingCanBeWritten()
    {
        QFETCH(bool, full);
        QFETCH(QString, words);
        Sandbox sandbox;
        full ? sandbox.smallDisk(path(u"out"_s), 8) : sandbox.readOnly(path(u"out"_s));
        const CliOutcome outcome = runSandboxed(sandbox, bench(8));
        if (outcome.exitCode == Sandbox::refused)
            QSKIP("the system grants no mounts of the test's own");
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.err.contains(words) && outcome.err.contains(path(u"out"_s)), qPrintable(outcome.err));
        QCOMPARE(m_server->connections(), 0);
    }

    void goesOnElsewhereWhenTheDiskFillsUp()
    {
        const CliOutcome outcome =
            runSandboxed(Sandbox().smallDisk(path(u"out"_s), 48), bench(150), {u"TMPDIR="_s + path(u"tmp"_s)});
        if (outcome.exitCode == Sandbox::refused)
            QSKIP("the system grants no mounts of the test's own");
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.err.contains(u"[journal_moved]"_s), qPrintable(outcome.err));
        // Said: what could not be written and why, where everything is, and what to do.
        QVERIFY2(outcome.err.contains(path(u"out/r.json cannot be written: No space left on device"_s)),
            qPrintable(outcome.err));
        const QString journal = keptIn(outcome);
        QVERIFY2(journal.startsWith(path(u"tmp/"_s)), qPrintable(outcome.err));
        QVERIFY(outcome.err.contains(u"streamgauge-cli recover"_s));
        checkRecovered(journal, 150);
    }

    void stopsWhenNoDiskTakesMore()
    {
        const CliOutcome outcome =
            copying(Sandbox().smallDisk(path(u"out"_s), 48).smallDisk(path(u"tmp"_s), 64), bench(400));
        if (outcome.exitCode == Sandbox::refused)
            QSKIP("the system grants no mounts of the test's own");
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.err.contains(u"The run was stopped."_s), qPrintable(outcome.err));
        const QString journal = keptIn(outcome);
        QVERIFY2(journal.startsWith(path(u"tmp/"_s)), qPrintable(outcome.err));
        QVERIFY(m_server->posts() < 400); // it did not go on measuring what cannot be kept
        checkRecovered(path(u"kept/"_s) + QFileInfo(journal).fileName(), 0);
    }

    void keepsTheJournalWhereTheResultsDoNotFit()
    {
        const CliOutcome outcome = copying(Sandbox().smallDisk(path(u"out"_s), 48), bench(45));
        if (outcome.exitCode == Sandbox::refused)
            QSKIP("the system grants no mounts of the test's own");
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(!outcome.err.contains(u"[journal_moved]"_s), qPrintable(outcome.err));
        QCOMPARE(keptIn(outcome), path(u"out/r.json.journal.jsonl"_s));
        checkRecovered(path(u"kept/r.json.journal.jsonl"_s), 45);
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_dir->filePath(name); }
    [[nodiscard]] QStringList bench(int requests) const
    {
        return benchArguments(
            u"http://127.0.0.1:%1"_s.arg(m_server->port()), u"m"_s, 2, requests, path(u"out/r.json"_s));
    }

    /// The journals of disks that go away with the program are copied into kept/.
    [[nodiscard]] CliOutcome copying(const Sandbox &sandbox, const QStringList &arguments) const
    {
        const QString script = u"\"$@\"; code=$?; cp out/*.jsonl tmp/*.jsonl kept/ 2>/dev/null; exit $code"_s;
        return runSandboxed(sandbox, u"/bin/sh"_s,
            QStringList{u"-c"_s, u"cd \"$0\" && "_s + script, m_dir->path(), cli} + arguments,
            {u"TMPDIR="_s + path(u"tmp"_s)});
    }

    /// The journal that the last message names.
    [[nodiscard]] static QString keptIn(const CliOutcome &outcome)
    {
        static const QRegularExpression name(u"is kept in (\\S+\\.journal\\.jsonl); a results"_s);
        return name.match(outcome.err).captured(1);
    }

    /// `requests`: that the recovered run has; 0: some.
    void checkRecovered(const QString &journal, int requests) const
    {
        const CliOutcome recovered = runCli({u"recover"_s, journal, u"--out"_s, path(u"recovered.json"_s)});
        QVERIFY2(recovered.exitCode == 0, qPrintable(recovered.err));
        const auto read = readLoadResults(contentOf(path(u"recovered.json"_s)));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        if (requests > 0)
            QCOMPARE(read->requestCount(), qsizetype(requests));
        else
            QVERIFY(read->requestCount() > 0 && !read->complete);
        QCOMPARE(runCli({u"validate"_s, path(u"recovered.json"_s)}).exitCode, 0);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LoopbackServer> m_server;
};

QTEST_GUILESS_MAIN(TestFullDisk)
#include "tst_fulldisk.moc"
