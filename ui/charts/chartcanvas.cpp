// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcanvas.h"

#include "ui/charts/chartpainter.h"
#include "ui/charts/linearx.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGraphicsLayout>

#include <cmath>

namespace streamgauge {

namespace {

QChart *plainChart()
{
    auto *chart = new QChart;
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->setBackgroundVisible(false);
    chart->setPlotAreaBackgroundVisible(false);
    chart->legend()->hide();
    chart->setMargins(QMargins());
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setMinimumSize(1, 1);
    return chart;
}

QList<QPointF> asList(const std::vector<QPointF> &points)
{
    return {points.begin(), points.end()};
}

/// Each value holds until the next point.
QList<QPointF> asSteps(const std::vector<QPointF> &points)
{
    QList<QPointF> steps;
    steps.reserve(2 * qsizetype(points.size()));
    for (const QPointF &point : points) {
        if (!steps.isEmpty())
            steps.append({point.x(), steps.last().y()});
        steps.append(point);
    }
    return steps;
}

} // namespace

ChartCanvas::ChartCanvas(QWidget *parent)
    : QGraphicsView(parent)
    , m_chart(plainChart())
    , m_series(m_chart)
{
    m_scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    m_scene.addItem(m_chart);
    setScene(&m_scene);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(FullViewportUpdate);
    setInteractive(false);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    // The page shows through.
    viewport()->setAutoFillBackground(false);
}

void ChartCanvas::setPlot(const Plot &plot)
{
    m_plot = withLinearX(plot);
    m_stale = true;
    // What nobody sees is drawn when it is shown, or when a picture is taken of it.
    if (isVisible())
        refresh();
}

void ChartCanvas::refresh()
{
    m_stale = false;
    const QSizeF size = viewport()->size();
    m_layout = ChartLayout(m_plot, size, font());
    m_scene.setSceneRect(QRectF(QPointF(0, 0), size));
    m_chart->resize(size);
    m_chart->setPlotArea(m_layout.plotArea);
    m_series.setRanges(m_plot.x.min, m_plot.x.max, m_plot.y.min, m_plot.y.max);
    m_series.draw(bandDrawings(), lineDrawings());
    viewport()->update();
}

std::vector<BandDrawing> ChartCanvas::bandDrawings() const
{
    const int columns = int(std::ceil(m_layout.plotArea.width()));
    std::vector<BandDrawing> drawings;
    drawings.reserve(m_plot.bands.size());
    for (const PlotBand &band : m_plot.bands) {
        drawings.push_back({asList(decimated(band.lower, m_plot.x.min, m_plot.x.max, columns)),
            asList(decimated(band.upper, m_plot.x.min, m_plot.x.max, columns)),
            ChartPainter::bandBrush(band.role, palette())});
    }
    return drawings;
}

std::vector<LineDrawing> ChartCanvas::lineDrawings() const
{
    const int columns = int(std::ceil(m_layout.plotArea.width()));
    std::vector<LineDrawing> drawings;
    for (const PlotSeries &series : m_plot.series) {
        if (series.shape == SeriesShape::Points)
            continue;
        const QPen pen = Theme::seriesPen(series.role, palette());
        // A dashed pen strokes a path, which costs several times a solid line, and dashes hide single pixels anyway.
        const int cells = pen.style() == Qt::SolidLine ? columns : std::max(1, columns / 2);
        const std::vector<QPointF> thin = decimated(series.points, m_plot.x.min, m_plot.x.max, cells);
        drawings.push_back({series.shape == SeriesShape::Step ? asSteps(thin) : asList(thin), pen});
    }
    return drawings;
}

void ChartCanvas::changeEvent(QEvent *event)
{
    QGraphicsView::changeEvent(event);
    const QEvent::Type type = event->type();
    if (type == QEvent::PaletteChange || type == QEvent::FontChange || type == QEvent::StyleChange)
        refresh();
}

void ChartCanvas::resizeEvent(QResizeEvent *event)
{
    QGraphicsView::resizeEvent(event);
    refresh();
}

void ChartCanvas::showEvent(QShowEvent *event)
{
    refresh();
    QGraphicsView::showEvent(event);
}

void ChartCanvas::paintEvent(QPaintEvent *event)
{
    if (m_stale)
        refresh();
    QGraphicsView::paintEvent(event);
}

void ChartCanvas::drawBackground(QPainter *painter, const QRectF &)
{
    ChartPainter(m_plot, m_layout, font(), palette()).paintBackground(*painter);
}

void ChartCanvas::drawForeground(QPainter *painter, const QRectF &)
{
    ChartPainter(m_plot, m_layout, font(), palette()).paintMarkersOfLines(*painter);
}

} // namespace streamgauge
