// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/load/clientlateness.h"
#include "models/load/summary.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Rows {
    Q_DECLARE_TR_FUNCTIONS(SummaryRows)
};

constexpr double nsPerMs = 1e6;
constexpr double longestDeviation = 0.01;

QString ofAsked(const QString &number, int asked)
{
    return Rows::tr("%1 of %2").arg(number, formatCount(asked));
}

/// What of a sample is there: "98 of 100" where each request gives one, else "57 samples".
QString sampleText(qsizetype n, std::optional<int> asked)
{
    return asked ? ofAsked(formatCount(n), *asked) : Rows::tr("%1 sample(s)", nullptr, pluralOf(n)).arg(formatCount(n));
}

SummaryCell percentile(const std::optional<double> &ns, const QString &name, qsizetype needed, const QString &sample)
{
    if (ns)
        return {ns, {}, {}};
    return {{}, {}, Rows::tr("%1; %2 needs %3").arg(sample, name, formatCount(needed))};
}

SummaryPercentiles percentilesOf(const Distribution &distribution, std::optional<int> asked)
{
    const QString sample = sampleText(distribution.n, asked);
    return {distribution.n, percentile(distribution.p50, u"p50"_s, samplesForP50, sample),
        percentile(distribution.p95, u"p95"_s, samplesForP95, sample),
        percentile(distribution.p99, u"p99"_s, samplesForP99, sample)};
}

QString dash()
{
    return u"–"_s;
}

SummaryCell returnedOf(const LevelMetrics &metrics, int asked)
{
    if (metrics.method == TokenCountMethod::StreamChunks)
        return {{}, dash(), Rows::tr("chunks were counted, not tokens")};
    if (!metrics.outputTokensMean)
        return {{}, dash(), Rows::tr("no request succeeded")};
    return {*metrics.outputTokensMean / asked, ofAsked(formatNumber(*metrics.outputTokensMean, 1), asked), {}};
}

SummaryCell derivedCell(const std::optional<double> &value, int decimals, const QString &why)
{
    return value ? SummaryCell{value, formatNumber(*value, decimals), {}} : SummaryCell{{}, dash(), why};
}

void takeDerived(SummaryRow &row, const LoadLevel &level)
{
    row.derived = derivedMetrics(level);
    const DerivedMetrics &derived = row.derived;
    row.tpot = percentilesOf(derived.tpot, row.requestsAsked);
    row.firstAnswer = percentilesOf(derived.firstAnswer, row.requestsAsked);
    row.tokensPerChunk = derivedCell(derived.tokensPerChunk, 2, derived.whyNoTokensPerChunk());
    row.inputRate = derivedCell(derived.inputTokensPerS, 1, derived.whyNoTokenRate());
    row.ratePerStream = derivedCell(derived.tokensPerSPerStream, 1, derived.whyNoRatePerStream());
    const auto steady = [&derived](double SteadyState::*member) {
        return derived.steady ? std::optional(*derived.steady.*member) : std::nullopt;
    };
    const QString why = derived.whyNotSteady();
    row.steadyRate = derivedCell(steady(&SteadyState::outputPerS), 1, why);
    row.steadyInFlight = derivedCell(steady(&SteadyState::meanInFlight), 1, why);
    row.steadyShare = derivedCell(steady(&SteadyState::share), 0, why);
    if (derived.steady)
        row.steadyShare.text = formatNumber(100 * derived.steady->share, 0) + u" %"_s;
}

SummaryRow rowOf(const LoadResult &result, const LoadLevel &level)
{
    SummaryRow row;
    row.concurrency = level.concurrency;
    row.clientWords = clientWords(result.warnings, level.concurrency);
    row.requestsAsked = result.plan.requestsAt(level.concurrency);
    row.inputTokensAsked = result.plan.inputTokens;
    row.outputTokensAsked = result.plan.outputTokens;
    row.metrics = levelMetrics(level, result.plan, result.probe);
    const LevelMetrics &metrics = row.metrics;
    row.ttft = percentilesOf(metrics.ttft, row.requestsAsked);
    row.itl = percentilesOf(metrics.itl, std::nullopt);
    row.latency = percentilesOf(metrics.latency, row.requestsAsked);
    row.outputRate.value = metrics.outputThroughput;
    row.outputUnit = metrics.method == TokenCountMethod::ServerUsage ? Rows::tr("tokens") : Rows::tr("chunks");
    row.succeeded = {
        static_cast<double>(metrics.succeeded), ofAsked(formatCount(metrics.succeeded), row.requestsAsked), {}};
    const int errors = metrics.failed + metrics.timedOut;
    row.errors = {static_cast<double>(errors), formatCount(errors), {}};
    row.returned = returnedOf(metrics, row.outputTokensAsked);
    row.returnedOff = row.returned.value && std::fabs(*row.returned.value - 1) > longestDeviation;
    takeDerived(row, level);
    return row;
}

/// Writes a column's texts with the decimals that its smallest value calls for.
void formatColumn(const std::vector<SummaryCell *> &cells, double unit)
{
    std::optional<double> smallest;
    for (const SummaryCell *cell : cells) {
        if (cell->value && *cell->value > 0)
            smallest = std::min(smallest.value_or(*cell->value), *cell->value);
    }
    const int decimals = decimalsFor(smallest.value_or(0) / unit);
    for (SummaryCell *cell : cells)
        cell->text = cell->value ? formatNumber(*cell->value / unit, decimals) : dash();
}

void formatTimes(std::vector<SummaryRow> &rows, SummaryPercentiles SummaryRow::*measure)
{
    std::vector<SummaryCell *> cells;
    for (SummaryRow &row : rows) {
        SummaryPercentiles &percentiles = row.*measure;
        cells.insert(cells.end(), {&percentiles.p50, &percentiles.p95, &percentiles.p99});
    }
    formatColumn(cells, nsPerMs);
}

} // namespace

std::vector<SummaryRow> summaryRows(const LoadResult &result)
{
    std::vector<SummaryRow> rows;
    rows.reserve(result.levels.size() + 1);
    for (const LoadLevel &level : result.levels)
        rows.push_back(rowOf(result, level));
    if (result.partial) {
        rows.push_back(rowOf(result, *result.partial));
        rows.back().interrupted = true;
    }
    formatTimes(rows, &SummaryRow::ttft);
    formatTimes(rows, &SummaryRow::itl);
    formatTimes(rows, &SummaryRow::latency);
    formatTimes(rows, &SummaryRow::tpot);
    formatTimes(rows, &SummaryRow::firstAnswer);
    for (SummaryRow &row : rows)
        row.outputRate.text = formatNumber(*row.outputRate.value, 1);
    return rows;
}

QString outputRateTitle(const std::vector<SummaryRow> &rows)
{
    const QString unit = rows.empty() ? Rows::tr("tokens") : rows.front().outputUnit;
    const bool same =
        std::all_of(rows.begin(), rows.end(), [&unit](const SummaryRow &row) { return row.outputUnit == unit; });
    return same ? Rows::tr("output %1/s").arg(unit) : Rows::tr("output/s");
}

} // namespace streamgauge
