// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/summarytables.h"

#include "models/core/format.h"
#include "models/load/definitions.h"
#include "models/load/levellist.h"
#include "models/load/warningcatalog.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Tables {
    Q_DECLARE_TR_FUNCTIONS(SummaryTables)
};

QString steadyTitle(const std::vector<SummaryRow> &rows)
{
    const bool chunks = std::ranges::any_of(
        rows, [](const SummaryRow &row) { return row.metrics.method == TokenCountMethod::StreamChunks; });
    const bool tokens = std::ranges::any_of(
        rows, [](const SummaryRow &row) { return row.metrics.method == TokenCountMethod::ServerUsage; });
    if (chunks && tokens)
        return Tables::tr("steady output/s");
    return chunks ? Tables::tr("steady chunks/s") : Tables::tr("steady tokens/s");
}

} // namespace

QString namedLevels(const std::vector<int> &levels)
{
    return (levels.size() == 1 ? Tables::tr("level %1") : Tables::tr("levels %1")).arg(levelsInWords(levels));
}

QString levelTitle(const SummaryRow &row)
{
    const QString level = formatCount(row.concurrency) + (row.interrupted ? u"†"_s : QString());
    return (QStringList(level) + row.clientWords).join(u", "_s);
}

TextTable derivedTable(const std::vector<SummaryRow> &rows)
{
    TextTable table{{Tables::tr("level"), Tables::tr("TPOT p50, ms"), u"p95"_s, u"p99"_s, Tables::tr("tokens/chunk"),
        Tables::tr("first answer p50, ms"), u"p95"_s, steadyTitle(rows), Tables::tr("steady share"),
        Tables::tr("input tokens/s"), Tables::tr("per stream")}};
    for (const SummaryRow &row : rows) {
        table.push_back({levelTitle(row), row.tpot.p50.text, row.tpot.p95.text, row.tpot.p99.text,
            row.tokensPerChunk.text, row.firstAnswer.p50.text, row.firstAnswer.p95.text, row.steadyRate.text,
            row.steadyShare.text, row.inputRate.text, row.ratePerStream.text});
    }
    return table;
}

QStringList derivedFormulas()
{
    QStringList lines;
    for (const QStringView id : {QStringView(u"tpot"), QStringView(u"tokens_per_chunk"), QStringView(u"first_answer"),
             QStringView(u"steady_rate"), QStringView(u"steady_share"), QStringView(u"input_rate"),
             QStringView(u"per_stream")}) {
        const Definition &definition = Definitions::of(id);
        lines << definition.name + u" = "_s + definition.formula;
    }
    return lines;
}

QStringList warningLines(const std::vector<RunWarning> &warnings)
{
    QStringList lines;
    QStringList told;
    for (const RunWarning &warning : warnings) {
        const WarningInfo *info = WarningCatalog::find(warning.code);
        if (!info || told.contains(warning.code)) // a code of another version may hold anything
            continue;
        told << warning.code;
        std::vector<int> levels;
        for (const RunWarning &other : warnings) {
            if (other.code == warning.code && other.level)
                levels.push_back(*other.level);
        }
        const QString place = levels.empty() ? QString() : u" (%1)"_s.arg(namedLevels(levels));
        lines << u"%1%2: %3 %4"_s.arg(info->code, place, info->meaning, info->fix);
    }
    return lines;
}

} // namespace streamgauge
