// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QList>
#include <QPen>
#include <QPointF>

#include <vector>

QT_BEGIN_NAMESPACE
class QAreaSeries;
class QChart;
class QLineSeries;
class QValueAxis;
QT_END_NAMESPACE

namespace streamgauge {

struct LineDrawing {
    QList<QPointF> points;
    QPen pen;
};

struct BandDrawing {
    QList<QPointF> lower;
    QList<QPointF> upper;
    QBrush brush;
};

/// The series of one QChart. They are made once and filled again: one replace() each, and only when the points differ
/// (append() to an attached series strokes its whole path for every point).
class SeriesPool {
public:
    /// The chart owns series and axes.
    explicit SeriesPool(QChart *chart);

    /// The axes change only when the ranges do: a change maps every point anew.
    void setRanges(double xMin, double xMax, double yMin, double yMax);
    void draw(const std::vector<BandDrawing> &bands, const std::vector<LineDrawing> &lines);

private:
    void growBands(std::size_t count);
    void growLines(std::size_t count);

    QChart *m_chart = nullptr;
    QValueAxis *m_x = nullptr;
    QValueAxis *m_y = nullptr;
    std::vector<QAreaSeries *> m_bands;
    std::vector<QLineSeries *> m_lines;
};

} // namespace streamgauge
