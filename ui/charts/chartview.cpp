// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartview.h"

#include "ui/charts/chartaccessible.h"
#include "ui/charts/chartcanvas.h"

#include <QVBoxLayout>

namespace streamgauge {

class ChartView::Private {
public:
    explicit Private(ChartView *view)
        : canvas(new ChartCanvas(view))
    {
    }

    ChartCanvas *canvas;
};

ChartView::ChartView(QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this))
{
    ChartAccessible::installOnce();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(d->canvas);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

ChartView::~ChartView() = default;

void ChartView::setPlot(const Plot &plot)
{
    setAccessibleName(plot.title);
    setAccessibleDescription(plot.summary.isEmpty() ? plot.emptyText : plot.summary);
    d->canvas->setPlot(plot);
}

QSize ChartView::sizeHint() const
{
    return {480, 220};
}

QSize ChartView::minimumSizeHint() const
{
    const int line = fontMetrics().height();
    return {14 * line, 9 * line};
}

} // namespace streamgauge
