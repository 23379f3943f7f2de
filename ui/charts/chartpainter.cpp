// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartpainter.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace streamgauge {

namespace {

constexpr double markerSize = 5;
constexpr double cloudCell = 3; // pixels; points closer than this cover each other
constexpr std::size_t denseCloud = 250;

QPainterPath markerPath(SeriesMarker marker, const QPointF &centre)
{
    constexpr double half = markerSize / 2;
    QPainterPath path;
    switch (marker) {
    case SeriesMarker::None:
        break;
    case SeriesMarker::Circle:
        path.addEllipse(centre, half, half);
        break;
    case SeriesMarker::Square:
        path.addRect(QRectF(centre - QPointF(half - 0.25, half - 0.25), centre + QPointF(half - 0.25, half - 0.25)));
        break;
    case SeriesMarker::Triangle:
        path.moveTo(centre + QPointF(0, -half - 0.5));
        path.lineTo(centre + QPointF(half + 0.5, half));
        path.lineTo(centre + QPointF(-half - 0.5, half));
        path.closeSubpath();
        break;
    }
    return path;
}

QPixmap markerPixmap(SeriesMarker marker, const QColor &colour, double ratio)
{
    constexpr int side = int(markerSize) + 4;
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.fill(Qt::transparent);
    pixmap.setDevicePixelRatio(ratio);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(markerPath(marker, QPointF(side / 2.0, side / 2.0)), colour);
    return pixmap;
}

double onWholePixel(double value, double ratio)
{
    return std::round(value * ratio) / ratio;
}

} // namespace

ChartPainter::ChartPainter(const Plot &plot, const ChartLayout &layout, const QFont &font, const QPalette &palette)
    : m_plot(plot)
    , m_layout(layout)
    , m_body(font)
    , m_caption(Theme::caption(font))
    , m_palette(palette)
{
}

QBrush ChartPainter::bandBrush(SeriesRole role, const QPalette &palette)
{
    QColor fill = Theme::colour(Theme::seriesColour(role), palette);
    fill.setAlphaF(Theme::isDark(palette) ? 0.30F : 0.20F);
    return fill;
}

void ChartPainter::paintBackground(QPainter &painter) const
{
    const QColor text = Theme::colour(ColourRole::Text, m_palette);
    const QColor muted = Theme::colour(ColourRole::Muted, m_palette);
    painter.setPen(text);
    painter.setFont(m_body);
    painter.drawText(m_layout.title, Qt::AlignLeft | Qt::AlignVCenter, m_layout.titleText);
    painter.setFont(m_caption);
    painter.setPen(muted);
    painter.drawText(m_layout.marks, Qt::AlignRight | Qt::AlignVCenter, m_layout.marksText);
    if (m_layout.isEmpty) {
        const QRectF room(0, m_layout.title.bottom(), m_layout.title.width() + m_layout.marks.width(),
            m_layout.xTitle.bottom() - m_layout.title.bottom());
        painter.setFont(m_body);
        painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, m_plot.emptyText);
        return;
    }
    painter.drawText(m_layout.yTitle, Qt::AlignLeft | Qt::AlignVCenter, m_plot.y.title);
    painter.drawText(m_layout.xTitle, Qt::AlignRight | Qt::AlignVCenter, m_plot.x.title);
    paintAxes(painter);
    paintLegend(painter);
    paintClouds(painter);
}

void ChartPainter::paintAxes(QPainter &painter) const
{
    const double ratio = painter.device()->devicePixelRatioF();
    const QRectF &area = m_layout.plotArea;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const TickLabel &tick : m_layout.yTicks) {
        // The base line carries the chart, the others only guide the eye.
        const bool base = qFuzzyCompare(tick.position, area.bottom());
        painter.setPen(QPen(Theme::colour(base ? ColourRole::Muted : ColourRole::Hairline, m_palette), 0));
        const double y = onWholePixel(tick.position, ratio);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    painter.setPen(QPen(Theme::colour(ColourRole::Muted, m_palette), 0));
    for (const TickLabel &tick : m_layout.xTicks) {
        const double x = onWholePixel(tick.position, ratio);
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + Theme::smallGap - 1));
    }
    for (const TickLabel &tick : m_layout.xTicks)
        painter.drawText(tick.rect, Qt::AlignCenter, tick.text);
    for (const TickLabel &tick : m_layout.yTicks)
        painter.drawText(tick.rect, Qt::AlignRight | Qt::AlignVCenter, tick.text);
}

