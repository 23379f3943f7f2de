// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/levelplots.h"

#include "models/core/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <set>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(LevelPlots)
};

constexpr double nsPerMs = 1e6;

/// The axis of the levels: room at both ends, so that no point stands on an edge.
PlotAxis levelAxis(const std::vector<SummaryRow> &rows)
{
    std::set<double> levels;
    for (const SummaryRow &row : rows)
        levels.insert(std::max(1, row.concurrency));
    PlotAxis axis;
    axis.title = Words::tr("requests at a time");
    axis.logarithmic = true;
    axis.ticks = {levels.begin(), levels.end()};
    const double lowest = levels.empty() ? 1 : *levels.begin();
    const double highest = levels.empty() ? 1 : *levels.rbegin();
    const double room = levels.size() < 2 ? 2 : std::pow(highest / lowest, 0.06);
    axis.min = lowest / room;
    axis.max = highest * room;
    return axis;
}

template <typename Value>
std::vector<QPointF> pointsOf(const std::vector<SummaryRow> &rows, Value valueOf)
{
    std::vector<QPointF> points;
    for (const SummaryRow &row : rows) {
        const std::optional<double> value = valueOf(row);
        if (value && std::isfinite(*value))
            points.emplace_back(std::max(1, row.concurrency), *value);
    }
    // The plan's levels come in any order.
    std::ranges::stable_sort(points, {}, &QPointF::x);
    return points;
}

std::vector<QPointF> ttftPoints(const std::vector<SummaryRow> &rows, SummaryCell SummaryPercentiles::*percentile)
{
    return pointsOf(rows, [percentile](const SummaryRow &row) -> std::optional<double> {
        const std::optional<double> &ns = (row.ttft.*percentile).value;
        return ns ? std::optional(*ns / nsPerMs) : std::nullopt;
    });
}

double highestOf(const std::vector<PlotSeries> &series)
{
    double highest = 0;
    for (const PlotSeries &each : series) {
        for (const QPointF &point : each.points)
            highest = std::max(highest, point.y());
    }
    return highest;
}

/// Empty series are left out: a legend names what can be seen.
void addSeries(Plot &plot, SeriesRole role, const QString &name, std::vector<QPointF> points)
{
    if (!points.empty())
        plot.series.push_back({role, SeriesShape::Line, name, std::move(points)});
}

template <typename Format>
QString pointsInWords(const std::vector<QPointF> &points, Format format)
{
    // Nobody listens to more than that; the table has all of it.
    constexpr std::size_t longest = 12;
    const std::size_t step = std::max<std::size_t>(1, (points.size() + longest - 1) / longest);
    QStringList parts;
    for (std::size_t i = 0; i < points.size(); i += step)
        parts << Words::tr("%1 at %2").arg(format(points[i].y()), formatNumber(points[i].x(), 0));
    return formatList(parts);
}

Plot emptyPlot(const std::vector<SummaryRow> &rows, const std::vector<QString> &marks, const QString &title)
{
    Plot plot;
    plot.title = title;
    plot.marks = marks;
    plot.x = levelAxis(rows);
    // A line of one point says nothing by its slope.
    plot.namesPoints = plot.x.ticks.size() == 1;
    plot.emptyText = rows.empty() ? Words::tr("No level came to an end.") : Words::tr("No request succeeded.");
    return plot;
}

} // namespace

Plot LevelPlots::ttft(const std::vector<SummaryRow> &rows, const std::vector<QString> &marks)
{
    Plot plot = emptyPlot(rows, marks, Words::tr("TTFT by level"));
    addSeries(plot, SeriesRole::TtftP50, Words::tr("p50"), ttftPoints(rows, &SummaryPercentiles::p50));
    addSeries(plot, SeriesRole::TtftP95, Words::tr("p95"), ttftPoints(rows, &SummaryPercentiles::p95));
    addSeries(plot, SeriesRole::TtftP99, Words::tr("p99"), ttftPoints(rows, &SummaryPercentiles::p99));
    plot.y = niceAxis(Words::tr("TTFT, ms"), 0, highestOf(plot.series) * 1.05, 4, true);
    if (!plot.series.empty()) {
        plot.summary =
            Words::tr("TTFT p50 by requests at a time: %1.")
                .arg(pointsInWords(plot.series.front().points, [](double ms) { return formatMs(ms * nsPerMs); }));
    }
    return plot;
}

Plot LevelPlots::outputRate(const std::vector<SummaryRow> &rows, const std::vector<QString> &marks)
{
    QString title = outputRateTitle(rows);
    title[0] = title[0].toUpper();
    Plot plot = emptyPlot(rows, marks, Words::tr("%1 by level").arg(title));
    addSeries(plot, SeriesRole::OutputRate, title, pointsOf(rows, [](const SummaryRow &row) {
        return row.metrics.succeeded > 0 ? row.outputRate.value : std::nullopt;
    }));
    const double highest = highestOf(plot.series);
    plot.y = niceAxis(title, 0, highest * 1.05, 4, true);
    if (!plot.series.empty()) {
        plot.summary = Words::tr("%1 by requests at a time: %2.")
                           .arg(title, pointsInWords(plot.series.front().points, [highest](double rate) {
                               return formatNumber(rate, decimalsFor(highest));
                           }));
    }
    return plot;
}

} // namespace streamgauge
