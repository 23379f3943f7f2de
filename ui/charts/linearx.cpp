// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/linearx.h"

#include <cmath>

namespace streamgauge {

namespace {

void takeLogarithms(std::vector<QPointF> &points)
{
    std::erase_if(points, [](const QPointF &point) { return !(point.x() > 0); });
    for (QPointF &point : points)
        point.setX(std::log2(point.x()));
}

} // namespace

Plot withLinearX(Plot plot)
{
    if (!plot.x.logarithmic)
        return plot;
    for (PlotSeries &series : plot.series)
        takeLogarithms(series.points);
    for (PlotBand &band : plot.bands) {
        takeLogarithms(band.lower);
        takeLogarithms(band.upper);
    }
    plot.x.min = std::log2(plot.x.min);
    plot.x.max = std::log2(plot.x.max);
    for (double &tick : plot.x.ticks)
        tick = std::log2(tick);
    return plot;
}

double valueAt(const PlotAxis &axis, double place)
{
    return axis.logarithmic ? std::exp2(place) : place;
}

} // namespace streamgauge