void ChartPainter::paintLegend(QPainter &painter) const
{
    for (const LegendEntry &entry : m_layout.legend) {
        painter.setPen(Theme::colour(ColourRole::Muted, m_palette));
        painter.drawText(entry.text, Qt::AlignLeft | Qt::AlignVCenter, entry.name);
        paintSample(painter, entry);
    }
}

void ChartPainter::paintSample(QPainter &painter, const LegendEntry &entry) const
{
    const QRectF &box = entry.sample;
    const QPointF centre = box.center();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Theme::seriesPen(entry.role, m_palette));
    switch (entry.kind) {
    case LegendEntry::Kind::Band:
        painter.fillRect(QRectF(box.left(), centre.y() - 4, box.width(), 8), bandBrush(entry.role, m_palette));
        return;
    case LegendEntry::Kind::Line:
        painter.drawLine(QPointF(box.left(), centre.y()), QPointF(box.right(), centre.y()));
        if (entry.withMarker)
            paintMarkers(painter, entry.role, 1, {centre});
        return;
    case LegendEntry::Kind::Step:
        painter.drawPolyline(QPolygonF{QPointF(box.left(), centre.y() + 3), QPointF(centre.x(), centre.y() + 3),
            QPointF(centre.x(), centre.y() - 3), QPointF(box.right(), centre.y() - 3)});
        return;
    case LegendEntry::Kind::Points:
        paintMarkers(painter, entry.role, 1, {centre});
        return;
    }
}

void ChartPainter::paintClouds(QPainter &painter) const
{
    const QRectF &area = m_layout.plotArea;
    for (const PlotSeries &series : m_plot.series) {
        if (series.shape != SeriesShape::Points)
            continue;
        const std::vector<QPointF> cloud = thinnedToCells(
            series.points, m_plot.x, m_plot.y, int(area.width() / cloudCell), int(area.height() / cloudCell));
        // Many points overlap: fainter ones show where most are, and let the lines stand out.
        paintMarkers(painter, series.role, cloud.size() > denseCloud ? 0.35 : 0.65, visiblePixels(cloud));
    }
}

void ChartPainter::paintMarkersOfLines(QPainter &painter) const
{
    if (m_layout.isEmpty)
        return;
    for (const PlotSeries &series : m_plot.series) {
        if (m_layout.showsMarkers(series))
            paintMarkers(painter, series.role, 1, visiblePixels(series.points));
    }
    painter.setFont(m_caption);
    painter.setPen(Theme::colour(ColourRole::Text, m_palette));
    for (const PointLabel &label : m_layout.pointLabels)
        painter.drawText(label.rect, Qt::AlignLeft | Qt::AlignVCenter, label.text);
}

std::vector<QPointF> ChartPainter::visiblePixels(const std::vector<QPointF> &points) const
{
    const QRectF area = m_layout.plotArea.adjusted(-0.5, -0.5, 0.5, 0.5);
    std::vector<QPointF> pixels;
    pixels.reserve(points.size());
    for (const QPointF &point : points) {
        const QPointF pixel = m_layout.toPixel(point);
        if (area.contains(pixel))
            pixels.push_back(pixel);
    }
    return pixels;
}

void ChartPainter::paintMarkers(
    QPainter &painter, SeriesRole role, double opacity, const std::vector<QPointF> &pixels) const
{
    const SeriesMarker marker = Theme::seriesMarker(role);
    if (pixels.empty() || marker == SeriesMarker::None)
        return;
    const double ratio = painter.device()->devicePixelRatioF();
    const QPixmap pixmap = markerPixmap(marker, Theme::colour(Theme::seriesColour(role), m_palette), ratio);
    // One picture drawn many times: a path for each point costs ten times as much.
    const QSizeF size = QSizeF(pixmap.size());
    std::vector<QPainter::PixmapFragment> fragments;
    fragments.reserve(pixels.size());
    for (const QPointF &pixel : pixels) {
        fragments.push_back(
            QPainter::PixmapFragment::create(pixel, QRectF(QPointF(0, 0), size), 1 / ratio, 1 / ratio, 0, opacity));
    }
    painter.drawPixmapFragments(fragments.data(), int(fragments.size()), pixmap);
}

} // namespace streamgauge
