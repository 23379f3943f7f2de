// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plot/liveplots.h"

#include <QTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace streamgauge {

class ChartView;
class ClientButton;
class KeyNumber;
class RunSession;
class StatusWord;
class TextLabel;

/// A run while it goes on. Values are taken as they come; drawing happens at most 10 times a second and only where it
/// can be seen, so that it does not disturb what it shows.
class LiveRunView final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveRunView)

public:
    explicit LiveRunView(RunSession &session, QWidget *parent = nullptr);

Q_SIGNALS:
    void stopRequested();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void setUpHead();
    void setUpNumbers();
    void setUpCharts();
    void layOut();
    void begin();
    void scheduleDraw();
    void draw();
    void drawHead();
    void drawNumbers();
    void drawCharts();

    RunSession &m_session;
    LivePlots m_plots;
    QTimer m_draw;
    TextLabel *m_title;
    TextLabel *m_phase;
    TextLabel *m_left;
    QPushButton *m_stop;
    QProgressBar *m_progress;
    KeyNumber *m_ttft = nullptr;
    KeyNumber *m_itl = nullptr;
    KeyNumber *m_output = nullptr;
    KeyNumber *m_inFlight = nullptr;
    ClientButton *m_client = nullptr;
    ChartView *m_ttftChart = nullptr;
    ChartView *m_itlChart = nullptr;
    ChartView *m_outputChart = nullptr;
    ChartView *m_inFlightChart = nullptr;
    TextLabel *m_levels;
    StatusWord *m_errors = nullptr;
    StatusWord *m_warnings = nullptr;
};

} // namespace streamgauge
