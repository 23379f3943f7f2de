// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plot/plot.h"

#include <QFont>
#include <QRectF>
#include <QStringList>

#include <vector>

namespace streamgauge {

/// One entry of the legend: a sample of the series (or band) and its name.
struct LegendEntry {
    enum class Kind { Line, Points, Step, Band };

    Kind kind = Kind::Line;
    SeriesRole role = SeriesRole::Ttft;
    bool withMarker = false; ///< a line that also shows its points
    QString name; ///< elided when there is no room
    QRectF sample;
    QRectF text;
};

/// The name and value of a point, beside it; the value alone where the axis says what it is.
struct PointLabel {
    QString text;
    QRectF rect;
};

struct TickLabel {
    double position = 0; ///< of the tick, in pixels along its axis
    QString text; ///< "" where a neighbour's label is in the way
    QRectF rect;
};

/// Where everything of a chart, as withLinearX() leaves it, stands for a size and a font. Pure geometry; the painting
/// is ChartPainter's.
///
///     title                     marks
///     y title                  legend
///      +----------------------------+
///      |        plot area           |
///      +----------------------------+
///                             x title
class ChartLayout {
public:
    ChartLayout() = default;
    ChartLayout(const Plot &plot, const QSizeF &size, const QFont &font);

    QRectF title;
    QRectF marks;
    QRectF yTitle;
    QRectF xTitle;
    QRectF plotArea;
    QString titleText; ///< elided to its room
    QString marksText;
    std::vector<LegendEntry> legend;
    std::vector<PointLabel> pointLabels; ///< from top to bottom, none over another
    std::vector<TickLabel> xTicks;
    std::vector<TickLabel> yTicks;
    bool isEmpty = true; ///< no point in the plot: the empty text stands in the plot area

    /// Pixel of a value; outside the plot area for values outside the axes.
    [[nodiscard]] QPointF toPixel(const QPointF &value) const;
    /// Whether a line also shows its points: only where they stand far apart and no other series is drawn as points.
    [[nodiscard]] bool showsMarkers(const PlotSeries &series) const;

private:
    void placeHeader(const Plot &plot, const QFont &font);
    void placeLegend(const Plot &plot, const QFont &caption, double top);
    void placePlotArea(const Plot &plot, const QFont &caption);
    void placeTicks(const Plot &plot, const QFont &caption);
    void placePointLabels(const Plot &plot, const QFont &caption);

    QSizeF m_size;
    bool m_hasPointSeries = false;
    double m_xMin = 0;
    double m_xSpan = 1;
    double m_yMin = 0;
    double m_ySpan = 1;
};

} // namespace streamgauge
