// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/liverunview.h"

#include "models/core/format.h"
#include "ui/charts/chartview.h"
#include "ui/run/clientbutton.h"
#include "ui/run/runsession.h"
#include "ui/run/runtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/keynumber.h"
#include "ui/widgets/statusword.h"
#include "ui/widgets/textlabel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int drawIntervalMs = 100;

} // namespace

LiveRunView::LiveRunView(RunSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_title(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_phase(new TextLabel({}, TextLabel::Size::Heading, ColourRole::Text, this))
    , m_left(new TextLabel({}, TextLabel::Size::Body, ColourRole::Text, this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_progress(new QProgressBar(this))
    , m_levels(new TextLabel({}, TextLabel::Size::Body, ColourRole::Text, this))
    , m_errors(new StatusWord(this))
    , m_warnings(new StatusWord(this))
{
    setObjectName(u"liveRun"_s);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Run in progress"));
    setUpHead();
    setUpNumbers();
    setUpCharts();
    layOut();
    m_draw.setInterval(drawIntervalMs);
    m_draw.setSingleShot(true);
    connect(&m_draw, &QTimer::timeout, this, &LiveRunView::draw);
    connect(&m_session, &RunSession::started, this, &LiveRunView::begin);
    connect(
        &m_session, &RunSession::snapshotTaken, this, [this](const LiveSnapshot &snapshot) { m_plots.add(snapshot); });
    connect(&m_session, &RunSession::progressed, this, &LiveRunView::scheduleDraw);
}

void LiveRunView::setUpHead()
{
    m_title->setObjectName(u"runTitle"_s);
    m_phase->setObjectName(u"phase"_s);
    m_left->setObjectName(u"timeLeft"_s);
    m_stop->setObjectName(u"stopRun"_s);
    m_stop->setIcon(Theme::icon(u"stop"_s));
    m_progress->setObjectName(u"progress"_s);
    m_progress->setAccessibleName(tr("Progress of the run"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(Theme::gap);
    m_levels->setObjectName(u"levelStates"_s);
    m_levels->setWordWrap(true);
    m_errors->setObjectName(u"errorCounts"_s);
    m_warnings->setObjectName(u"warningCount"_s);
    connect(m_stop, &QPushButton::clicked, this, &LiveRunView::stopRequested);
}

void LiveRunView::setUpNumbers()
{
    m_ttft = new KeyNumber(tr("TTFT p50"), this);
    m_itl = new KeyNumber(tr("ITL p50"), this);
    m_output = new KeyNumber(tr("Output tokens/s"), this);
    m_inFlight = new KeyNumber(tr("In flight"), this);
    m_ttft->setObjectName(u"liveTtft"_s);
    m_itl->setObjectName(u"liveItl"_s);
    m_output->setObjectName(u"liveOutput"_s);
    m_inFlight->setObjectName(u"liveInFlight"_s);
    m_client = new ClientButton(this);
    m_client->setObjectName(u"liveClient"_s);
}

void LiveRunView::setUpCharts()
{
    m_ttftChart = new ChartView(this);
    m_itlChart = new ChartView(this);
    m_outputChart = new ChartView(this);
    m_inFlightChart = new ChartView(this);
    m_ttftChart->setObjectName(u"ttftChart"_s);
    m_itlChart->setObjectName(u"itlChart"_s);
    m_outputChart->setObjectName(u"outputChart"_s);
    m_inFlightChart->setObjectName(u"inFlightChart"_s);
}

void LiveRunView::layOut()
{
    auto *head = new QHBoxLayout;
    head->setSpacing(Theme::groupGap);
    head->addWidget(m_phase, 1);
    head->addWidget(m_left);
    head->addWidget(m_stop);

    auto *body = new QGridLayout;
    body->setHorizontalSpacing(Theme::groupGap);
    body->setVerticalSpacing(Theme::gap);
    auto *numbers = new QHBoxLayout;
    numbers->setSpacing(Theme::groupGap);
    for (KeyNumber *number : {m_ttft, m_itl, m_output})
        numbers->addWidget(number, 1, Qt::AlignTop);
    auto *client = new QVBoxLayout;
    client->setSpacing(0);
    client->addWidget(m_inFlight);
    client->addWidget(m_client);
    client->addStretch(1);
    numbers->addLayout(client, 1);
    body->addLayout(numbers, 0, 0, 1, 2);
    body->addWidget(m_ttftChart, 1, 0);
    body->addWidget(m_itlChart, 1, 1);
    body->addWidget(m_outputChart, 2, 0);
    body->addWidget(m_inFlightChart, 2, 1);
    body->setRowStretch(1, 1);
    body->setRowStretch(2, 1);
    body->setColumnStretch(0, 1);
    body->setColumnStretch(1, 1);

    auto *foot = new QHBoxLayout;
    foot->setSpacing(Theme::groupGap);
    foot->addWidget(m_levels, 1);
    foot->addWidget(m_warnings);
    foot->addWidget(m_errors);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::pageMargin, Theme::groupGap, Theme::pageMargin, Theme::groupGap);
    layout->setSpacing(Theme::gap);
    layout->addWidget(m_title);
    layout->addLayout(head);
    layout->addWidget(m_progress);
    layout->addLayout(body, 1);
    layout->addLayout(foot);
}

void LiveRunView::begin()
{
    std::vector<QString> marks;
    if (m_session.isSimulated())
        marks.push_back(tr("simulated"));
    m_plots.start(std::move(marks));
    const EndpointSettings &endpoint = m_session.setup().endpoint;
    m_title->setText(tr("%1 at %2").arg(endpoint.model, endpoint.address.shown));
    draw();
}

void LiveRunView::scheduleDraw()
{
    // A timer that is on already will show this too.
    if (isVisible() && !m_draw.isActive())
        m_draw.start();
}

void LiveRunView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    // What had the focus, Start, is gone; Stop must not get it, or a second press of Enter would stop the run.
    setFocus(Qt::OtherFocusReason);
    draw();
}

void LiveRunView::draw()
{
    if (!isVisible() || window()->isMinimized())
        return;
    drawHead();
    drawNumbers();
    drawCharts();
}

void LiveRunView::drawHead()
{
    const LiveSnapshot &now = m_session.latest();
    m_phase->setText(RunText::phase(now, m_session.isStopping()));
    m_left->setText(RunText::timeLeft(now.secondsLeft));
    m_stop->setEnabled(!m_session.isStopping());
    // An empty bar while it is not known how much there is: a range of 0 to 0 would move for no reason.
    m_progress->setRange(0, static_cast<int>(std::clamp<qint64>(now.totalInRun, 1, INT_MAX)));
    m_progress->setValue(static_cast<int>(std::min<qint64>(now.doneInRun, INT_MAX)));

    QStringList levels;
    for (const LevelProgress &level : m_session.levels())
        levels << RunText::level(level);
    m_levels->setText(levels.join(u"   "_s));
    const std::map<QString, int> errors = m_session.errors();
    m_errors->setStatus(errors.empty() ? StatusWord::Kind::Pass : StatusWord::Kind::Fail, RunText::errors(errors));

    QStringList warnings;
    for (const RunWarning &warning : m_session.warnings())
        warnings << warning.message;
    m_warnings->setVisible(!warnings.isEmpty());
    m_warnings->setStatus(StatusWord::Kind::Caution, tr("%n warning(s)", nullptr, static_cast<int>(warnings.size())));
    // They quote a server, whose words must not be read as markup.
    m_warnings->setToolTip(u"<qt>"_s + warnings.join(u'\n').toHtmlEscaped().replace(u'\n', "<br>"_L1) + u"</qt>"_s);
}

void LiveRunView::drawNumbers()
{
    const LiveSnapshot &now = m_session.latest();
    m_ttft->setValue(RunText::milliseconds(now.ttftP50));
    m_ttft->setDetail(RunText::tail(now.ttftP95, now.ttftP99, now.ttftN));
    m_itl->setValue(RunText::milliseconds(now.itlP50));
    m_itl->setDetail(RunText::tail(now.itlP95, now.itlP99, now.itlN));
    m_output->setLabel(now.countsChunks ? tr("Output chunks/s") : tr("Output tokens/s"));
    m_output->setValue(now.outputPerS ? formatNumber(*now.outputPerS, decimalsFor(*now.outputPerS)) : QString());
    m_output->setDetail(tr("in the last seconds"));
    m_inFlight->setValue(formatCount(now.inFlight));
    m_client->setLateness(now.client);
}

void LiveRunView::drawCharts()
{
    m_ttftChart->setPlot(m_plots.ttft());
    m_itlChart->setPlot(m_plots.itl());
    m_outputChart->setPlot(m_plots.outputRate());
    m_inFlightChart->setPlot(m_plots.inFlight());
}

} // namespace streamgauge
