// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plot/plot.h"

#include <QWidget>

#include <memory>

namespace streamgauge {

/// Draws one Plot. The only place that knows Qt Charts: one replace() a series and tick, min/max thinning per pixel
/// column, no OpenGL, no animation. Follows palette changes. Its accessible description is the plot's summary.
class ChartView final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChartView)

public:
    explicit ChartView(QWidget *parent = nullptr);
    ~ChartView() override;

    /// Axes are changed only when they differ; call at most 10 times a second.
    void setPlot(const Plot &plot);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
