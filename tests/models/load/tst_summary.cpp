// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/summarytables.h"
#include "tests/models/load/sampleresult.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

QString markdown(const LoadResult &result)
{
    return summaryMarkdown(result, summaryRows(result));
}

/// Lines of the Markdown table, as cells.
std::vector<QStringList> markdownCells(const QString &markdown)
{
    std::vector<QStringList> rows;
    for (const QString &line : markdown.split(u'\n')) {
        if (!line.startsWith(u'|'))
            continue;
        QStringList cells = line.split(u'|');
        QStringList trimmed;
        for (const QString &cell : cells.mid(1, cells.size() - 2))
            trimmed += cell.trimmed();
        rows.push_back(trimmed);
    }
    return rows;
}

} // namespace

class TestSummary final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesARowALevel();
    void saysWhyAPercentileIsMissing();
    void sharesAReasonAmongLevels();
    void marksLevelsWhoseClientWasLate();
    void tellsWhatDidNotRun();
    void marksReturnedTokens();
    void marksTheInterruptedLevel();
    void namesWhatIsCounted();
    void writesMarkdown();
    void writesAReport();
    void givesDerivedNumbers();
    void saysWhyADerivedNumberIsMissing();
    void namesEachWarningOnce();
    void alignsText();
    void tellsStatusWords();
    void leavesThePlaceOut();
    void survivesHostileNames();
    void survivesNothing();
};

void TestSummary::givesARowALevel()
{
    const LoadResult result = sampleResult();
    const auto rows = summaryRows(result);
    QCOMPARE(rows.size(), 3U);
    QCOMPARE(rows[0].concurrency, 1);
    QCOMPARE(rows[0].ttft.n, 100);
    QCOMPARE(*rows[0].ttft.p50.value, *levelMetrics(result.levels[0], result.plan, result.probe).ttft.p50);
    QCOMPARE(rows[0].ttft.p50.text, u"120"_s);
    QCOMPARE(rows[2].ttft.p50.text, u"410"_s);
    QCOMPARE(rows[0].itl.p50.text, u"21.1"_s); // one decimal, as the smallest of the column has
    QCOMPARE(rows[1].errors.text, u"8"_s);
    QCOMPARE(rows[0].outputUnit, u"tokens"_s);
    QVERIFY(*rows[0].ratePerStream.value > 45 && *rows[0].ratePerStream.value < 50);
}

void TestSummary::saysWhyAPercentileIsMissing()
{
    const auto rows = summaryRows(sampleResult());
    QVERIFY(!rows[1].ttft.p99.value);
    QCOMPARE(rows[1].ttft.p99.text, u"–"_s);
    QCOMPARE(rows[1].ttft.p99.why, u"92 of 100; p99 needs 100"_s);
    QVERIFY(rows[1].ttft.p95.why.isEmpty());
    LoadResult few = sampleResult();
    few.levels.resize(1);
    few.levels[0].requests.resize(3);
    const auto fewRows = summaryRows(few);
    QCOMPARE(fewRows[0].ttft.p95.why, u"3 of 100; p95 needs 20"_s);
    QCOMPARE(fewRows[0].itl.p99.why, u"45 samples; p99 needs 100"_s);
    QVERIFY(summaryText(few).contains(u"TTFT p95 needs 20 requests and p99 100; level 1 has 3."));
    QVERIFY(summaryText(few).contains(u"ITL p99 needs 100 gaps; level 1 has 45."));
}

void TestSummary::sharesAReasonAmongLevels()
{
    LoadResult few = sampleResult();
    for (LoadLevel &level : few.levels)
        level.requests.erase(level.requests.begin(), level.requests.end() - 50);
    QCOMPARE(summaryNotes(summaryRows(few)).value(0), u"TTFT p99 needs 100 requests; levels 1, 8 and 32 have 50."_s);
    few.levels[1].requests.resize(47);
    few.levels[2].requests.resize(7);
    const QStringList notes = summaryNotes(summaryRows(few));
    QCOMPARE(notes.value(0), u"TTFT p95 needs 20 requests and p99 100; level 32 has 7."_s);
    QCOMPARE(notes.value(1), u"TTFT p99 needs 100 requests; level 1 has 50, level 8 has 47."_s);
    few.levels.erase(few.levels.begin() + 1, few.levels.end());
    for (RequestRecord &request : few.levels[0].requests)
        request.itlNs = {};
    QVERIFY(summaryNotes(summaryRows(few)).contains(u"No ITL in level 1: each answer came in one chunk."_s));
    QVERIFY(summaryNotes({}).isEmpty());
    LoadResult whole = sampleResult();
    whole.levels.resize(1);
    QCOMPARE(summaryNotes(summaryRows(whole)), QStringList());
}

