// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/load/levellist.h"
#include "models/load/levelwarnings.h"
#include "models/load/summarytables.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Notes {
    Q_DECLARE_TR_FUNCTIONS(SummaryNotes)
};

/// Levels by the size of their sample, in the order of the first of each.
using Groups = std::vector<std::pair<qsizetype, std::vector<int>>>;

void addTo(Groups &groups, qsizetype n, int level)
{
    auto group = std::ranges::find(groups, n, &Groups::value_type::first);
    if (group == groups.end())
        group = groups.insert(groups.end(), {n, {}});
    group->second.push_back(level);
}

/// "level 1 has 20", "levels 1 and 32 have 46, level 8 has 47"
QString sampleSizes(const Groups &groups)
{
    QStringList parts;
    for (const auto &[n, levels] : groups) {
        parts << (levels.size() == 1 ? Notes::tr("%1 has %2") : Notes::tr("%1 have %2"))
                     .arg(namedLevels(levels), formatCount(n));
    }
    return parts.join(u", "_s);
}

/// Which percentiles of a measure have too small a sample, and how large it is; `unit` is what the sample counts.
void addMissing(QStringList &notes, const std::vector<SummaryRow> &rows, SummaryPercentiles SummaryRow::*measure,
    const QString &name, const QString &unit)
{
    Groups forP95;
    Groups forP99;
    for (const SummaryRow &row : rows) {
        const qsizetype n = (row.*measure).n;
        if (n > 0 && n < samplesForP99)
            addTo(n < samplesForP95 ? forP95 : forP99, n, row.concurrency);
    }
    if (!forP95.empty()) {
        notes << Notes::tr("%1 p95 needs %2 %4 and p99 %3; %5.")
                     .arg(name, formatCount(samplesForP95), formatCount(samplesForP99), unit, sampleSizes(forP95));
    }
    if (!forP99.empty())
        notes << Notes::tr("%1 p99 needs %2 %3; %4.").arg(name, formatCount(samplesForP99), unit, sampleSizes(forP99));
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

/// "client late in levels 8 and 32. …"
QStringList clientNotes(const std::vector<SummaryRow> &rows)
{
    QStringList notes;
    for (const QString &word : clientMarks(rows)) {
        const auto levels =
            levelsWhere(rows, [&word](const SummaryRow &row) { return row.clientWords.contains(word); });
        notes << Notes::tr("(!) %1 in %2: that is part of the times there, and the warnings say how much.")
                     .arg(word, namedLevels(levels));
    }
    return notes;
}

/// "Prompts had 487.2 tokens on average in level 1 instead of 512."
QString promptNote(const std::vector<SummaryRow> &rows)
{
    QStringList parts;
    for (const SummaryRow &row : rows) {
        const std::optional<double> mean = row.metrics.inputTokensMean;
        if (mean && std::fabs(*mean - row.inputTokensAsked) > inputLengthTolerance(row.inputTokensAsked))
            parts << Notes::tr("%1 in level %2").arg(formatNumber(*mean, 1), formatCount(row.concurrency));
    }
    if (parts.isEmpty())
        return {};
    return Notes::tr("Prompts were to have %1 tokens and had, on average, %2.")
        .arg(formatCount(rows.front().inputTokensAsked), formatList(parts));
}

} // namespace

QStringList summaryNotes(const std::vector<SummaryRow> &rows)
{
    QStringList notes;
    if (const auto levels = levelsWhere(rows, [](const SummaryRow &row) { return row.metrics.succeeded == 0; });
        !levels.empty())
        notes << Notes::tr("No request succeeded in %1.").arg(namedLevels(levels));
    addMissing(notes, rows, &SummaryRow::ttft, Notes::tr("TTFT"), Notes::tr("requests"));
    if (const auto levels =
            levelsWhere(rows, [](const SummaryRow &row) { return row.metrics.succeeded > 0 && row.itl.n == 0; });
        !levels.empty())
        notes << Notes::tr("No ITL in %1: each answer came in one chunk.").arg(namedLevels(levels));
    addMissing(notes, rows, &SummaryRow::itl, Notes::tr("ITL"), Notes::tr("gaps"));
    if (std::ranges::any_of(rows, &SummaryRow::interrupted))
        notes << Notes::tr("†: interrupted; only requests that had ended count.");
    notes << clientNotes(rows);
    if (const QString note = returnedNote(rows); !note.isEmpty())
        notes << note;
    if (const QString note = promptNote(rows); !note.isEmpty())
        notes << note;
    if (std::ranges::any_of(
            rows, [](const SummaryRow &row) { return row.metrics.method == TokenCountMethod::StreamChunks; })) {
        notes << Notes::tr(
            "Without the server's usage, streamed chunks are counted; a chunk may hold several tokens, so "
            "speeds in tokens are not known.");
    }
    return notes;
}

QStringList clientMarks(const std::vector<SummaryRow> &rows)
{
    QStringList words;
    for (const SummaryRow &row : rows)
        words += row.clientWords;
    words.removeDuplicates();
    return words;
}

QString interruptionInWords(const LoadResult &result)
{
    QStringList parts;
    std::size_t begun = result.levels.size();
    if (result.partial) {
        ++begun;
        const LevelMetrics metrics = levelMetrics(*result.partial, result.plan, result.probe);
        const int asked = result.plan.requestsAt(result.partial->concurrency);
        parts << Notes::tr("Level %1 was interrupted after %2 of %3.")
                     .arg(formatCount(result.partial->concurrency),
                         formatCount(metrics.succeeded + metrics.failed + metrics.timedOut),
                         Notes::tr("%1 request(s)", nullptr, asked).arg(formatCount(asked)));
    }
    const std::vector<int> &planned = result.plan.concurrency;
    if (begun < planned.size()) {
        const std::vector<int> rest(planned.begin() + std::ptrdiff_t(begun), planned.end());
        parts << (rest.size() == 1 ? Notes::tr("Level %1 did not run.") : Notes::tr("Levels %1 did not run."))
                     .arg(levelsInWords(rest));
    }
    return parts.join(u' ');
}

} // namespace streamgauge
