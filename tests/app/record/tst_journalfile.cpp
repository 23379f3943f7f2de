// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "app/record/recovery.h"
#include "models/load/journalwriter.h"
#include "models/load/resultsfile.h"
#include "tests/models/load/sampleresult.h"
#include "tests/support/files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

/// The sample run's first level whole and so many requests of its second.
QByteArray journal(size_t requests)
{
    const LoadResult result = sampleResult();
    QByteArray lines = LoadJournal::headLine(result);
    for (const RequestRecord &request : result.levels[0].requests)
        lines += LoadJournal::requestLine(0, request, 0);
    lines += LoadJournal::levelLine(0, result.levels[0]);
    for (size_t i = 0; i < requests; ++i)
        lines += LoadJournal::requestLine(1, result.levels[1].requests[i], 0);
    return lines;
}

template <typename Value>
QString codeOf(const Result<Value> &result)
{
    return result ? QString() : result.error().code;
}

} // namespace

class TestJournalFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_out = m_dir->filePath(u"run.json"_s);
        m_path = m_out + JournalFile::suffix;
    }

    void appendsWhatTheSystemThenHas()
    {
        auto file = JournalFile::create(m_path);
        QVERIFY(file);
        QVERIFY(file->append("one\n"));
        QCOMPARE(contentOf(m_path), "one\n");
        QVERIFY(file->append("two\n"));
        QCOMPARE(contentOf(m_path), "one\ntwo\n");
        file->remove();
        QVERIFY(!QFile::exists(m_path));
    }

    void twoRunsDoNotShareOne()
    {
        auto first = JournalFile::create(m_path);
        QVERIFY(first);
        QCOMPARE(codeOf(JournalFile::create(m_path)), u"journal.busy"_s);
        QCOMPARE(codeOf(JournalFile::takeOver(m_path)), u"journal.busy"_s);
        QVERIFY(leftJournals(m_dir->path()).isEmpty());
        first = JournalFile();
        QCOMPARE(codeOf(JournalFile::create(m_path)), u"journal.left"_s);
        QCOMPARE(leftJournals(m_dir->path()), QStringList{m_path});
        const auto error = JournalFile::create(m_path).error();
        QVERIFY(error.message.contains(m_path));
        QVERIFY(JournalFile::takeOver(m_path));
    }

    void halfALineIsTakenBack()
    {
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        auto file = JournalFile::create(m_path);
        QVERIFY(file && file->append("whole\n"));
        const rlimit small{10, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const auto kept = file->append("too long for the limit\n");
        ::setrlimit(RLIMIT_FSIZE, &before);
        QCOMPARE(codeOf(kept), u"file.write"_s);
        QVERIFY(kept.error().message.contains(m_path));
        QCOMPARE(contentOf(m_path), "whole\n");
        QVERIFY(file->append("again\n"));
        QCOMPARE(contentOf(m_path), "whole\nagain\n");
    }

    void nameThatLeavesNoRoomForTheEndingIsRefused()
    {
        const QString longest = m_dir->filePath(QString(250, u'a')); // the limit is 255
        QCOMPARE(codeOf(JournalFile::checkFree(longest + JournalFile::suffix)), u"file.path"_s);
        QCOMPARE(codeOf(JournalFile::checkFree(m_dir->filePath(QString(200, u'a')) + JournalFile::suffix)), QString());
    }

    void deletedFileIsNoPlaceToWriteTo()
    {
        auto file = JournalFile::create(m_path);
        QVERIFY(file && file->append("one\n"));
        QVERIFY(QFile::remove(m_path));
        QCOMPARE(codeOf(file->append("two\n")), u"file.write"_s);
    }

    void recoversEverythingButTheTornLine()
    {
        const QByteArray whole = journal(3);
        const qsizetype last = whole.chopped(1).lastIndexOf('\n') + 1;
        for (const qsizetype length : {last, last + 1, (last + whole.size()) / 2, whole.size() - 1, whole.size()}) {
            writeFile(m_path, whole.first(length));
            const auto recovered = recoverRun(m_path);
            QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
            QCOMPARE(recovered->path, m_out);
            // With all but its line feed a line is whole.
            QCOMPARE(recovered->result->partial->requests.size(), size_t(length >= whole.size() - 1 ? 3 : 2));
            QVERIFY(!QFile::exists(m_path));
            const auto read = readLoadResults(contentOf(m_out));
            QVERIFY2(read, read ? "" : qPrintable(read.error().message));
            QVERIFY(QFile::remove(m_out));
        }
    }

    void anEndlessLineIsNoTornOne()
    {
        QByteArray lines = journal(3);
        lines.insert(lines.indexOf('\n', lines.indexOf('\n') + 1), QByteArray(70 << 20, ' '));
        writeFile(m_path, lines);
        const auto recovered = recoverRun(m_path);
        QVERIFY(!recovered);
        QVERIFY2(recovered.error().message.contains(u"more than 64 MiB"_s), qPrintable(recovered.error().message));
        QVERIFY(QFile::exists(m_path));
    }

    void whatIsNoLineIsRefusedWhereverItStands()
    {
        const QByteArray lines = journal(3);
        const QByteArray last = lines.mid(lines.chopped(1).lastIndexOf('\n') + 1).chopped(1);
        QByteArray emptyInTheMiddle = lines;
        emptyInTheMiddle.insert(lines.indexOf('\n'), '\n');
        for (const QByteArray &damaged : {emptyInTheMiddle, QByteArray(lines + last)}) { // the second tells one twice
            writeFile(m_path, damaged);
            QVERIFY(!recoverRun(m_path));
            QVERIFY(QFile::exists(m_path));
        }
    }

    void zerosAtTheEndAreATornLine()
    {
        writeFile(m_path, journal(1) + QByteArray(4096, '\0'));
        QVERIFY(recoverRun(m_path));
    }

    void replacesTheSameRunsEarlierStateOnly()
    {
        LoadResult earlier = sampleResult();
        earlier.complete = false;
        earlier.levels.resize(1);
        writeFile(m_path, journal(2));
        writeFile(m_out, writeLoadResults(earlier));
        QVERIFY(recoverRun(m_path));
        QCOMPARE(readLoadResults(contentOf(m_out))->partial->requests.size(), size_t(2));

        earlier.createdAt = earlier.createdAt.addSecs(1);
        for (const QByteArray &other : {writeLoadResults(earlier), QByteArray("something else")}) {
            writeFile(m_path, journal(2));
            writeFile(m_out, other);
            QCOMPARE(codeOf(recoverRun(m_path)), u"file.exists"_s);
            QCOMPARE(contentOf(m_out), other);
            QCOMPARE(contentOf(m_path), journal(2));
        }
        const QString elsewhere = m_dir->filePath(u"other.json"_s);
        QCOMPARE(recoverRun(m_path, elsewhere)->path, elsewhere);
    }

    void damageIsNamedAndNothingIsLost()
    {
        QByteArray damaged = journal(2);
        damaged.replace("\"outcome\"", "\"outc");
        writeFile(m_path, damaged);
        const auto recovered = recoverRun(m_path);
        QCOMPARE(codeOf(recovered), u"journal.line"_s);
        QVERIFY(recovered.error().message.contains(m_path));
        QVERIFY(recovered.error().message.contains(u"Line 2 "_s));
        QCOMPARE(contentOf(m_path), damaged);
        QVERIFY(!QFile::exists(m_out));

        writeFile(m_path, {});
        QCOMPARE(codeOf(recoverRun(m_path)), u"journal.empty"_s);
        QCOMPARE(codeOf(recoverRun(m_dir->filePath(u"none"_s + JournalFile::suffix))), u"journal.open"_s);
        writeFile(m_dir->filePath(u"odd name"_s), journal(1));
        QCOMPARE(codeOf(recoverRun(m_dir->filePath(u"odd name"_s))), u"recover.name"_s);
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_out;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestJournalFile)
#include "tst_journalfile.moc"