void TestSummary::marksLevelsWhoseClientWasLate()
{
    LoadResult result = sampleResult();
    QVERIFY(clientMarks(summaryRows(result)).isEmpty());
    result.warnings = {
        {u"client_late"_s, {}, 8, {}}, {u"start_burst"_s, {}, 32, {}}, {u"system_suspended"_s, {}, 32, {}}};
    const auto rows = summaryRows(result);
    QVERIFY(rows[0].clientWords.isEmpty());
    QCOMPARE(rows[2].clientWords, (QStringList{u"client late"_s, u"system slept"_s}));
    QCOMPARE(clientMarks(rows), (QStringList{u"client late"_s, u"system slept"_s}));
    QVERIFY(summaryNotes(rows).join(u'\n').contains(u"(!) client late in levels 8 and 32: that is part of"_s));
    QVERIFY(markdown(result).contains(u"| 8, client late | "_s));
    QVERIFY(summaryText(result).contains(u"32, client late, system slept  "_s));
}

void TestSummary::tellsWhatDidNotRun()
{
    QCOMPARE(interruptionInWords(sampleResult()), QString());
    LoadResult result = interruptedResult();
    QCOMPARE(interruptionInWords(result), u"Level 32 was interrupted after 24 of 100 requests."_s);
    QCOMPARE(summaryRows(result).back().succeeded.text, u"24 of 100"_s);
    result.plan.concurrency = {1, 8, 32, 64, 1024};
    const QString both = u"Level 32 was interrupted after 24 of 100 requests. Levels 64 and 1,024 did not run."_s;
    QCOMPARE(interruptionInWords(result), both);
    for (const QString &text : {markdown(result), summaryText(result)})
        QVERIFY2(text.contains(both) && text.contains(u"24 of 100"), qPrintable(text));
    result.plan.concurrency.resize(3);
    result.partial.reset();
    result.plan.requests = 1;
    QCOMPARE(interruptionInWords(result), u"Level 32 did not run."_s);
    result.levels.clear();
    QCOMPARE(interruptionInWords(result), u"Levels 1, 8 and 32 did not run."_s);
}

void TestSummary::marksReturnedTokens()
{
    const auto rows = summaryRows(sampleResult());
    QCOMPARE(rows[0].returned.text, u"16.0 of 16"_s);
    QVERIFY(!rows[0].returnedOff);
    QCOMPARE(rows[1].returned.text, u"12.0 of 16"_s);
    QVERIFY(rows[1].returnedOff);
    QVERIFY(!rows[2].returned.value && !rows[2].returnedOff);
    const QString text = summaryText(sampleResult());
    QVERIFY2(text.contains(u"12.0 of 16 (!)") && text.contains(u"level 8 returned 12.0 of 16."), qPrintable(text));
}

void TestSummary::marksTheInterruptedLevel()
{
    const auto rows = summaryRows(interruptedResult());
    QCOMPARE(rows.size(), 3U);
    QVERIFY(!rows[1].interrupted && rows[2].interrupted);
    QCOMPARE(rows[2].ttft.n, 24);
    const QString text = summaryText(interruptedResult());
    QVERIFY2(text.contains(u"32†") && text.contains(u"†: interrupted"), qPrintable(text));
}

