// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/journalreader.h"
#include "models/load/journalwriter.h"
#include "models/load/levelstatistics.h"
#include "models/load/levelwarnings.h"
#include "models/load/resultsfile.h"
#include "models/load/summary.h"
#include "tests/models/load/sampleresult.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

JsonPieces piecesOf(const QByteArray &text, qsizetype size)
{
    return [rest = text, size]() mutable {
        const QByteArray piece = rest.first(std::min(size, rest.size()));
        rest.remove(0, piece.size());
        return piece;
    };
}

Result<LoadResult> readBack(const QByteArray &text, const HeldSamples &samples)
{
    return readLoadResults(
        piecesOf(text, 10'000), [&samples](const SideFile &) -> Result<std::shared_ptr<const SampleSource>> {
            return std::make_shared<const HeldSamples>(samples);
        });
}

/// Everything before local: what is published.
QByteArray publishedPart(const QByteArray &text)
{
    return text.first(text.indexOf("\"local\""));
}

QString problemOf(const Result<LoadResult> &read)
{
    return read ? QString() : read.error().code + u": "_s + read.error().message;
}

} // namespace

/// Results whose samples stand in a side file, without any file: readers, writers and numbers.
class TestSideFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreTheSameWhereverTheSamplesStand()
    {
        for (const LoadResult &held : {sampleResult(), interruptedResult()}) {
            LoadResult aside = held;
            const HeldSamples samples = putAside(aside, u"run.json.samples"_s);
            const QByteArray text = writeLoadResults(aside);
            QCOMPARE(publishedPart(text), publishedPart(writeLoadResults(held)));
            QVERIFY(text.contains("\"itl_ms\": {\"offset\": 0, \"count\": 15}"));
            const auto read = readBack(text, samples);
            QVERIFY2(read, qPrintable(problemOf(read)));
            QCOMPARE(*read->sideFile, *aside.sideFile);
            QCOMPARE(writeLoadResults(*read), text);
            QCOMPARE(reportMarkdown(*read), reportMarkdown(*readLoadResults(writeLoadResults(held))));
            for (std::size_t i = 0; i < held.levels.size(); ++i) {
                const LevelStatistics here = levelStatistics(held.levels[i]);
                const LevelStatistics there = levelStatistics(read->levels[i]);
                QVERIFY(here.ttft == there.ttft && here.itl == there.itl && here.latency == there.latency);
            }
        }
    }

    void someMayBeHeldAndSomeNot()
    {
        LoadResult mixed = sampleResult();
        const auto held = mixed.levels[0].requests[3].itlNs;
        const HeldSamples samples = putAside(mixed, u"run.json.samples"_s);
        mixed.levels[0].requests[3].itlNs = held; // whose samples the side file did not take
        QVERIFY(keepItl(mixed.levels[0], samples));
        const QByteArray text = writeLoadResults(mixed);
        QCOMPARE(publishedPart(text), publishedPart(writeLoadResults(sampleResult())));
        QVERIFY(readBack(text, samples));
    }

    void piecesMakeTheSameFile()
    {
        const LoadResult result = sampleResult();
        QByteArray pieced;
        int pieces = 0;
        writeLoadResults(result, [&](QByteArrayView piece) {
            pieced += piece;
            ++pieces;
        });
        QCOMPARE(pieced, writeLoadResults(result));
        QVERIFY(pieces > 1);
    }

    void refusesWhatCannotBe_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("named"); // in the message, after results.shape
        const auto row = [](const char *name, const QByteArray &from, const QByteArray &to, const QString &named) {
            QTest::newRow(name) << from << to << named;
        };
        const QByteArray first = R"({"offset": 0, "count": 15})";
        const QString place = u"/local/levels/0/requests/0/itl_ms"_s;
        row("negative offset", first, R"({"offset": -1, "count": 15})", place + u"/offset"_s);
        row("fraction", first, R"({"offset": 0.5, "count": 15})", place + u"/offset"_s);
        row("negative count", first, R"({"offset": 0, "count": -15})", place + u"/count"_s);
        row("no count", first, R"({"offset": 0})", place + u"/count"_s);
        row("far offset", first, R"({"offset": 9223372036854775807, "count": 15})", place);
        row("huge count", first, R"({"offset": 1, "count": 9223372036854775807})", place);
        row("beyond the end", first, R"({"offset": 0, "count": 1000000})", place);
        row("twice", first, R"({"offset": 15, "count": 15})", u"of another request too"_s);
        row("over its end", first, R"({"offset": 0, "count": 16})", u"/local/levels/0/requests/1/itl_ms"_s);
        row("no file named", "\"samples\": {", "\"other\": {", place);
        row("file above", "\"path\": \"run", "\"path\": \"../run", u"/local/samples/path"_s);
        row("whole path", "\"path\": \"run", "\"path\": \"/etc/run", u"/local/samples/path"_s);
        row("other separator", "\"path\": \"run", "\"path\": \"a\\\\run", u"/local/samples/path"_s);
        row("folder", "\"path\": \"run.json.samples\"", "\"path\": \"..\"", u"/local/samples/path"_s);
        row("no name", "\"path\": \"run.json.samples\"", "\"path\": \"\"", u"/local/samples/path"_s);
        row("no hash", "\"sha256\": \"", "\"sha256\": \"X", u"/local/samples/sha256"_s);
        row("half a sample", "\"bytes\": ", "\"bytes\": 1, \"x\": ", u"/local/samples/bytes"_s);
        row("negative size", "\"bytes\": ", "\"bytes\": -", u"/local/samples/bytes"_s);
    }

    void refusesWhatCannotBe()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, named);
        LoadResult result = sampleResult();
        const HeldSamples samples = putAside(result, u"run.json.samples"_s);
        QByteArray text = writeLoadResults(result);
        const qsizetype at = text.indexOf(from);
        QVERIFY(at > 0);
        text.replace(at, from.size(), to);
        const QString problem = problemOf(readBack(text, samples));
        QVERIFY2(problem.startsWith(u"results.shape: "), qPrintable(problem));
        QVERIFY2(problem.contains(named), qPrintable(problem));
    }

    void otherSamplesAreNoticed()
    {
        LoadResult result = sampleResult();
        HeldSamples samples = putAside(result, u"run.json.samples"_s);
        const QByteArray text = writeLoadResults(result);
        samples.samples[700] += 2'000'000;
        const QString problem = problemOf(readBack(text, samples));
        QVERIFY2(problem.startsWith(u"results.mismatch: /runs/0/metrics/itl_ms/"), qPrintable(problem));
        const QString alone = problemOf(readLoadResults(text));
        QVERIFY2(alone.startsWith(u"results.samples: ") && alone.contains(u"run.json.samples"_s), qPrintable(alone));
    }

    void statisticsAreCheckedToo()
    {
        const QByteArray text = writeLoadResults(sampleResult());
        for (const char *const name : {"\"p90\": ", "\"p999\": ", "\"ci95\": {\"p50\": ["}) {
            const QByteArray key = name;
            QByteArray forged = text;
            const qsizetype place = forged.indexOf(key, forged.indexOf("\"itl_ms\"", forged.indexOf("\"statistics\"")));
            QVERIFY(place > 0);
            forged.insert(place + key.size(), '9');
            const QString problem = problemOf(readLoadResults(forged));
            QVERIFY2(problem.startsWith(u"results.mismatch: /local/levels/0/statistics/itl_ms/"), qPrintable(problem));
        }
        QByteArray later = text;
        later.replace("\"ci95\": {", "\"p25\": 1, \"ci95\": {\"p25\": [1, 2], ");
        QVERIFY2(readLoadResults(later), "a later version may state more");
        QByteArray earlier = text;
        earlier.replace("\"statistics\": ", "\"statistics_of_another_time\": ");
        QVERIFY2(readLoadResults(earlier), "an earlier version stated none");
    }

    void journalNamesRanges()
    {
        LoadResult result = interruptedResult();
        const HeldSamples samples = putAside(result, u"run.json.samples"_s);
        const auto recovered = recover(result, samples);
        QVERIFY2(recovered, qPrintable(problemOf(recovered)));
        QCOMPARE(recovered->requestCount(), result.requestCount());
        QVERIFY(recovered->levels[0].itl && *recovered->levels[0].itl == *result.levels[0].itl);
        QVERIFY(recovered->partial->itl && *recovered->partial->itl == *result.partial->itl);
        QVERIFY(!recovered->sideFile); // whoever recovers it says where it stands
    }

    void journalKnowsBurstsFromTheSideFile()
    {
        LoadResult bursty = interruptedResult();
        for (RequestRecord &request : bursty.partial->requests) {
            std::vector<qint64> gaps(30, 1000);
            gaps[4] = gaps[9] = 90'000'000;
            if (request.outcome == Outcome::Succeeded)
                request.itlNs = std::move(gaps);
        }
        const HeldSamples samples = putAside(bursty, u"run.json.samples"_s);
        const auto recovered = recover(bursty, samples);
        QVERIFY2(recovered, qPrintable(problemOf(recovered)));
        QVERIFY(std::ranges::any_of(
            recovered->warnings, [](const RunWarning &one) { return one.code == u"burst_delivery"_s; }));
    }

    void requestsWithoutTheirSamplesAreLeftOut()
    {
        LoadResult result = interruptedResult();
        HeldSamples samples = putAside(result, u"run.json.samples"_s);
        const auto &last = result.partial->requests[23].itlNs; // the last that succeeded
        samples.samples.resize(static_cast<std::size_t>(last.range()->end() - 1));
        const auto recovered = recover(result, samples);
        QVERIFY2(recovered, qPrintable(problemOf(recovered)));
        QCOMPARE(recovered->partial->requests.size(), result.partial->requests.size() - 7); // and those behind it
        const auto lost = std::ranges::find(recovered->warnings, u"samples_lost"_s, &RunWarning::code);
        QVERIFY(lost != recovered->warnings.end());
        QVERIFY2(lost->message.contains(u"7 request"_s), qPrintable(lost->message));
        const auto none = recover(result, HeldSamples());
        QVERIFY(none && none->levels[0].requests.empty());
    }

    void journalSaysWhereTheSamplesStand()
    {
        LoadJournalReader reader;
        QVERIFY(reader.take(LoadJournal::headLine(sampleResult(), u"/a/run.json.samples"_s).chopped(1)));
        QCOMPARE(reader.sideFile(), u"/a/run.json.samples"_s);
        QVERIFY(!reader.needsSamples());
        QVERIFY(reader.take(LoadJournal::sideFileLine(u"/b/other"_s).chopped(1)));
        QCOMPARE(reader.sideFile(), u"/b/other"_s);
        LoadJournalReader plain;
        QVERIFY(plain.take(LoadJournal::headLine(sampleResult()).chopped(1)));
        QVERIFY(plain.sideFile().isEmpty());
        QVERIFY(!plain.take(R"({"side_file": 7})"));
    }

    void identityNeedsNoSamples()
    {
        LoadResult result = sampleResult();
        (void)putAside(result, u"run.json.samples"_s);
        const QByteArray text = writeLoadResults(result);
        const auto identity = readResultsIdentity(piecesOf(text, 999));
        QVERIFY(identity);
        QCOMPARE(identity->createdAt, result.createdAt);
        QCOMPARE(identity->endpoint, result.endpoint);
        QCOMPARE(identity->model, result.model);
        QCOMPARE(identity->levels, result.levels.size());
        QCOMPARE(readResultsIdentity(piecesOf("{}", 2)).error().code, u"results.format"_s);
        QCOMPARE(readResultsIdentity(piecesOf(text.chopped(9), 999)).error().code, u"json.syntax"_s);
    }

private:
    static Result<LoadResult> recover(const LoadResult &result, const HeldSamples &samples)
    {
        LoadJournalReader reader;
        const auto take = [&reader](const QByteArray &line) {
            if (const auto taken = reader.take(line.chopped(1)); !taken)
                qFatal("%s", qPrintable(taken.error().message));
        };
        take(LoadJournal::headLine(result, u"/folder/run.json.samples"_s));
        int level = 0;
        for (const LoadLevel &ended : result.levels) {
            for (const RequestRecord &request : ended.requests)
                take(LoadJournal::requestLine(level, request, 0));
            take(LoadJournal::levelLine(level++, ended));
        }
        for (const RequestRecord &request : result.partial->requests)
            take(LoadJournal::requestLine(level, request, 0));
        return reader.finish(&samples);
    }
};

QTEST_GUILESS_MAIN(TestSideFile)
#include "tst_sidefile.moc"
