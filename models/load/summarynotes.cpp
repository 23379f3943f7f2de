// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/load/summary.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Notes {
    Q_DECLARE_TR_FUNCTIONS(SummaryNotes)
};

QString numbersInWords(const std::vector<int> &levels)
{
    QStringList numbers;
    for (const int level : levels)
        numbers << formatCount(level);
    return formatList(numbers);
}

/// "level 8", "levels 1, 8 and 32"
QString levelsInWords(const std::vector<int> &levels)
{
    return (levels.size() == 1 ? Notes::tr("level %1") : Notes::tr("levels %1")).arg(numbersInWords(levels));
}

/// What percentiles of `measure` need and which levels lack it, in one sentence; `unit` is what the sample counts.
QString missingNote(const QString &measure, const QString &unit, qsizetype n, const std::vector<int> &levels)
{
    const QString needs = n < samplesForP95
        ? Notes::tr("%1 p95 needs %2 %4 and p99 %3").arg(measure).arg(samplesForP95).arg(samplesForP99).arg(unit)
        : Notes::tr("%1 p99 needs %2 %3").arg(measure).arg(samplesForP99).arg(unit);
    const QString has = levels.size() == 1 ? Notes::tr("%1 has %2") : Notes::tr("%1 have %2");
    return needs + u"; "_s + has.arg(levelsInWords(levels), formatCount(n)) + u'.';
}

/// Levels with samples of the same size share a sentence.
void addMissing(QStringList &notes, const std::vector<SummaryRow> &rows, SummaryPercentiles SummaryRow::*measure,
    const QString &name, const QString &unit)
{
    std::vector<std::pair<qsizetype, std::vector<int>>> groups;
    for (const SummaryRow &row : rows) {
        const SummaryPercentiles &percentiles = row.*measure;
        if (percentiles.p99.value || percentiles.n == 0)
            continue;
        auto group = std::ranges::find(groups, percentiles.n, &std::pair<qsizetype, std::vector<int>>::first);
        if (group == groups.end())
            group = groups.insert(groups.end(), {percentiles.n, {}});
        group->second.push_back(row.concurrency);
    }
    for (const auto &[n, levels] : groups)
        notes << missingNote(name, unit, n, levels);
}

/// The concurrency of the rows for which `holds`.
template <typename Condition>
std::vector<int> levelsWhere(const std::vector<SummaryRow> &rows, Condition holds)
{
    std::vector<int> levels;
    for (const SummaryRow &row : rows) {
        if (holds(row))
            levels.push_back(row.concurrency);
    }
    return levels;
}

/// "Level 1 returned 3.0 of 128 tokens …"
QString returnedNote(const std::vector<SummaryRow> &rows)
{
    QStringList parts;
    for (const SummaryRow &row : rows) {
        if (row.returnedOff)
            parts << Notes::tr("level %1 returned %2").arg(formatCount(row.concurrency), row.returned.text);
    }
    if (parts.isEmpty())
        return {};
    return Notes::tr("(!) Tokens a request, off by more than 1 %: %1. Do not compare rates with runs that returned "
                     "another length.")
        .arg(formatList(parts));
}

} // namespace

QStringList summaryNotes(const std::vector<SummaryRow> &rows)
{
    QStringList notes;
    if (const auto levels = levelsWhere(rows, [](const SummaryRow &row) { return row.metrics.succeeded == 0; });
        !levels.empty())
        notes << Notes::tr("No request succeeded in %1.").arg(levelsInWords(levels));
    addMissing(notes, rows, &SummaryRow::ttft, Notes::tr("TTFT"), Notes::tr("requests"));
    if (const auto levels =
            levelsWhere(rows, [](const SummaryRow &row) { return row.metrics.succeeded > 0 && row.itl.n == 0; });
        !levels.empty())
        notes << Notes::tr("No ITL in %1: each answer came in one chunk.").arg(levelsInWords(levels));
    addMissing(notes, rows, &SummaryRow::itl, Notes::tr("ITL"), Notes::tr("gaps"));
    if (std::ranges::any_of(rows, &SummaryRow::interrupted))
        notes << Notes::tr("†: interrupted; only requests that had ended count.");
    if (const QString note = returnedNote(rows); !note.isEmpty())
        notes << note;
    if (std::ranges::any_of(
            rows, [](const SummaryRow &row) { return row.metrics.method == TokenCountMethod::StreamChunks; })) {
        notes << Notes::tr("Without the server's usage, streamed chunks are counted; a chunk may hold several tokens.");
    }
    return notes;
}

QString interruptionInWords(const LoadResult &result)
{
    QStringList parts;
    std::size_t begun = result.levels.size();
    if (result.partial) {
        ++begun;
        const LevelMetrics metrics = levelMetrics(*result.partial, result.plan, result.probe);
        parts << Notes::tr("Level %1 was interrupted after %2 of %3.")
                     .arg(formatCount(result.partial->concurrency),
                         formatCount(metrics.succeeded + metrics.failed + metrics.timedOut),
                         Notes::tr("%1 request(s)", nullptr, result.plan.requests)
                             .arg(formatCount(result.plan.requests)));
    }
    const std::vector<int> &planned = result.plan.concurrency;
    if (begun < planned.size()) {
        const std::vector<int> rest(planned.begin() + std::ptrdiff_t(begun), planned.end());
        parts << (rest.size() == 1 ? Notes::tr("Level %1 did not run.") : Notes::tr("Levels %1 did not run."))
                     .arg(numbersInWords(rest));
    }
    return parts.join(u' ');
}

} // namespace streamgauge