void TestSummary::namesWhatIsCounted()
{
    LoadResult result = sampleResult();
    QCOMPARE(outputRateTitle(summaryRows(result)), u"output/s"_s);
    QVERIFY(markdown(result).contains(u" chunks/s") && markdown(result).contains(u" tokens/s"));
    LoadResult tokens = result;
    tokens.levels.pop_back();
    QCOMPARE(outputRateTitle(summaryRows(tokens)), u"output tokens/s"_s);
    QVERIFY(!markdown(tokens).contains(u"chunks"));
    LoadResult chunks = result;
    chunks.levels.erase(chunks.levels.begin(), chunks.levels.begin() + 2);
    QCOMPARE(outputRateTitle(summaryRows(chunks)), u"output chunks/s"_s);
    QVERIFY(!markdown(chunks).contains(u"tokens/s"));
    QVERIFY(summaryHeading(result).contains(u"tokens counted by the server's usage in some levels"));
    QVERIFY(summaryHeading(tokens).contains(u"; tokens counted by the server's usage;"));
    QVERIFY(summaryHeading(chunks).contains(u"streamed chunks counted, no tokens"));
}

void TestSummary::writesMarkdown()
{
    const QString text = markdown(sampleResult());
    const auto rows = markdownCells(text);
    QCOMPARE(rows.size(), 5U);
    for (const QStringList &row : rows)
        QCOMPARE(row.size(), 12);
    QCOMPARE(rows[0].filter(u"n"_s).count(u"n"_s), 0); // what each n is the size of
    QVERIFY(std::all_of(rows[1].begin(), rows[1].end(), [](const QString &cell) { return cell == "---:"_L1; }));
    QCOMPARE(rows[2].mid(0, 5), QStringList({u"1"_s, u"100 of 100"_s, u"120"_s, u"121"_s, u"121"_s}));
    QCOMPARE(rows[3][4], u"–"_s);
    QCOMPARE(rows[2][8], u"1,500"_s);
    QVERIFY(text.trimmed().endsWith(methodLimits()));
    QVERIFY(!methodLimits().contains(u'\n'));
}

void TestSummary::writesAReport()
{
    const LoadResult result = sampleResult();
    const QString report = reportMarkdown(result);
    QVERIFY(report.startsWith(markdown(result)));
    const auto rows = markdownCells(report);
    QCOMPARE(rows.size(), 10U); // twice titles, line and three levels
    QCOMPARE(rows[5].value(0), u"level"_s);
    QCOMPARE(rows[5].value(7), u"steady output/s"_s); // one level counts chunks
    for (std::size_t i = 5; i < rows.size(); ++i)
        QCOMPARE(rows[i].size(), 11);
    QVERIFY2(report.contains(u"\n- TPOT (time per output token) = (last content chunk − first content chunk) ÷ "
                             "(output tokens − 1)\n"_s),
        qPrintable(report));
    QVERIFY(report.contains(u"\n- no_finish_reason (level 8): "_s));
    LoadResult nothing = result;
    nothing.levels.clear();
    nothing.warnings.clear();
    QCOMPARE(reportMarkdown(nothing), markdown(nothing));
}

void TestSummary::givesDerivedNumbers()
{
    const auto rows = summaryRows(sampleResult());
    QCOMPARE(rows[0].tpot.n, 100);
    QCOMPARE(rows[0].tpot.p50.text, u"21.1"_s); // each gap is 20 ms and some
    QCOMPARE(rows[0].firstAnswer.p50.text, rows[0].ttft.p50.text);
    QCOMPARE(rows[0].tokensPerChunk.text, u"1.00"_s);
    QCOMPARE(rows[0].steadyShare.text, u"100 %"_s);
    QCOMPARE(rows[0].steadyInFlight.text, u"1.0"_s);
    QVERIFY(qAbs(*rows[0].steadyRate.value - *rows[0].outputRate.value) < 0.01); // one slot: no ramp
    QVERIFY(*rows[0].inputRate.value > 1000);
    const QString text = summaryText(sampleResult());
    for (const SummaryRow &row : rows)
        QVERIFY2(text.contains(row.steadyRate.text), qPrintable(text));
    QVERIFY(text.contains(u"Tokens a chunk = output tokens ÷ content chunks\n"_s));
    LoadResult tokens = sampleResult();
    tokens.levels.resize(1);
    QVERIFY(summaryText(tokens).contains(u"steady tokens/s"_s));
    LoadResult chunks = sampleResult();
    chunks.levels.erase(chunks.levels.begin(), chunks.levels.begin() + 2);
    QVERIFY(summaryText(chunks).contains(u"steady chunks/s"_s));
}

