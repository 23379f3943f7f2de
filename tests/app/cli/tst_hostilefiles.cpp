// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "models/load/journalwriter.h"
#include "models/load/resultsfile.h"
#include "tests/app/cli/sandboxedbench.h"
#include "tests/models/load/sampleresult.h"
#include "tests/support/files.h"
#include "tests/support/hostilefiles.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray journal()
{
    const LoadResult result = sampleResult();
    return LoadJournal::headLine(result) + LoadJournal::requestLine(0, result.levels[0].requests[0], 0);
}

} // namespace

/// What stands where a file of ours was expected: each has words of its own, and nothing hangs or takes the memory.
class TestHostileFiles final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void resultsAreRefused_data()
    {
        QTest::addColumn<HostileFile>("file");
        for (const HostileFile &file : hostileFiles(writeLoadResults(sampleResult())))
            QTest::newRow(file.name) << file;
    }

    void resultsAreRefused()
    {
        QFETCH(HostileFile, file);
        const QString path = m_dir->filePath(u"r.json"_s);
        file.make(path);
        for (const QString &command : {u"validate"_s, u"report"_s}) {
            const CliOutcome outcome = runCli({command, path});
            const QString said = outcome.out + outcome.err;
            const bool isRead = QFileInfo(path).isFile() && !said.contains(u"cannot be read: "_s);
            QCOMPARE(outcome.exitCode, isRead ? 1 : 2);
            QVERIFY2(said.contains(file.words), qPrintable(said));
            QVERIFY2(said.contains(path) && said.size() < 1000, qPrintable(said));
            QCOMPARE(outcome.out.isEmpty(), command == u"report"_s);
        }
    }

    void journalsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const QByteArray &bytes, const QString &words) {
            QTest::newRow(name) << bytes << words;
        };
        const QByteArray good = journal();
        const QByteArray head = good.left(good.indexOf('\n') + 1);
        const QByteArray request = good.mid(head.size());
        QByteArray otherVersion = good;
        const QByteArray version = "\"format_version\":";
        const qsizetype at = otherVersion.indexOf(version) + version.size();
        QVERIFY(at > version.size());
        otherVersion.insert(otherVersion.indexOf('1', at), '2');
        const QString none = u"not the journal of a load run"_s;
        row("empty", {}, u"journal is empty"_s);
        row("torn in its head", head.left(40), u"journal is empty"_s);
        row("binary", QByteArray("\x7f\0\xff\n\n", 5), none);
        row("text", "Dear diary,\n", none);
        row("results", writeLoadResults(sampleResult()), none);
        row("other version", otherVersion, u"\"format_version\" 21"_s);
        row("damage in the middle", head + "damage\n" + request, u"Line 2 of the journal is damaged"_s);
        row("deep nesting", head + "{\"request\":" + QByteArray(1'000'000, '[') + "\n", u"More than 64 arrays"_s);
        row("a key twice", head + "{\"level\":0,\"level\":0}\n", u"stands twice"_s);
        row("NaN", head + "{\"level\":NaN}\n", u"Line 2"_s);
        row("a huge number", head + "{\"level\":1e400,\"request\":{}}\n", u"1e400"_s);
        row("a level of 30 digits", head + "{\"level\":" + QByteArray(30, '1') + ",\"request\":{}}\n", u"/level"_s);
        row("a request twice", good + request, u"the number of an earlier request too"_s);
    }

    void journalsAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        const QString path = m_dir->filePath(u"r.json"_s + JournalFile::suffix);
        writeFile(path, bytes);
        const CliOutcome outcome = runCli({u"recover"_s, path});
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.err.contains(words) && outcome.err.size() < 1000, qPrintable(outcome.err));
        QCOMPARE(contentOf(path), bytes); // nothing is lost of what could not be read
        QVERIFY(!QFile::exists(m_dir->filePath(u"r.json"_s)));
    }

    void otherThingsAreNoJournals()
    {
        for (const HostileFile &file : hostileFiles(writeLoadResults(sampleResult()))) {
            const QByteArray name = file.name;
            const bool device = name == "a pipe" || name.contains("device");
            if (!device && name != "2 GiB")
                continue;
            const QString path = m_dir->filePath(QString::fromUtf8(name) + JournalFile::suffix);
            file.make(path);
            const CliOutcome outcome = runCli({u"recover"_s, path});
            QCOMPARE(outcome.exitCode, 1);
            QVERIFY2(outcome.err.contains(device ? u"a device or a pipe"_s : u"2,048 MiB; 1,024 are read at most"_s),
                qPrintable(outcome.err));
        }
        // Nor are they offered, or in the way, where a whole folder is looked through.
        const CliOutcome outcome = runCli({u"recover"_s, m_dir->path()});
        QVERIFY2(!outcome.err.contains(u"a device or a pipe"_s), qPrintable(outcome.err));
    }

    void whatMayNotBeReadIsSaid()
    {
        const QString path = m_dir->filePath(u"r.json"_s);
        writeFile(path, writeLoadResults(sampleResult()));
        QVERIFY(QFile::setPermissions(path, {}));
        ::chmod(QFile::encodeName(m_dir->path()).constData(), 0755);
        for (const QString &command : {u"validate"_s, u"report"_s, u"recover"_s}) {
            const CliOutcome outcome = runSandboxed(Sandbox().withoutPrivileges(), {command, path});
            if (outcome.exitCode == -1 || outcome.exitCode == Sandbox::refused)
                QSKIP("the program cannot be run without the rights of root here");
            QCOMPARE(outcome.exitCode, command == u"recover"_s ? 1 : 2);
            const QString said = outcome.out + outcome.err;
            QVERIFY2(said.contains(u"cannot be opened: Permission denied"_s) && said.contains(path), qPrintable(said));
        }
    }

    void keysComeFromFilesThatHoldOne_data()
    {
        QTest::addColumn<HostileFile>("file");
        QTest::addColumn<QString>("words");
        const std::vector<HostileFile> files = hostileFiles(writeLoadResults(sampleResult()));
        const auto row = [&files](const char *name, const QString &words) {
            const auto found =
                std::ranges::find_if(files, [name](const HostileFile &file) { return QByteArray(file.name) == name; });
            QTest::newRow(name) << *found << words;
        };
        row("empty", u"the key there is empty"_s);
        row("zeros", u"too long for a key"_s);
        row("2 GiB", u"too long for a key"_s);
        row("a folder", u"Is a directory"_s);
        row("a pipe", u"the key there is empty"_s);
        row("a device without end", u"too long for a key"_s);
        row("a link to itself", u"Too many levels of symbolic links"_s);
        row("nothing", u"No such file"_s);
    }

    void keysComeFromFilesThatHoldOne()
    {
        QFETCH(HostileFile, file);
        QFETCH(QString, words);
        const QString path = m_dir->filePath(u"key"_s);
        file.make(path);
        const CliOutcome outcome =
            runCli({u"probe"_s, u"--endpoint"_s, u"http://127.0.0.1:9"_s, u"--api-key-file"_s, path});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.err.contains(words) && outcome.err.contains(path), qPrintable(outcome.err));
        QCOMPARE(outcome.err.count(u'\n'), 1);
    }

    void certificatesComeFromFilesThatHoldSome()
    {
        for (const HostileFile &file : hostileFiles(writeLoadResults(sampleResult()))) {
            const QByteArray name = file.name;
            if (name != "empty" && name != "zeros" && name != "2 GiB" && name != "a folder" && name != "a pipe"
                && name != "a device without end" && name != "a link to itself" && name != "nothing")
                continue;
            const QString path = m_dir->filePath(QString::fromUtf8(name));
            file.make(path);
            for (const QStringList &command :
                {QStringList{u"probe"_s, u"--endpoint"_s, u"https://127.0.0.1:9"_s, u"--ca-file"_s, path},
                    QStringList{u"simulate"_s, u"--tls"_s, path + u',' + path}}) {
                const CliOutcome outcome = runCli(command);
                QVERIFY2(outcome.exitCode == 2, qPrintable(path + outcome.err));
                QVERIFY2(outcome.err.contains(path) && outcome.err.count(u'\n') == 1, qPrintable(outcome.err));
            }
        }
    }

    void keysMayComeThroughPipes()
    {
        // As a shell's <(...) gives them.
        const CliOutcome outcome = runSandboxed(Sandbox(), u"/bin/sh"_s,
            {u"-c"_s,
                u"mkfifo \"$0/key\" && { sleep 0.3; echo sk-secret; } >\"$0/key\" & "
                "sleep 0.1; \"$1\" probe --endpoint http://127.0.0.1:9 --api-key-file \"$0/key\""_s,
                m_dir->path(), QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli")});
        QVERIFY2(outcome.exitCode == 3, qPrintable(outcome.err)); // it got as far as the port
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_GUILESS_MAIN(TestHostileFiles)
#include "tst_hostilefiles.moc"
