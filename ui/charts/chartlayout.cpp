// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartlayout.h"

#include "models/core/format.h"
#include "ui/charts/linearx.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr double sampleWidth = 18;
constexpr double pointSampleWidth = 8;
constexpr double legendGap = 10;
constexpr double tickGap = 6; // between the plot area and its tick labels
constexpr double markerSpacing = 24; // pixels a point, from which a line shows its points

bool hasNoPoint(const Plot &plot)
{
    return std::all_of(plot.series.begin(), plot.series.end(), [](const auto &series) { return series.points.empty(); })
        && std::all_of(plot.bands.begin(), plot.bands.end(), [](const auto &band) { return band.upper.empty(); });
}

bool hasPointSeries(const Plot &plot)
{
    return std::any_of(
        plot.series.begin(), plot.series.end(), [](const auto &series) { return series.shape == SeriesShape::Points; });
}

QStringList tickTexts(const PlotAxis &axis)
{
    QStringList texts;
    for (const double tick : axis.ticks) {
        QString text = formatNumber(valueAt(axis, tick), axis.decimals);
        if (tick < 0)
            text.replace(u'-', QChar(0x2212));
        texts.append(text);
    }
    return texts;
}

LegendEntry::Kind kindOf(SeriesShape shape)
{
    switch (shape) {
    case SeriesShape::Line:
        return LegendEntry::Kind::Line;
    case SeriesShape::Points:
        return LegendEntry::Kind::Points;
    case SeriesShape::Step:
        return LegendEntry::Kind::Step;
    }
    Q_UNREACHABLE();
}

double spanOf(const PlotAxis &axis)
{
    return axis.max > axis.min ? axis.max - axis.min : 1;
}

/// One series alone needs no legend: the title names it.
std::vector<LegendEntry> legendOf(const Plot &plot)
{
    std::vector<LegendEntry> legend;
    legend.reserve(plot.bands.size() + plot.series.size());
    for (const PlotBand &band : plot.bands)
        legend.push_back({LegendEntry::Kind::Band, band.role, false, band.name, {}, {}});
    for (const PlotSeries &series : plot.series)
        legend.push_back({kindOf(series.shape), series.role, false, series.name, {}, {}});
    return legend;
}

double widthOfSample(const LegendEntry &entry)
{
    return entry.kind == LegendEntry::Kind::Points ? pointSampleWidth : sampleWidth;
}

double labelWidth(const QString &text, const QFontMetricsF &metrics)
{
    return std::ceil(metrics.horizontalAdvance(text)) + 1;
}

/// Leaves out the labels that would touch the one before; the first stays.
void leaveOutTouching(std::vector<TickLabel> &ticks, double spacing)
{
    const TickLabel *before = nullptr;
    for (TickLabel &tick : ticks) {
        if (before != nullptr && tick.rect.adjusted(-spacing, 0, spacing, 0).intersects(before->rect))
            tick.text.clear();
        else
            before = &tick;
    }
}

} // namespace

ChartLayout::ChartLayout(const Plot &plot, const QSizeF &size, const QFont &font)
    : isEmpty(hasNoPoint(plot))
    , m_size(size)
    , m_hasPointSeries(hasPointSeries(plot))
    , m_xMin(plot.x.min)
    , m_xSpan(spanOf(plot.x))
    , m_yMin(plot.y.min)
    , m_ySpan(spanOf(plot.y))
{
    const QFont caption = Theme::caption(font);
    placeHeader(plot, font);
    placePlotArea(plot, caption);
    placeTicks(plot, caption);
    if (plot.namesPoints)
        placePointLabels(plot, caption);
}

QPointF ChartLayout::toPixel(const QPointF &value) const
{
    return {plotArea.left() + (value.x() - m_xMin) / m_xSpan * plotArea.width(),
        plotArea.bottom() - (value.y() - m_yMin) / m_ySpan * plotArea.height()};
}

bool ChartLayout::showsMarkers(const PlotSeries &series) const
{
    return series.shape == SeriesShape::Line && !m_hasPointSeries
        && double(series.points.size()) * markerSpacing <= plotArea.width();
}

void ChartLayout::placeHeader(const Plot &plot, const QFont &font)
{
    const QFontMetricsF body(font);
    const QFont captionFont = Theme::caption(font);
    const QFontMetricsF caption(captionFont);

    marksText = QStringList(plot.marks.begin(), plot.marks.end()).join(u" · "_s);
    const double marksWidth = marksText.isEmpty() ? 0 : labelWidth(marksText, caption) + Theme::gap;
    const double titleWidth = std::max(0.0, m_size.width() - marksWidth);
    titleText = body.elidedText(plot.title, Qt::ElideRight, titleWidth);
    title = QRectF(0, 0, titleWidth, std::ceil(body.height()));
    marks = QRectF(titleWidth, 0, marksWidth, title.height());

    const double top = title.bottom() + Theme::smallGap / 2.0;
    yTitle = QRectF(0, top, labelWidth(plot.y.title, caption), std::ceil(caption.height()));
    placeLegend(plot, captionFont, top);
}

