// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runpage.h"

#include "ui/connect/endpointsession.h"
#include "ui/emptystate.h"
#include "ui/run/liverunview.h"
#include "ui/run/runsession.h"
#include "ui/run/runsetupview.h"

#include <QDateTime>
#include <QDir>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

RunPage::RunPage(EndpointSession &endpoint, RunSession &run, const QString &resultsFolder, QWidget *parent)
    : QWidget(parent)
    , m_endpoint(endpoint)
    , m_run(run)
    , m_resultsFolder(resultsFolder)
    , m_stack(new QStackedWidget(this))
    , m_empty(
          new EmptyState(tr("No endpoint yet"), tr("A run needs an endpoint that answered the connection test."), this))
    , m_setup(new RunSetupView(endpoint, this))
    , m_live(new LiveRunView(run, this))
{
    setObjectName(u"runPage"_s);
    QPushButton *connectFirst = m_empty->addButton(tr("Connect to an endpoint"), u"connectFirst"_s);
    for (QWidget *view :
        {static_cast<QWidget *>(m_empty), static_cast<QWidget *>(m_setup), static_cast<QWidget *>(m_live)})
        m_stack->addWidget(view);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);

    connect(connectFirst, &QPushButton::clicked, this, &RunPage::connectRequested);
    connect(m_setup, &RunSetupView::changeEndpointRequested, this, &RunPage::connectRequested);
    connect(m_setup, &RunSetupView::startRequested, this, &RunPage::start);
    connect(m_live, &LiveRunView::stopRequested, &m_run, &RunSession::stop);
    connect(&m_endpoint, &EndpointSession::changed, this, &RunPage::refresh);
    connect(&m_run, &RunSession::started, this, &RunPage::refresh);
    connect(&m_run, &RunSession::finished, this, &RunPage::runEnded);
    refresh();
}

void RunPage::refresh()
{
    if (m_run.isRunning())
        m_stack->setCurrentWidget(m_live);
    else if (m_endpoint.isConnected())
        m_stack->setCurrentWidget(m_setup);
    else
        m_stack->setCurrentWidget(m_empty);
    const bool failed = m_endpoint.state() == EndpointSession::State::Failed && !m_endpoint.inputIsWrong();
    m_empty->setProblem(failed ? m_endpoint.error()->message : QString());
}

void RunPage::requestStart()
{
    if (m_stack->currentWidget() == m_setup)
        m_setup->requestStart();
}

void RunPage::start(const LoadPlan &plan)
{
    if (!m_endpoint.isConnected())
        return;
    if (!QDir().mkpath(m_resultsFolder)) {
        m_setup->say(MessageStrip::Kind::Error,
            tr("The folder for results, %1, cannot be made. Check its permissions and that the disk is "
               "not full.")
                .arg(QDir::toNativeSeparators(m_resultsFolder)));
        return;
    }
    LoadRunSetup setup;
    setup.endpoint = *m_endpoint.settings();
    setup.plan = plan;
    setup.outPath = freeResultsPath(m_resultsFolder, setup.endpoint.model, QDateTime::currentDateTimeUtc());
    m_run.start(setup, m_endpoint.report().simulated);
}

void RunPage::runEnded()
{
    refresh();
    const RunFinished &outcome = *m_run.outcome();
    if (outcome.result)
        return;
    if (outcome.error)
        m_setup->say(MessageStrip::Kind::Error, outcome.error->message);
    else
        m_setup->say(MessageStrip::Kind::Info, tr("The run was stopped before anything was measured."));
}

} // namespace streamgauge
