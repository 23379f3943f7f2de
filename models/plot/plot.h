// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QString>

#include <optional>
#include <vector>

namespace streamgauge {

/// The meaning of a series decides its colour, dash and marker, the same everywhere (ui/theme).
enum class SeriesRole { Ttft, TtftP50, TtftP95, TtftP99, Itl, ItlP50, ItlP95, ItlMax, OutputRate, InFlight };

enum class SeriesShape { Line, Points, Step };

/// One series as plain values, x ascending. Full data; thinning happens when it is drawn.
struct PlotSeries {
    SeriesRole role = SeriesRole::Ttft;
    SeriesShape shape = SeriesShape::Line;
    QString name; ///< direct label and legend
    std::vector<QPointF> points;
};

/// A filled band between two lines over the same x.
struct PlotBand {
    SeriesRole role = SeriesRole::Itl;
    QString name;
    std::vector<QPointF> lower;
    std::vector<QPointF> upper;
};

struct PlotAxis {
    QString title; ///< with the unit: "TTFT, ms"
    bool logarithmic = false; ///< x only; the values stay what they are, all above 0
    double min = 0;
    double max = 1;
    std::vector<double> ticks; ///< nice numbers within min..max
    int decimals = 0; ///< of tick labels
};

/// A chart as plain values; window, SVG, HTML and table are all made from it.
struct Plot {
    QString title;
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotBand> bands;
    std::vector<PlotSeries> series;
    QString emptyText; ///< shown while there is no point: what it waits for
    QString summary; ///< one sentence for people who cannot see it
    bool namesPoints = false; ///< each point of a line has its name and value beside it: where all share one x
    std::vector<QString> marks; ///< words on the chart: incomplete, simulated
};

/// Nice ticks (1, 2, 2.5, 5 x 10^k), about `wanted` of them, over a range that holds lo and hi; 0 is included when
/// `fromZero`. Equal lo and hi, and none at all, give a sensible range.
[[nodiscard]] PlotAxis niceAxis(QString title, double lo, double hi, int wanted, bool fromZero);

/// At most two points (lowest and highest, in their order) a pixel column over x in [xMin, xMax], the neighbours
/// outside kept so that lines reach the edge. NaN is left out; order stays; every spike stays.
[[nodiscard]] std::vector<QPointF> decimated(
    const std::vector<QPointF> &ascending, double xMin, double xMax, int columns);

/// For clouds of points: at most one point a cell of a grid of columns x rows over the two axes, the first that fell
/// into it; what lies outside the axes is left out. Order stays.
[[nodiscard]] std::vector<QPointF> thinnedToCells(
    const std::vector<QPointF> &ascending, const PlotAxis &x, const PlotAxis &y, int columns, int rows);

} // namespace streamgauge
