// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/loadplots.h"

#include "models/core/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("LoadPlots", text);
}

double lastX(const std::vector<QPointF> &points)
{
    return points.empty() ? 0 : points.back().x();
}

double highestY(const std::vector<QPointF> &points)
{
    const auto highest = std::max_element(
        points.begin(), points.end(), [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); });
    return highest == points.end() ? 0 : highest->y();
}

double lowestY(const std::vector<QPointF> &points)
{
    const auto lowest = std::min_element(
        points.begin(), points.end(), [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); });
    return lowest == points.end() ? 0 : lowest->y();
}

/// Grows by a fifth or more at a time, so that most ticks of a run leave the axis as it is.
double timeEnd(double seconds)
{
    constexpr std::array<double, 10> ends{10, 15, 20, 25, 30, 40, 50, 60, 80, 100};
    for (double scale = 1;; scale *= 10) {
        for (const double end : ends) {
            if (seconds <= end * scale || scale > 1e9)
                return end * scale;
        }
    }
}

PlotAxis timeAxis(double seconds, const LevelContext &context)
{
    const QString title = context.concurrency > 0 ? tr("time in level %1, s").arg(context.concurrency) : tr("time, s");
    return niceAxis(title, 0, timeEnd(seconds), 5, true);
}

/// Room above the highest value, so that no line runs along the edge.
PlotAxis valueAxis(const QString &title, double highest)
{
    return niceAxis(title, 0, highest * 1.05, 4, true);
}

PlotAxis countAxis(const QString &title, double highest)
{
    PlotAxis axis;
    int wanted = 4;
    do
        axis = niceAxis(title, 0, std::max(1.0, highest * 1.05), wanted, true);
    while (axis.decimals > 0 && --wanted > 0);
    return axis;
}

QString inMs(double ms)
{
    return formatMs(ms * 1e6);
}

QString levelName(const LevelContext &context)
{
    return context.concurrency > 0 ? tr("level %1").arg(context.concurrency) : tr("no level yet");
}

QString percentileText(const std::vector<QPointF> &percentile, const QString &otherwise)
{
    return percentile.empty() ? otherwise : inMs(percentile.back().y());
}

} // namespace

Plot LoadPlots::ttft(const Ttft &data, const LevelContext &context)
{
    Plot plot;
    plot.title = tr("TTFT by request");
    plot.marks = context.marks;
    plot.emptyText = tr("Waiting for the first content…");
    plot.x = timeAxis(lastX(data.requests), context);
    plot.y = valueAxis(tr("TTFT, ms"), highestY(data.requests));
    plot.series = {{SeriesRole::Ttft, SeriesShape::Points, tr("request"), data.requests},
        {SeriesRole::TtftP50, SeriesShape::Line, tr("p50 so far"), data.p50},
        {SeriesRole::TtftP95, SeriesShape::Line, tr("p95 so far"), data.p95}};
    if (!data.requests.empty()) {
        plot.summary = tr("TTFT by request, %1: n %2, p50 %3, p95 %4, lowest %5, highest %6.")
                           .arg(levelName(context), formatCount(data.n), percentileText(data.p50, tr("not known yet")),
                               percentileText(data.p95, tr("not known below 20 requests")),
                               inMs(lowestY(data.requests)), inMs(highestY(data.requests)));
    }
    return plot;
}

Plot LoadPlots::itl(const Itl &data, const LevelContext &context)
{
    Plot plot;
    plot.title = tr("ITL over time");
    plot.marks = context.marks;
    plot.emptyText = tr("Waiting for the first content…");
    plot.x = timeAxis(lastX(data.p50), context);
    plot.y = valueAxis(tr("ITL, ms"), std::max(highestY(data.max), highestY(data.p95)));
    plot.bands = {{SeriesRole::Itl, tr("p50 to p95"), data.p50, data.p95}};
    plot.series = {{SeriesRole::ItlP50, SeriesShape::Line, tr("p50"), data.p50},
        {SeriesRole::ItlMax, SeriesShape::Points, tr("max"), data.max}};
    if (!data.p50.empty()) {
        plot.summary = tr("ITL over time, %1: p50 from %2 to %3, p95 up to %4, maximum %5.")
                           .arg(levelName(context), inMs(lowestY(data.p50)), inMs(highestY(data.p50)),
                               inMs(highestY(data.p95)), inMs(highestY(data.max)));
    }
    return plot;
}

Plot LoadPlots::outputRate(const std::vector<QPointF> &perSecond, const LevelContext &context)
{
    const QString unit = context.countsChunks ? tr("chunks/s") : tr("tokens/s");
    const QString title = context.countsChunks ? tr("Output chunks/s") : tr("Output tokens/s");
    Plot plot;
    plot.title = title;
    plot.marks = context.marks;
    plot.emptyText = tr("Waiting for the first content…");
    plot.x = timeAxis(lastX(perSecond), context);
    plot.y = valueAxis(unit, highestY(perSecond));
    plot.series = {{SeriesRole::OutputRate, SeriesShape::Line, title, perSecond}};
    if (!perSecond.empty()) {
        const double last = perSecond.back().y();
        const double highest = highestY(perSecond);
        const int decimals = decimalsFor(highest);
        plot.summary =
            tr("%1, %2: now %3, highest %4.")
                .arg(title, levelName(context), formatNumber(last, decimals), formatNumber(highest, decimals));
    }
    return plot;
}

Plot LoadPlots::inFlight(const std::vector<QPointF> &requests, const LevelContext &context)
{
    Plot plot;
    plot.title = tr("In flight");
    plot.marks = context.marks;
    plot.emptyText = tr("Waiting for the first request…");
    plot.x = timeAxis(lastX(requests), context);
    plot.y = countAxis(tr("requests"), std::max(highestY(requests), double(context.concurrency)));
    plot.series = {{SeriesRole::InFlight, SeriesShape::Step, plot.title, requests}};
    if (!requests.empty()) {
        plot.summary = tr("Requests in flight, %1: now %2, most %3.")
                           .arg(levelName(context), formatCount(qint64(requests.back().y())),
                               formatCount(qint64(highestY(requests))));
    }
    return plot;
}

} // namespace streamgauge
