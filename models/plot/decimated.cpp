// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/plot.h"

#include <algorithm>
#include <cmath>

namespace streamgauge {

namespace {

bool isDrawable(const QPointF &point)
{
    return std::isfinite(point.x()) && std::isfinite(point.y());
}

/// Lowest and highest point of one pixel column, in the order in which they came.
class Column {
public:
    void add(const QPointF *point)
    {
        if (m_lowest == nullptr || point->y() < m_lowest->y())
            m_lowest = point;
        if (m_highest == nullptr || point->y() > m_highest->y())
            m_highest = point;
    }

    void flushTo(std::vector<QPointF> &out)
    {
        if (m_lowest == nullptr)
            return;
        const auto [first, second] = std::minmax(m_lowest, m_highest);
        out.push_back(*first);
        if (second != first)
            out.push_back(*second);
        *this = {};
    }

private:
    const QPointF *m_lowest = nullptr;
    const QPointF *m_highest = nullptr;
};

} // namespace

std::vector<QPointF> decimated(const std::vector<QPointF> &ascending, double xMin, double xMax, int columns)
{
    std::vector<QPointF> out;
    if (columns < 1 || !(xMin < xMax) || !std::isfinite(xMax - xMin))
        return out;
    const auto begin = std::lower_bound(
        ascending.begin(), ascending.end(), xMin, [](const QPointF &point, double x) { return point.x() < x; });
    const auto end =
        std::upper_bound(begin, ascending.end(), xMax, [](double x, const QPointF &point) { return x < point.x(); });

    out.reserve(std::min<std::size_t>(std::size_t(end - begin), 2 * std::size_t(columns)) + 2);
    const auto before = std::find_if(std::make_reverse_iterator(begin), ascending.rend(), isDrawable);
    if (before != ascending.rend())
        out.push_back(*before);

    const double scale = columns / (xMax - xMin);
    Column column;
    int current = -1;
    for (auto point = begin; point != end; ++point) {
        if (!isDrawable(*point))
            continue;
        const int index = std::min(columns - 1, int((point->x() - xMin) * scale));
        if (index != current)
            column.flushTo(out);
        current = index;
        column.add(&*point);
    }
    column.flushTo(out);

    const auto after = std::find_if(end, ascending.end(), isDrawable);
    if (after != ascending.end())
        out.push_back(*after);
    return out;
}

std::vector<QPointF> thinnedToCells(
    const std::vector<QPointF> &ascending, const PlotAxis &x, const PlotAxis &y, int columns, int rows)
{
    std::vector<QPointF> out;
    const double xSpan = x.max - x.min;
    const double ySpan = y.max - y.min;
    if (columns < 1 || rows < 1 || !(xSpan > 0) || !(ySpan > 0))
        return out;
    std::vector<bool> taken(std::size_t(columns) * std::size_t(rows), false);
    for (const QPointF &point : ascending) {
        const double across = (point.x() - x.min) / xSpan;
        const double up = (point.y() - y.min) / ySpan;
        // Not a number fails each comparison.
        if (!(across >= 0 && across <= 1 && up >= 0 && up <= 1))
            continue;
        const int column = std::min(columns - 1, int(across * columns));
        const int row = std::min(rows - 1, int(up * rows));
        const std::size_t cell = std::size_t(row) * std::size_t(columns) + std::size_t(column);
        if (!taken[cell])
            out.push_back(point);
        taken[cell] = true;
    }
    return out;
}

} // namespace streamgauge
