// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "models/core/json.h"
#include "models/load/journalwriter.h"
#include "models/load/resultsfile.h"
#include "models/load/summary.h"
#include "tests/app/cli/clirun.h"
#include "tests/models/load/sampleresult.h"
#include "tests/support/files.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

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

/// The commands that read what runs have left: recover, validate, report.
class TestFileCommands final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void recoversOneJournal()
    {
        write(u"run.json"_s + JournalFile::suffix, journal());
        const CliOutcome outcome = runCli({u"recover"_s, path(u"run.json"_s + JournalFile::suffix)});
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY2(outcome.out.contains(path(u"run.json"_s) + u": incomplete"_s), qPrintable(outcome.out));
        QCOMPARE(runCli({u"validate"_s, path(u"run.json"_s)}).exitCode, 0);
    }

    void recoversAFolder()
    {
        for (const QString &name : {u"a.json"_s, u"b.json"_s})
            write(name + JournalFile::suffix, journal());
        QCOMPARE(runCli({u"recover"_s, m_dir->path(), u"--out"_s, path(u"c.json"_s)}).exitCode, 2);
        write(u"damaged.json"_s + JournalFile::suffix, journal() + "damage\n");
        const CliOutcome outcome = runCli({u"recover"_s, m_dir->path()});
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.err.contains(u"Line 3"_s), qPrintable(outcome.err));
        QVERIFY(QFile::exists(path(u"a.json"_s)) && QFile::exists(path(u"b.json"_s)));
        QVERIFY(!QFile::exists(path(u"damaged.json"_s)));
        QCOMPARE(QDir(m_dir->path()).entryList({u'*' + JournalFile::suffix}, QDir::Files).size(), 1);
    }

    void recoverSaysWhatIsMissing()
    {
        CliOutcome outcome = runCli({u"recover"_s, path(u"none"_s)});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY(outcome.err.contains(path(u"none"_s)));
        outcome = runCli({u"recover"_s, m_dir->path()});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY(outcome.err.contains(m_dir->path()));
        QCOMPARE(runCli({u"recover"_s}).exitCode, 2);
    }

    void validatesWhatIsConsistent()
    {
        write(u"whole.json"_s, writeLoadResults(sampleResult()));
        write(u"part.json"_s, writeLoadResults(interruptedResult()));
        const CliOutcome whole = runCli({u"validate"_s, path(u"whole.json"_s)});
        QCOMPARE(whole.exitCode, 0);
        QVERIFY2(whole.out.contains(u"consistent, complete"_s), qPrintable(whole.out));
        const CliOutcome both = runCli({u"validate"_s, path(u"whole.json"_s), path(u"part.json"_s), u"--json"_s});
        QCOMPARE(both.exitCode, 0);
        const auto json = parseJson(both.out.toUtf8());
        QVERIFY(json);
        QCOMPARE(json->array().size(), size_t(2));
        QCOMPARE(json->array()[1][u"complete"], JsonValue(false));
        QCOMPARE(json->array()[1][u"findings"].array().front()[u"code"].toString(), u"incomplete"_s);
    }

    void findsEachForgedNumber_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        const QByteArray good = writeLoadResults(sampleResult());
        // The first of its kind in runs[], one higher.
        for (const char *key : {"requests_succeeded", "requests_failed", "requests_timed_out", "request_count",
                 "concurrency", "duration_s", "output_throughput_tokens_per_s", "input_tokens_mean", "p50", "p99"}) {
            const QByteArray name = QByteArray("\"") + key + "\": ";
            const qsizetype at = good.indexOf(name);
            QVERIFY2(at > 0, key);
            qsizetype end = at + name.size();
            while (QByteArray("0123456789.").contains(good[end]))
                ++end;
            const QByteArray number = good.mid(at + name.size(), end - at - name.size());
            QTest::newRow(key) << name + number << name + QByteArray::number(number.toDouble() + 1);
        }
    }

    void findsEachForgedNumber()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray forged = writeLoadResults(sampleResult());
        forged.replace(forged.indexOf(from), from.size(), to);
        write(u"forged.json"_s, forged);
        const CliOutcome outcome = runCli({u"validate"_s, path(u"forged.json"_s)});
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.out.contains(u"/runs/0"_s), qPrintable(outcome.out));
        QVERIFY(outcome.out.contains(u"not consistent"_s));
    }

    void validatesNothingElse_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("binary") << QByteArray("\x7f"
                                              "ELF\0\0",
            6);
        QTest::newRow("deep") << QByteArray(1 << 20, '[');
        QTest::newRow("truncated") << writeLoadResults(sampleResult()).chopped(200);
        QTest::newRow("other version")
            << writeLoadResults(sampleResult()).replace("\"format_version\": 1", "\"format_version\": 99");
        QTest::newRow("key twice") << writeLoadResults(sampleResult())
                                          .replace("\"complete\": true,", "\"complete\": true, \"complete\": true,");
        QTest::newRow("huge number")
            << writeLoadResults(sampleResult()).replace("\"requests_succeeded\": ", "\"requests_succeeded\": 1e999999");
        QTest::newRow("NaN") << writeLoadResults(sampleResult()).replace("\"created_at\": ", "\"created_at\": NaN");
    }

    void validatesNothingElse()
    {
        QFETCH(QByteArray, bytes);
        write(u"file"_s, bytes);
        for (const QString &command : {u"validate"_s, u"report"_s}) {
            const CliOutcome outcome = runCli({command, path(u"file"_s)});
            QCOMPARE(outcome.exitCode, 1);
            const QString said = outcome.out + outcome.err;
            QVERIFY2(said.contains(path(u"file"_s)) && said.size() < 2000, qPrintable(said));
        }
    }

    void readsNothingBeyondTheLimit()
    {
        QFile sparse(path(u"huge.json"_s));
        QVERIFY(sparse.open(QIODevice::WriteOnly) && sparse.resize(qint64(65) << 30));
        sparse.close();
        const CliOutcome outcome = runCli({u"validate"_s, path(u"huge.json"_s)});
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.out.contains(u"too large"_s), qPrintable(outcome.out));
    }

    void reportsAsMarkdown()
    {
        write(u"whole.json"_s, writeLoadResults(sampleResult()));
        const CliOutcome outcome = runCli({u"report"_s, path(u"whole.json"_s), u"--format"_s, u"md"_s});
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.out, reportMarkdown(*readLoadResults(writeLoadResults(sampleResult()))));
        QCOMPARE(runCli({u"report"_s, path(u"whole.json"_s), u"--out"_s, path(u"a.md"_s)}).exitCode, 0);
        QCOMPARE(QString::fromUtf8(contentOf(path(u"a.md"_s))), outcome.out);
        QCOMPARE(runCli({u"report"_s, path(u"whole.json"_s), u"--out"_s, path(u"a.md"_s)}).exitCode, 1);
        QCOMPARE(runCli({u"report"_s, path(u"whole.json"_s), u"--format"_s, u"pdf"_s}).exitCode, 2);
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_dir->filePath(name); }
    void write(const QString &name, const QByteArray &bytes) const { writeFile(path(name), bytes); }

    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_GUILESS_MAIN(TestFileCommands)
#include "tst_filecommands.moc"
