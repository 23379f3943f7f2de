// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/load/modelname.h"
#include "models/load/summarytables.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Summary {
    Q_DECLARE_TR_FUNCTIONS(Summary)
};

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
    QStringList cells{levelTitle(row), row.succeeded.text};
    addPercentiles(cells, row.ttft);
    addPercentiles(cells, row.itl);
    cells << formatCount(row.itl.n) << rate << row.errors.text
          << row.returned.text + (row.returnedOff ? u" (!)"_s : QString());
    return cells;
}

TextTable tableOf(const std::vector<SummaryRow> &rows)
{
    const bool mixed = std::any_of(
        rows.begin(), rows.end(), [&rows](const SummaryRow &row) { return row.outputUnit != rows.front().outputUnit; });
    TextTable table{titles(outputRateTitle(rows))};
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

QString derivedTitle()
{
    return Summary::tr("Beside the method, from the requests in the results file; never published:");
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

QString summaryMarkdown(const LoadResult &result, const std::vector<SummaryRow> &rows)
{
    QString text = headingOf(result, rows) + u"\n\n"_s + markdownTable(tableOf(rows)) + u'\n';
    for (const QString &note : notesOf(result, rows))
        text += note + u"  \n"_s;
    return text + methodLimits() + u'\n';
}

QString reportMarkdown(const LoadResult &result)
{
    const std::vector<SummaryRow> rows = summaryRows(result);
    QString text = summaryMarkdown(result, rows);
    if (!rows.empty()) {
        text += u'\n' + derivedTitle() + u"\n\n"_s + markdownTable(derivedTable(rows)) + u'\n';
        for (const QString &formula : derivedFormulas())
            text += u"- "_s + formula + u'\n';
    }
    const QStringList warnings = warningLines(result.warnings);
    if (!warnings.isEmpty())
        text += u'\n' + Summary::tr("Warnings:") + u"\n\n"_s;
    for (const QString &warning : warnings)
        text += u"- "_s + warning + u'\n';
    return text;
}

QString summaryText(const LoadResult &result)
{
    const std::vector<SummaryRow> rows = summaryRows(result);
    QString heading = headingOf(result, rows);
    QString text = heading.remove(u'`') + u"\n\n"_s + alignedTable(tableOf(rows)) + u'\n';
    for (const QString &note : notesOf(result, rows))
        text += note + u'\n';
    text += methodLimits() + u'\n';
    if (rows.empty())
        return text;
    text += u'\n' + derivedTitle() + u"\n\n"_s + alignedTable(derivedTable(rows)) + u'\n';
    for (const QString &formula : derivedFormulas())
        text += formula + u'\n';
    return text;
}

} // namespace streamgauge