void ChartLayout::placeLegend(const Plot &plot, const QFont &captionFont, double top)
{
    const QFontMetricsF caption(captionFont);
    legend = legendOf(plot);
    if (legend.size() < 2)
        legend.clear();
    if (legend.empty())
        return;
    double names = 0;
    double fixed = -legendGap;
    for (const LegendEntry &entry : legend) {
        names += labelWidth(entry.name, caption);
        fixed += widthOfSample(entry) + Theme::smallGap + legendGap;
    }
    const double room = m_size.width() - yTitle.width() - Theme::groupGap - fixed;
    // Where the names do not fit, all give up the same share.
    const double share = names > 0 ? std::clamp(room / names, 0.0, 1.0) : 1.0;

    double right = m_size.width();
    for (auto entry = legend.rbegin(); entry != legend.rend(); ++entry) {
        const double width = std::floor(labelWidth(entry->name, caption) * share);
        if (share < 1)
            entry->name = caption.elidedText(entry->name, Qt::ElideRight, width);
        entry->text = QRectF(right - width, top, width, yTitle.height());
        entry->sample = QRectF(
            entry->text.left() - Theme::smallGap - widthOfSample(*entry), top, widthOfSample(*entry), yTitle.height());
        right = entry->sample.left() - legendGap;
    }
}

void ChartLayout::placePlotArea(const Plot &plot, const QFont &captionFont)
{
    const QFontMetricsF caption(captionFont);
    const QStringList yTexts = tickTexts(plot.y);
    const QStringList xTexts = tickTexts(plot.x);
    double yWidth = 0;
    for (const QString &text : yTexts)
        yWidth = std::max(yWidth, labelWidth(text, caption));
    // The outer labels of the x axis are centred under the edges and must not be cut off.
    const double before = xTexts.isEmpty() ? 0 : labelWidth(xTexts.first(), caption) / 2;
    const double overhang = xTexts.isEmpty() ? 0 : labelWidth(xTexts.last(), caption) / 2;
    const double line = std::ceil(caption.height());

    const double left = std::max(yWidth + tickGap, before);
    const double top = yTitle.bottom() + Theme::smallGap + std::ceil(line / 2);
    const double right = m_size.width() - std::max(overhang, 2.0);
    const double bottom = m_size.height() - 2 * line - Theme::smallGap;
    plotArea = QRectF(left, top, std::max(1.0, right - left), std::max(1.0, bottom - top));
    xTitle = QRectF(left, m_size.height() - line, std::max(1.0, m_size.width() - left), line);

    // One entry a band, then one a series (legendOf).
    for (std::size_t i = plot.bands.size(); i < legend.size(); ++i)
        legend[i].withMarker = showsMarkers(plot.series[i - plot.bands.size()]);
}

void ChartLayout::placeTicks(const Plot &plot, const QFont &captionFont)
{
    const QFontMetricsF caption(captionFont);
    const double line = std::ceil(caption.height());
    const QStringList xTexts = tickTexts(plot.x);
    for (qsizetype i = 0; i < xTexts.size(); ++i) {
        const double x = toPixel({plot.x.ticks[std::size_t(i)], 0}).x();
        const double width = labelWidth(xTexts[i], caption);
        xTicks.push_back({x, xTexts[i], QRectF(x - width / 2, plotArea.bottom() + Theme::smallGap, width, line)});
    }
    leaveOutTouching(xTicks, Theme::smallGap);

    const QStringList yTexts = tickTexts(plot.y);
    for (qsizetype i = 0; i < yTexts.size(); ++i) {
        const double y = toPixel({0, plot.y.ticks[std::size_t(i)]}).y();
        yTicks.push_back({y, yTexts[i], QRectF(0, y - line / 2, plotArea.left() - tickGap, line)});
    }
    leaveOutTouching(yTicks, 0);
}

void ChartLayout::placePointLabels(const Plot &plot, const QFont &captionFont)
{
    const QFontMetricsF caption(captionFont);
    const double line = std::ceil(caption.height());
    for (const PlotSeries &series : plot.series) {
        for (const QPointF &point : series.points) {
            const QString value = formatNumber(point.y(), decimalsFor(point.y()));
            const QString text = series.name == plot.y.title ? value : series.name + u"  "_s + value;
            const QPointF pixel = toPixel(point);
            pointLabels.push_back(
                {text, QRectF(pixel.x() + Theme::gap, pixel.y() - line / 2, labelWidth(text, caption), line)});
        }
    }
    std::ranges::stable_sort(pointLabels, {}, [](const PointLabel &label) { return label.rect.top(); });
    // Downwards out of each other's way, then upwards out of the axis.
    double top = plotArea.top() - line;
    for (PointLabel &label : pointLabels) {
        label.rect.moveTop(std::max(label.rect.top(), top));
        top = label.rect.bottom();
    }
    double bottom = plotArea.bottom();
    for (auto label = pointLabels.rbegin(); label != pointLabels.rend(); ++label) {
        label->rect.moveBottom(std::min(label->rect.bottom(), bottom));
        bottom = label->rect.top();
    }
}

} // namespace streamgauge