void TestSummary::saysWhyADerivedNumberIsMissing()
{
    LoadResult result = sampleResult();
    const auto rows = summaryRows(result);
    QCOMPARE(rows[2].inputRate.text, u"–"_s);
    QCOMPARE(rows[2].inputRate.why, u"not every successful request reported its tokens"_s);
    QCOMPARE(rows[1].tpot.p99.why, u"92 of 100; p99 needs 100"_s);
    result.levels[0].concurrency = 500;
    const auto never = summaryRows(result);
    QCOMPARE(never[0].steadyRate.text, u"–"_s);
    QVERIFY(never[0].steadyShare.why.contains(u"in flight"_s));
    QVERIFY(rows[0].steadyShare.why.isEmpty());
}

void TestSummary::namesEachWarningOnce()
{
    const QString hostile = u"secret.example.com | x\n"_s;
    const auto lines = warningLines({{u"ramp_share"_s, hostile, 8, {}}, {u"run_recovered"_s, hostile, {}, {}},
        {u"ramp_share"_s, hostile, 32, {}}, {hostile, hostile, 1, {}}});
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines[0].startsWith(u"ramp_share (levels 8 and 32): Output tokens/s"_s), qPrintable(lines[0]));
    QVERIFY(lines[1].startsWith(u"run_recovered: "_s));
    QVERIFY(!lines.join(u' ').contains(u"secret"_s));
    QCOMPARE(warningLines({}), QStringList());
}

void TestSummary::alignsText()
{
    const QStringList lines = summaryText(sampleResult()).split(u'\n');
    const qsizetype width = lines[2].size();
    for (int i = 2; i < 6; ++i)
        QCOMPARE(lines[i].size(), width);
    QVERIFY2(width <= 132, qPrintable(QString::number(width)));
    for (const QString &line : lines.mid(6))
        QVERIFY2(line.size() <= 132 || !line.contains(u"  "_s), qPrintable(line));
    QVERIFY(lines[3].trimmed().startsWith(u"1 "));
}

void TestSummary::tellsStatusWords()
{
    const QString finished = summaryHeading(sampleResult());
    QVERIFY(finished.contains(u"512 tokens in, 16 out") && finished.contains(u"100 requests a level, warm-up 4"));
    QVERIFY(!finished.contains(u"incomplete") && !finished.contains(u"simulated"));
    LoadResult result = interruptedResult();
    result.probe.simulated = true;
    const QString stopped = summaryHeading(result);
    QVERIFY(stopped.contains(u"incomplete") && stopped.contains(u"simulated endpoint"));
    QVERIFY(!stopped.contains(u'\n'));
}

void TestSummary::leavesThePlaceOut()
{
    for (const QString &text :
        {markdown(interruptedResult()), reportMarkdown(interruptedResult()), summaryText(interruptedResult())}) {
        for (const QString &secret : {u"127.0.0.1"_s, u"8080"_s, u"/srv"_s, u"words"_s, u"llama.cpp"_s})
            QVERIFY2(!text.contains(secret), qPrintable(secret));
    }
}

void TestSummary::survivesHostileNames()
{
    LoadResult result = sampleResult();
    result.model = u"a`b|c\n# head\u202e"_s;
    const QString text = markdown(result);
    QVERIFY2(text.startsWith(u"Load benchmark of `a?b|c # head\\x202e`;"), qPrintable(text.left(80)));
    result.model = QString(1'000'000, u'm');
    QVERIFY(summaryHeading(result).size() < 400);
    QCOMPARE(markdownCells(text).size(), 5U);
}

void TestSummary::survivesNothing()
{
    LoadResult result = sampleResult();
    result.levels.clear();
    result.complete = false;
    QVERIFY(summaryRows(result).empty());
    QCOMPARE(markdownCells(markdown(result)).size(), 2U);
    result.levels.push_back({.concurrency = 4, .requests = {}, .client = {}});
    const auto rows = summaryRows(result);
    QCOMPARE(rows[0].ttft.p50.why, u"0 of 100; p50 needs 1"_s);
    QCOMPARE(rows[0].returned.why, u"no request succeeded"_s);
}

QTEST_GUILESS_MAIN(TestSummary)
#include "tst_summary.moc"
