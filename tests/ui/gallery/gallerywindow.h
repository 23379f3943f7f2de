// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plot/liveplots.h"

#include <QWidget>

class QStackedWidget;

namespace streamgauge::test {

/// Every chart and widget of the house with made-up data, laid out as on the pages, to look at.
class GalleryWindow final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GalleryWindow)

public:
    GalleryWindow();

    void showPage(int index);

private:
    [[nodiscard]] QWidget *liveRun(const LivePlots &plots, bool empty);
    [[nodiscard]] QWidget *parts();
    [[nodiscard]] QWidget *smallCharts();
    [[nodiscard]] QWidget *icons();

    QStackedWidget *m_pages = nullptr;
};

} // namespace streamgauge::test
