// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/load/modelname.h"
#include "models/load/summary.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Summary {
    Q_DECLARE_TR_FUNCTIONS(Summary)
};

/// The table as plain cells: the first line holds the titles. Made once for Markdown and for the terminal.
using Table = std::vector<QStringList>;

void addPercentiles(QStringList &cells, const SummaryPercentiles &percentiles)
{
    cells << percentiles.p50.text << percentiles.p95.text << percentiles.p99.text << formatCount(percentiles.n);
}

QStringList titles(const QString &rateTitle)
{
    return {Summary::tr("level"), Summary::tr("TTFT p50, ms"), u"p95"_s, u"p99"_s, u"n"_s, Summary::tr("ITL p50, ms"),
        u"p95"_s, u"p99"_s, u"n"_s, rateTitle, Summary::tr("errors"), Summary::tr("tokens returned of asked")};
}

QStringList cellsOf(const SummaryRow &row, bool unitInCell)
{
    QString rate = row.outputRate.text;
    if (unitInCell)
        rate += u' ' + row.outputUnit + u"/s"_s;
    QStringList cells{QString::number(row.concurrency) + (row.interrupted ? u"†"_s : QString())};
    addPercentiles(cells, row.ttft);
    addPercentiles(cells, row.itl);
    cells << rate << row.errors.text << row.returned.text + (row.returnedOff ? u" (!)"_s : QString());
    return cells;
}

Table tableOf(const std::vector<SummaryRow> &rows)
{
    const bool mixed = std::any_of(
        rows.begin(), rows.end(), [&rows](const SummaryRow &row) { return row.outputUnit != rows.front().outputUnit; });
    Table table{titles(outputRateTitle(rows))};
    for (const SummaryRow &row : rows)
        table.push_back(cellsOf(row, mixed));
    return table;
}

/// Why cells are dashes, each reason once with its levels.
QStringList missingNotes(const std::vector<SummaryRow> &rows)
{
    QStringList notes;
    const auto add = [&notes](const SummaryRow &row, const QString &measure, const SummaryCell &cell) {
        if (!cell.why.isEmpty())
            notes << Summary::tr("Level %1, %2: %3.").arg(QString::number(row.concurrency), measure, cell.why);
    };
    const auto addFirstMissing = [&add](const SummaryRow &row, const QString &measure, const SummaryPercentiles &of) {
        // The lowest percentile that is missing says what the sample lacks; the higher ones need more still.
        for (const SummaryCell *cell : {&of.p50, &of.p95, &of.p99}) {
            if (!cell->value) {
                add(row, measure, *cell);
                break;
            }
        }
    };
    for (const SummaryRow &row : rows) {
        addFirstMissing(row, Summary::tr("TTFT"), row.ttft);
        addFirstMissing(row, Summary::tr("ITL"), row.itl);
        add(row, Summary::tr("tokens returned"), row.returned);
    }
    return notes;
}

QStringList notesOf(const std::vector<SummaryRow> &rows)
{
    QStringList notes = missingNotes(rows);
    if (std::any_of(rows.begin(), rows.end(), [](const SummaryRow &row) { return row.interrupted; }))
        notes << Summary::tr("†: interrupted; only requests that had ended count.");
    if (std::any_of(rows.begin(), rows.end(), [](const SummaryRow &row) { return row.returnedOff; })) {
        notes << Summary::tr("(!): off by more than 1 %; do not compare rates with runs that returned another length.");
    }
    if (std::any_of(rows.begin(), rows.end(),
            [](const SummaryRow &row) { return row.metrics.method == TokenCountMethod::StreamChunks; })) {
        notes << Summary::tr(
            "Without the server's usage, streamed chunks are counted; a chunk may hold several tokens.");
    }
    return notes;
}

QString methodWords(const LoadResult &result)
{
    bool usage = false;
    bool chunks = false;
    for (const LoadLevel &level : result.levels) {
        const bool server = levelMetrics(level, result.plan, result.probe).method == TokenCountMethod::ServerUsage;
        usage = usage || server;
        chunks = chunks || !server;
    }
    if (usage && chunks)
        return Summary::tr("counts by server_usage and stream_chunks");
    return chunks ? Summary::tr("counts by stream_chunks") : Summary::tr("counts by server_usage");
}

/// A name is a server's word: nothing in it may end the line or leave the code span.
QString asCode(const QString &name)
{
    QString safe;
    for (const QChar c : name)
        safe += c == u'`' || !c.isPrint() ? QChar(u'?') : c;
    return u'`' + safe + u'`';
}

QString markdownLine(const QStringList &cells)
{
    return u"| "_s + cells.join(u" | "_s) + u" |\n"_s;
}

QString markdownTable(const Table &table)
{
    const qsizetype columns = table.front().size();
    QString text = markdownLine(table.front()) + u'|' + u" ---: |"_s.repeated(columns) + u'\n';
    for (std::size_t i = 1; i < table.size(); ++i)
        text += markdownLine(table[i]);
    return text;
}

QString alignedTable(const Table &table)
{
    std::vector<qsizetype> widths(static_cast<std::size_t>(table.front().size()));
    for (const QStringList &cells : table) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], cells[static_cast<qsizetype>(i)].size());
    }
    QString text;
    for (const QStringList &cells : table) {
        QString line;
        for (std::size_t i = 0; i < widths.size(); ++i)
            line += (i > 0 ? u"  "_s : QString()) + cells[static_cast<qsizetype>(i)].rightJustified(widths[i]);
        text += line + u'\n';
    }
    return text;
}

} // namespace

QString summaryHeading(const LoadResult &result)
{
    const LoadPlan &plan = result.plan;
    QStringList words{Summary::tr("Load benchmark of %1").arg(asCode(modelNameWithoutPath(result.model))),
        Summary::tr("%1 token(s) in, %2 out", nullptr, plan.inputTokens)
            .arg(formatCount(plan.inputTokens), formatCount(plan.outputTokens)),
        Summary::tr("%1 request(s) a level, warm-up %2", nullptr, plan.requests)
            .arg(formatCount(plan.requests), formatCount(plan.warmup)),
        methodWords(result), Summary::tr("hardware not stated"), result.cliVersion};
    if (result.probe.simulated)
        words.insert(1, Summary::tr("simulated endpoint"));
    if (!result.complete)
        words.insert(1, Summary::tr("incomplete"));
    return words.join(u"; "_s);
}

QString methodLimits()
{
    return Summary::tr("Limits: client and network are part of the measurement; servers and proxies that buffer make "
                       "TTFT and ITL describe the buffering; closed loop, so no arrival rates; other load on the "
                       "server is not visible.");
}

QString summaryMarkdown(const LoadResult &result)
{
    const std::vector<SummaryRow> rows = summaryRows(result);
    QString text = summaryHeading(result) + u"\n\n"_s + markdownTable(tableOf(rows)) + u'\n';
    for (const QString &note : notesOf(rows))
        text += note + u"  \n"_s;
    return text + methodLimits() + u'\n';
}

QString summaryText(const LoadResult &result)
{
    const std::vector<SummaryRow> rows = summaryRows(result);
    QString heading = summaryHeading(result);
    QString text = heading.remove(u'`') + u"\n\n"_s + alignedTable(tableOf(rows)) + u'\n';
    for (const QString &note : notesOf(rows))
        text += note + u'\n';
    return text + methodLimits() + u'\n';
}

} // namespace streamgauge
