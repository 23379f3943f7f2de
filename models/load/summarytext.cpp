// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
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
    cells << percentiles.p50.text << percentiles.p95.text << percentiles.p99.text;
}

QStringList titles(const QString &rateTitle)
{
    return {Summary::tr("level"), Summary::tr("requests ok"), Summary::tr("TTFT p50, ms"), u"p95"_s, u"p99"_s,
        Summary::tr("ITL p50, ms"), u"p95"_s, u"p99"_s, Summary::tr("ITL gaps"), rateTitle, Summary::tr("errors"),
        Summary::tr("tokens returned of asked")};
}

QStringList cellsOf(const SummaryRow &row, bool unitInCell)
{
    QString rate = row.outputRate.text;
    if (unitInCell)
        rate += u' ' + row.outputUnit + u"/s"_s;
    QStringList cells{formatCount(row.concurrency) + (row.interrupted ? u"†"_s : QString()), row.succeeded.text};
    addPercentiles(cells, row.ttft);
    addPercentiles(cells, row.itl);
    cells << formatCount(row.itl.n) << rate << row.errors.text
          << row.returned.text + (row.returnedOff ? u" (!)"_s : QString());
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

QString methodWords(const std::vector<SummaryRow> &rows)
{
    const auto chunks = std::ranges::count_if(
        rows, [](const SummaryRow &row) { return row.metrics.method == TokenCountMethod::StreamChunks; });
    if (chunks == 0)
        return Summary::tr("tokens counted by the server's usage");
    return chunks == std::ssize(rows)
        ? Summary::tr("streamed chunks counted, no tokens")
        : Summary::tr("tokens counted by the server's usage in some levels, streamed chunks in others");
}

/// What was interrupted comes first.
QStringList notesOf(const LoadResult &result, const std::vector<SummaryRow> &rows)
{
    QStringList notes = summaryNotes(rows);
    if (const QString interruption = interruptionInWords(result); !interruption.isEmpty())
        notes.prepend(interruption);
    return notes;
}

/// A name is a server's word: nothing in it may end the line or leave the code span, and it has an end.
QString asCode(const QString &name)
{
    return u'`' + plainName(name).replace(u'`', u'?') + u'`';
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

QString requestsOf(const LoadPlan &plan)
{
    return plan.requestsPerSlot
        ? Summary::tr("%1 request(s) a level for each in flight", nullptr, *plan.requestsPerSlot)
              .arg(formatCount(*plan.requestsPerSlot))
        : Summary::tr("%1 request(s) a level", nullptr, plan.requests).arg(formatCount(plan.requests));
}

QString headingOf(const LoadResult &result, const std::vector<SummaryRow> &rows)
{
    const LoadPlan &plan = result.plan;
    QStringList words{Summary::tr("Load benchmark of %1").arg(asCode(modelNameWithoutPath(result.model))),
        Summary::tr("%1 token(s) in, %2 out", nullptr, plan.inputTokens)
            .arg(formatCount(plan.inputTokens), formatCount(plan.outputTokens)),
        Summary::tr("%1, warm-up %2").arg(requestsOf(plan), formatCount(plan.warmup)), methodWords(rows),
        Summary::tr("hardware not stated"), result.cliVersion};
    if (result.probe.simulated)
        words.insert(1, Summary::tr("simulated endpoint"));
    if (!result.complete)
        words.insert(1, Summary::tr("incomplete"));
    return words.join(u"; "_s);
}

} // namespace

QString summaryHeading(const LoadResult &result)
{
    return headingOf(result, summaryRows(result));
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
    QString text = headingOf(result, rows) + u"\n\n"_s + markdownTable(tableOf(rows)) + u'\n';
    for (const QString &note : notesOf(result, rows))
        text += note + u"  \n"_s;
    return text + methodLimits() + u'\n';
}

QString summaryText(const LoadResult &result)
{
    const std::vector<SummaryRow> rows = summaryRows(result);
    QString heading = headingOf(result, rows);
    QString text = heading.remove(u'`') + u"\n\n"_s + alignedTable(tableOf(rows)) + u'\n';
    for (const QString &note : notesOf(result, rows))
        text += note + u'\n';
    return text + methodLimits() + u'\n';
}

} // namespace streamgauge
