// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "app/record/recovery.h"
#include "app/record/resultsopener.h"
#include "app/record/samplefile.h"
#include "app/record/samplewriter.h"
#include "models/load/journalwriter.h"
#include "models/load/resultsfile.h"
#include "tests/models/load/sampleresult.h"
#include "tests/support/files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <limits>
#include <numeric>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

using Values = std::vector<qint64>;

Values counted(qint64 from, std::size_t n)
{
    Values values(n);
    std::iota(values.begin(), values.end(), from);
    return values;
}

Values readAllOf(const SampleSource &source)
{
    Values values;
    const auto read = source.read({.offset = 0, .count = source.count()},
        [&values](std::span<const qint64> block) { values.insert(values.end(), block.begin(), block.end()); });
    return read ? values : Values{-1};
}

QByteArray bytesOf(double value)
{
    HeldSamples one;
    one.samples = {0};
    QByteArray bytes = one.bytes();
    std::memcpy(bytes.data(), &value, sizeof value); // the tests run on little-endian machines
    return bytes;
}

template <typename Value>
QString problemOf(const Result<Value> &result)
{
    return result ? QString() : result.error().code + u": "_s + result.error().message;
}

QStringList filesOf(const QString &folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

} // namespace

class TestSampleFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_out = path(u"run.json"_s);
        m_side = m_out + SideFile::suffix;
        m_journal = m_out + JournalFile::suffix;
    }

    void writesDoublesThatReadBack()
    {
        auto writer = SampleWriter::create(m_side, SampleWriter::Existing::Refuse);
        QVERIFY2(writer, qPrintable(problemOf(writer)));
        const Values first{0, 1, 20'000'000, (qint64(1) << 53)};
        const Values second = counted(7, 100'000); // several blocks
        QCOMPARE(*writer->append(first), (SampleRange{0, 4}));
        QCOMPARE(*writer->append({}), (SampleRange{4, 0}));
        QCOMPARE(*writer->append(second), (SampleRange{4, 100'000}));
        HeldSamples held;
        held.samples = first;
        held.samples.insert(held.samples.end(), second.begin(), second.end());
        QCOMPARE(contentOf(m_side), held.bytes()); // with the system at once
        QVERIFY(readAllOf(*writer) == held.samples);

        const auto described = writer->description();
        QVERIFY(described);
        QCOMPARE(described->path, u"run.json.samples"_s);
        QCOMPARE(described->bytes, held.bytes().size());
        QCOMPARE(described->sha256, QCryptographicHash::hash(held.bytes(), QCryptographicHash::Sha256).toHex());
        const auto opened = SampleFile::openChecked(m_dir->path(), *described);
        QVERIFY2(opened, qPrintable(problemOf(opened)));
        QVERIFY(readAllOf(**opened) == held.samples);
        Values part;
        QVERIFY((*opened)->read(
            {.offset = 3, .count = 3}, [&part](auto block) { part.assign(block.begin(), block.end()); }));
        QVERIFY(part == (Values{qint64(1) << 53, 7, 8}));
        QVERIFY(!(*opened)->read({.offset = 100'000, .count = 5}, [](auto) {}));
        // More may come after it was described.
        QVERIFY(writer->append({5}));
        QVERIFY(writer->description()->sha256 != described->sha256);
    }

    void nothingExistingIsOverwritten()
    {
        writeFile(m_side, "theirs");
        const auto refused = SampleWriter::create(m_side, SampleWriter::Existing::Refuse);
        QVERIFY(problemOf(refused).startsWith(u"file.exists"_s) && problemOf(refused).contains(m_side));
        QCOMPARE(contentOf(m_side), "theirs");
        auto replaced = SampleWriter::create(m_side, SampleWriter::Existing::Replace);
        QVERIFY2(replaced, qPrintable(problemOf(replaced)));
        QVERIFY(replaced->append({1}));
        QCOMPARE(contentOf(m_side), bytesOf(1));
        const QString folder = path(u"folder"_s);
        QVERIFY(QDir().mkdir(folder));
        QCOMPARE(SampleWriter::create(folder, SampleWriter::Existing::Replace).error().code, u"file.not_a_file"_s);
        QVERIFY(problemOf(SampleWriter::create(path(u"none/run"_s), SampleWriter::Existing::Refuse))
                    .startsWith(u"file.write"_s));
    }

    void halfARequestIsTakenBack()
    {
        auto writer = SampleWriter::create(m_side, SampleWriter::Existing::Refuse);
        QVERIFY(writer && writer->append({1, 2, 3}));
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const rlimit small{40, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const auto full = writer->append({4, 5, 6});
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY2(problemOf(full).startsWith(u"file.write"_s) && problemOf(full).contains(m_side),
            qPrintable(problemOf(full)));
        QCOMPARE(contentOf(m_side).size(), 24);
        QCOMPARE(*writer->append({7}), (SampleRange{3, 1}));
        QVERIFY(readAllOf(*writer) == (Values{1, 2, 3, 7}));
        QCOMPARE(writer->description()->sha256,
            QCryptographicHash::hash(contentOf(m_side), QCryptographicHash::Sha256).toHex());
    }

    void movesOn()
    {
        auto writer = SampleWriter::create(m_side, SampleWriter::Existing::Refuse);
        QVERIFY(writer && writer->append(counted(0, 50'000)));
        QVERIFY(QFile::remove(m_side));
        QVERIFY2(!writer->append({1}), "a deleted file keeps nothing");
        const QString elsewhere = path(u"elsewhere"_s);
        writeFile(elsewhere, "theirs");
        QCOMPARE(writer->moveTo(elsewhere).error().code, u"file.exists"_s);
        QCOMPARE(writer->path(), m_side);
        QVERIFY(QFile::remove(elsewhere));
        QVERIFY(writer->moveTo(elsewhere));
        QCOMPARE(writer->path(), elsewhere);
        QCOMPARE(*writer->append({50'000}), (SampleRange{50'000, 1}));
        QVERIFY(readAllOf(*writer) == counted(0, 50'001));
        const auto described = writer->description();
        QVERIFY(described && SampleFile::openChecked(m_dir->path(), *described));
    }

    void aResultsFileIsReadWithItsSideFile()
    {
        writeAside(sampleResult());
        const auto read = openLoadResults(m_out);
        QVERIFY2(read, qPrintable(problemOf(read)));
        QCOMPARE(read->requestCount(), sampleResult().requestCount());
        // The two move together, also where the results file is a link.
        QVERIFY(QDir().mkdir(path(u"moved"_s)));
        QVERIFY(QFile::rename(m_out, path(u"moved/other name.json"_s)));
        QVERIFY(QFile::rename(m_side, path(u"moved/run.json.samples"_s)));
        QVERIFY(openLoadResults(path(u"moved/other name.json"_s)));
        QVERIFY(QFile::link(path(u"moved/other name.json"_s), path(u"link.json"_s)));
        QVERIFY(openLoadResults(path(u"link.json"_s)));
    }

    void whateverIsWrongWithItIsSaid_data()
    {
        QTest::addColumn<QByteArray>("change"); // "" = missing; else what stands there instead
        QTest::addColumn<QString>("words");
        LoadResult result = sampleResult();
        const QByteArray good = putAside(result, u"run.json.samples"_s).bytes();
        const auto with = [&good](qsizetype at, const QByteArray &bytes) {
            QByteArray changed = good;
            return changed.replace(at, bytes.size(), bytes);
        };
        QTest::newRow("missing") << QByteArray() << u"not there"_s;
        QTest::newRow("one value") << with(800, bytesOf(21'000'000)) << u"SHA-256"_s;
        QTest::newRow("truncated by a sample") << good.chopped(8) << u"cut off"_s;
        QTest::newRow("truncated by a byte") << good.chopped(1) << u"cut off"_s;
        QTest::newRow("nearly empty") << good.first(8) << u"cut off"_s;
        QTest::newRow("extended by a sample") << good + bytesOf(1) << u"something was added"_s;
        QTest::newRow("extended by a byte") << good + 'x' << u"something was added"_s;
        QTest::newRow("not a number") << with(1600, bytesOf(std::numeric_limits<double>::quiet_NaN()))
                                      << u"Sample 200"_s;
        QTest::newRow("infinite") << with(0, bytesOf(std::numeric_limits<double>::infinity())) << u"Sample 0"_s;
        QTest::newRow("negative") << with(8, bytesOf(-1)) << u"Sample 1"_s;
        QTest::newRow("fraction") << with(16, bytesOf(0.5)) << u"Sample 2"_s;
        QTest::newRow("too large") << with(24, bytesOf(1e300)) << u"Sample 3"_s;
    }

    void whateverIsWrongWithItIsSaid()
    {
        QFETCH(QByteArray, change);
        QFETCH(QString, words);
        writeAside(sampleResult());
        QVERIFY(QFile::remove(m_side));
        if (!change.isEmpty())
            writeFile(m_side, change);
        const QString problem = problemOf(openLoadResults(m_out));
        QVERIFY2(problem.startsWith(u"results.samples: "), qPrintable(problem));
        QVERIFY2(problem.contains(words) && problem.contains(u"run.json.samples"_s), qPrintable(problem));
        QVERIFY2(problem.size() < 600, qPrintable(problem));
    }

    void noRegularFileIsWaitedFor()
    {
        writeAside(sampleResult());
        QVERIFY(QFile::remove(m_side));
        QVERIFY(QDir().mkdir(m_side));
        QVERIFY(problemOf(openLoadResults(m_out)).contains(u"no regular file"_s));
        QVERIFY(QDir().rmdir(m_side));
        QVERIFY(QFile::link(u"/dev/zero"_s, m_side));
        QVERIFY(problemOf(openLoadResults(m_out)).contains(u"no regular file"_s));
    }

    void recoversWithTheSideFileInItsPlace()
    {
        const LoadResult left = leaveRun();
        QFile side(m_side); // samples of a request whose line did not get written
        QVERIFY(side.open(QIODevice::Append) && side.write(bytesOf(3) + "torn") == 12);
        side.close();
        const auto recovered = recoverRun(m_journal);
        QVERIFY2(recovered, qPrintable(problemOf(recovered)));
        QCOMPARE(filesOf(m_dir->path()), QStringList({u"run.json"_s, u"run.json.samples"_s}));
        const auto read = openLoadResults(m_out);
        QVERIFY2(read, qPrintable(problemOf(read)));
        QCOMPARE(read->requestCount(), left.requestCount());
        QCOMPARE(read->sideFile->bytes, left.sideFile->bytes);
    }

    void recoversToAnotherPlace()
    {
        (void)leaveRun();
        const QString out = path(u"b/other.json"_s);
        QVERIFY(recoverRun(m_journal, out));
        QVERIFY(openLoadResults(out));
        QCOMPARE(filesOf(m_dir->path()), QStringList()); // the left side file went with its journal
        QCOMPARE(filesOf(path(u"b"_s)), QStringList({u"other.json"_s, u"other.json.samples"_s}));
    }

    void anEarlierStateOfTheRunIsReplaced()
    {
        LoadResult left = leaveRun();
        left.partial.reset();
        // As it was written after the last level, when the side file was shorter.
        left.sideFile->bytes -= 80;
        writeFile(m_out, writeLoadResults(left));
        QVERIFY(!openLoadResults(m_out));
        QVERIFY2(recoverRun(m_journal), "the same run's");
        QVERIFY(openLoadResults(m_out));

        (void)leaveRun();
        QVERIFY(recoverRun(m_journal, path(u"copy.json"_s)));
        QVERIFY2(openLoadResults(path(u"copy.json"_s)) && QFile::exists(m_side), "run.json still needs its own");
    }

    void foundBesideAJournalThatMoved()
    {
        const LoadResult left = leaveRun();
        const QString folder = path(u"moved"_s);
        QVERIFY(QDir().mkdir(folder));
        for (const QString &file : {m_side, m_journal})
            QVERIFY(QFile::rename(file, folder + u'/' + QFileInfo(file).fileName()));
        const auto recovered = recoverRun(folder + u"/run.json"_s + JournalFile::suffix);
        QVERIFY2(recovered, qPrintable(problemOf(recovered)));
        QCOMPARE(openLoadResults(folder + u"/run.json"_s)->requestCount(), left.requestCount());
    }

    void recoveryLosesNothingWhereItCannot()
    {
        (void)leaveRun();
        const QByteArray samples = contentOf(m_side);
        const QByteArray journal = contentOf(m_journal);
        // Another file where the side file belongs.
        writeFile(path(u"taken.json.samples"_s), "theirs");
        QCOMPARE(recoverRun(m_journal, path(u"taken.json"_s)).error().code, u"file.exists"_s);
        QVERIFY(!QFile::exists(path(u"taken.json"_s)));
        QCOMPARE(contentOf(path(u"taken.json.samples"_s)), "theirs");
        // A damaged side file.
        writeFile(m_side, QByteArray(samples).replace(0, 8, bytesOf(-1)));
        QVERIFY(problemOf(recoverRun(m_journal, path(u"c.json"_s))).startsWith(u"results.samples: "_s));
        QVERIFY(!QFile::exists(path(u"c.json.samples"_s)));
        // None.
        QVERIFY(QFile::remove(m_side));
        const QString problem = problemOf(recoverRun(m_journal));
        QVERIFY2(problem.startsWith(u"results.samples: "_s) && problem.contains(m_side), qPrintable(problem));
        QCOMPARE(contentOf(m_journal), journal);
        QVERIFY(!QFile::exists(m_out));
        // A shorter one, as after a power cut: what has its samples is recovered.
        writeFile(m_side, samples.first(8 * 1500 + 3));
        const auto recovered = recoverRun(m_journal);
        QVERIFY2(recovered, qPrintable(problemOf(recovered)));
        QVERIFY(openLoadResults(m_out));
        QVERIFY(recovered->result->requestCount() >= 100);
    }

    void journalsAreTheirOwnersOnly()
    {
        (void)leaveRun();
        QVERIFY(QFile::remove(m_journal));
        QVERIFY(JournalFile::create(m_journal));
        QCOMPARE(QFile::permissions(m_journal)
                & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
            QFile::Permissions());
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_dir->filePath(name); }

    void writeAside(LoadResult result) const
    {
        writeFile(m_side, putAside(result, u"run.json.samples"_s).bytes());
        writeFile(m_out, writeLoadResults(result));
    }

    /// Journal and side file of a run whose program was killed.
    [[nodiscard]] LoadResult leaveRun() const
    {
        LoadResult result = interruptedResult();
        writeFile(m_side, putAside(result, u"run.json.samples"_s).bytes());
        QByteArray lines = LoadJournal::headLine(result, m_side);
        int level = 0;
        const auto add = [&](const LoadLevel &measured) {
            for (const RequestRecord &request : measured.requests)
                lines += LoadJournal::requestLine(level, request, 0);
        };
        for (const LoadLevel &ended : result.levels) {
            add(ended);
            lines += LoadJournal::levelLine(level++, ended);
        }
        add(*result.partial);
        writeFile(m_journal, lines + "{\"torn");
        return result;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_out;
    QString m_side;
    QString m_journal;
};

QTEST_GUILESS_MAIN(TestSampleFile)
#include "tst_samplefile.moc"
