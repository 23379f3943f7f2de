// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QStackedWidget;

namespace streamgauge {

class EmptyState;
class EndpointSession;
class LiveRunView;
class RunSession;
class RunSetupView;
struct LoadPlan;

/// What to run, then the run. Without an endpoint it says where to get one.
class RunPage final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunPage)

public:
    /// Results go into `resultsFolder`, which is made when the first run starts.
    RunPage(EndpointSession &endpoint, RunSession &run, const QString &resultsFolder, QWidget *parent = nullptr);

    void requestStart();

Q_SIGNALS:
    void connectRequested();

private:
    void refresh();
    void start(const LoadPlan &plan);
    void runEnded();

    EndpointSession &m_endpoint;
    RunSession &m_run;
    QString m_resultsFolder;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    RunSetupView *m_setup;
    LiveRunView *m_live;
};

} // namespace streamgauge
