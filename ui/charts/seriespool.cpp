// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/seriespool.h"

#include <QAreaSeries>
#include <QChart>
#include <QLineSeries>
#include <QValueAxis>

namespace streamgauge {

namespace {

void fill(QLineSeries *series, const QList<QPointF> &points)
{
    if (series->points() != points)
        series->replace(points);
}

void setRange(QValueAxis *axis, double min, double max)
{
    if (axis->min() != min || axis->max() != max)
        axis->setRange(min, max);
}

} // namespace

SeriesPool::SeriesPool(QChart *chart)
    : m_chart(chart)
    , m_x(new QValueAxis(chart))
    , m_y(new QValueAxis(chart))
{
    // Invisible: ticks and labels are painted by ChartPainter, on whole pixels and never elided.
    m_x->setVisible(false);
    m_y->setVisible(false);
    chart->addAxis(m_x, Qt::AlignBottom);
    chart->addAxis(m_y, Qt::AlignLeft);
}

void SeriesPool::setRanges(double xMin, double xMax, double yMin, double yMax)
{
    setRange(m_x, xMin, xMax);
    setRange(m_y, yMin, yMax);
}

void SeriesPool::draw(const std::vector<BandDrawing> &bands, const std::vector<LineDrawing> &lines)
{
    growBands(bands.size());
    growLines(lines.size());
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        const BandDrawing drawing = i < bands.size() ? bands[i] : BandDrawing{};
        fill(m_bands[i]->lowerSeries(), drawing.lower);
        fill(m_bands[i]->upperSeries(), drawing.upper);
        m_bands[i]->setBrush(drawing.brush);
        m_bands[i]->setVisible(i < bands.size());
    }
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const LineDrawing drawing = i < lines.size() ? lines[i] : LineDrawing{};
        fill(m_lines[i], drawing.points);
        m_lines[i]->setPen(drawing.pen);
        m_lines[i]->setVisible(i < lines.size());
    }
}

void SeriesPool::growBands(std::size_t count)
{
    if (m_bands.size() >= count)
        return;
    while (m_bands.size() < count) {
        auto *upper = new QLineSeries;
        auto *band = new QAreaSeries(upper, new QLineSeries(upper));
        upper->setParent(band);
        band->setPen(Qt::NoPen);
        m_chart->addSeries(band);
        band->attachAxis(m_x);
        band->attachAxis(m_y);
        m_bands.push_back(band);
    }
    // Series are stacked in the order in which they are added, and lines belong above bands.
    const std::size_t lines = m_lines.size();
    for (QLineSeries *line : m_lines) {
        m_chart->removeSeries(line);
        line->deleteLater();
    }
    m_lines.clear();
    growLines(lines);
}

void SeriesPool::growLines(std::size_t count)
{
    while (m_lines.size() < count) {
        auto *line = new QLineSeries;
        m_chart->addSeries(line);
        line->attachAxis(m_x);
        line->attachAxis(m_y);
        m_lines.push_back(line);
    }
}

} // namespace streamgauge
