// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartlayout.h"

#include <QPalette>

class QPainter;

namespace streamgauge {

/// Paints everything of a chart but its lines and bands: words, hairlines, legend and points.
class ChartPainter {
public:
    ChartPainter(const Plot &plot, const ChartLayout &layout, const QFont &font, const QPalette &palette);

    /// Below lines and bands: title, marks, axes, legend and clouds of points, or the empty text.
    void paintBackground(QPainter &painter) const;
    /// Above them: the markers of lines that have few points.
    void paintMarkersOfLines(QPainter &painter) const;

    /// The fill of a band of that role.
    [[nodiscard]] static QBrush bandBrush(SeriesRole role, const QPalette &palette);

private:
    void paintAxes(QPainter &painter) const;
    void paintClouds(QPainter &painter) const;
    void paintLegend(QPainter &painter) const;
    void paintSample(QPainter &painter, const LegendEntry &entry) const;
    void paintMarkers(QPainter &painter, SeriesRole role, double opacity, const std::vector<QPointF> &pixels) const;
    [[nodiscard]] std::vector<QPointF> visiblePixels(const std::vector<QPointF> &points) const;

    const Plot &m_plot;
    const ChartLayout &m_layout;
    QFont m_body;
    QFont m_caption;
    QPalette m_palette;
};

} // namespace streamgauge
