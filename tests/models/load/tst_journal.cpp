// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/journalreader.h"
#include "models/load/journalwriter.h"
#include "models/load/resultsfile.h"
#include "tests/models/load/sampleresult.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 origin = 5; ///< before every dispatch of the samples

/// The journal that a run leaves which was killed after `requests` requests of the level after the last of `levels`.
QByteArrayList journalOf(const LoadResult &result, size_t levels, size_t requests)
{
    QByteArrayList lines{LoadJournal::headLine(result)};
    for (size_t i = 0; i <= levels && i < result.levels.size(); ++i) {
        const LoadLevel &level = result.levels[i];
        const size_t count = i < levels ? level.requests.size() : std::min(requests, level.requests.size());
        for (size_t k = 0; k < count; ++k)
            lines += LoadJournal::requestLine(static_cast<int>(i), level.requests[count - 1 - k], origin);
        if (i < levels)
            lines += LoadJournal::levelLine(static_cast<int>(i), level);
    }
    return lines;
}

Result<LoadResult> read(const QByteArrayList &lines)
{
    LoadJournalReader reader;
    for (const QByteArray &line : lines) {
        if (auto taken = reader.take(line.chopped(1)); !taken)
            return tl::unexpected(taken.error());
    }
    return reader.finish();
}

QString codeOf(const Result<LoadResult> &result)
{
    return result ? QString() : result.error().code;
}

bool hasWarning(const LoadResult &result, const QString &code)
{
    return std::ranges::any_of(result.warnings, [&code](const RunWarning &one) { return one.code == code; });
}

} // namespace

class TestJournal final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLineIsOneLine()
    {
        for (const QByteArray &line : journalOf(sampleResult(), 3, 0)) {
            QVERIFY(line.endsWith('\n'));
            QCOMPARE(line.count('\n'), 1);
        }
    }

    void wholeRunComesBackAsItWouldHaveBeenWritten()
    {
        const LoadResult original = sampleResult();
        auto recovered = read(journalOf(original, original.levels.size(), 0));
        QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
        QVERIFY(recovered->complete);
        QVERIFY(hasWarning(*recovered, u"run_recovered"_s));
        recovered->warnings = original.warnings;
        QCOMPARE(writeLoadResults(*recovered), writeLoadResults(original));
    }

    void interruptedLevelIsThePartialOne()
    {
        const LoadResult original = sampleResult();
        for (size_t requests = 1; requests <= original.levels[1].requests.size(); ++requests) {
            const auto recovered = read(journalOf(original, 1, requests));
            QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
            QVERIFY(!recovered->complete);
            QCOMPARE(recovered->levels.size(), size_t(1));
            QCOMPARE(recovered->partial->concurrency, original.levels[1].concurrency);
            QCOMPARE(recovered->partial->requests.size(), requests);
            for (size_t i = 0; i < requests; ++i)
                QCOMPARE(recovered->partial->requests[i].index, original.levels[1].requests[i].index);
            // What is written of it is a results file like any other.
            const auto again = readLoadResults(writeLoadResults(*recovered));
            QVERIFY2(again, again ? "" : qPrintable(again.error().message));
        }
    }

    void headAloneIsARunWithoutARequest()
    {
        const auto recovered = read({LoadJournal::headLine(sampleResult())});
        QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
        QVERIFY(recovered->levels.empty() && !recovered->partial && !recovered->complete);
        QCOMPARE(recovered->osName, sampleResult().osName);
        QCOMPARE(recovered->cliVersion, sampleResult().cliVersion);
        QVERIFY(readLoadResults(writeLoadResults(*recovered)));
    }

    void warningsReplaceTheirEarlierWords()
    {
        LoadResult original = sampleResult();
        original.warnings.clear();
        QByteArrayList lines = journalOf(original, 1, 0);
        lines += LoadJournal::warningLine({u"client_late"_s, u"one"_s, 8, {}});
        lines += LoadJournal::warningLine({u"client_late"_s, u"two"_s, 8, {}});
        const auto recovered = read(lines);
        QVERIFY(recovered);
        QCOMPARE(recovered->warnings.size(), size_t(2)); // and run_recovered
        QCOMPARE(recovered->warnings.front().message, u"two"_s);
    }

    void refusesWhatIsNoJournal_data()
    {
        QTest::addColumn<QByteArrayList>("lines");
        QTest::addColumn<QString>("code");
        const LoadResult sample = sampleResult();
        const QByteArrayList good = journalOf(sample, 1, 2);
        QTest::newRow("nothing") << QByteArrayList{} << u"journal.empty"_s;
        QTest::newRow("empty line") << QByteArrayList{"\n"} << u"journal.format"_s;
        QTest::newRow("a results file") << QByteArrayList{writeLoadResults(sample, JsonWriter::Layout::OneLine)}
                                        << u"journal.format"_s;
        QTest::newRow("another version")
            << QByteArrayList{"{\"format\":\"streamgauge-load-journal\",\"format_version\":2}\n"}
            << u"journal.version"_s;
        QTest::newRow("no document")
            << QByteArrayList{"{\"format\":\"streamgauge-load-journal\",\"format_version\":1}\n"} << u"journal.line"_s;
        const auto with = [&good](const QByteArray &line) { return good + QByteArrayList{line}; };
        QTest::newRow("garbage between") << with("\x01\x02\n") << u"journal.line"_s;
        QTest::newRow("unknown line") << with("{}\n") << u"journal.line"_s;
        QTest::newRow("array") << with("[]\n") << u"journal.line"_s;
        QTest::newRow("level beyond the plan")
            << with(LoadJournal::requestLine(7, sample.levels[1].requests[2], origin)) << u"journal.line"_s;
        QTest::newRow("level that has ended")
            << with(LoadJournal::requestLine(0, sample.levels[1].requests[2], origin)) << u"journal.line"_s;
        QTest::newRow("request twice") << with(good.back()) << u"journal.line"_s;
        QTest::newRow("head twice") << with(good.front()) << u"journal.line"_s;
        QTest::newRow("deep") << with(QByteArray(100'000, '[') + '\n') << u"journal.line"_s;
    }

    void refusesWhatIsNoJournal()
    {
        QFETCH(QByteArrayList, lines);
        QFETCH(QString, code);
        const auto recovered = read(lines);
        QCOMPARE(codeOf(recovered), code);
        if (code == "journal.line"_L1)
            QVERIFY(recovered.error().message.contains(u"Line %1 "_s.arg(lines.size())));
    }
};

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
