// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartlayout.h"
#include "ui/charts/seriespool.h"

#include <QChart>
#include <QGraphicsScene>
#include <QGraphicsView>

namespace streamgauge {

/// The surface that a chart is drawn on: lines and bands by Qt Charts, the rest by ChartPainter below and above them.
/// It takes no mouse and no focus.
class ChartCanvas final : public QGraphicsView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChartCanvas)

public:
    explicit ChartCanvas(QWidget *parent);

    void setPlot(const Plot &plot);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;

private:
    /// Lays out, thins and colours anew: for new data and after a change of size, font or palette.
    void refresh();
    [[nodiscard]] std::vector<BandDrawing> bandDrawings() const;
    [[nodiscard]] std::vector<LineDrawing> lineDrawings() const;

    QGraphicsScene m_scene;
    QChart *m_chart = nullptr;
    SeriesPool m_series;
    Plot m_plot; ///< withLinearX()
    ChartLayout m_layout;
    bool m_stale = true; ///< m_plot is newer than what is drawn
};

} // namespace streamgauge
