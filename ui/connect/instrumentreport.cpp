// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/instrumentreport.h"

#include "models/core/format.h"
#include "models/load/instrumentwords.h"
#include "ui/connect/instrumentform.h"
#include "ui/connect/instrumentrowsmodel.h"
#include "ui/connect/instrumentsession.h"
#include "ui/fittedrows.h"
#include "ui/theme/theme.h"
#include "ui/widgets/keynumber.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/statusword.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/textlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int progressSteps = 1000;

StatusWord::Kind kindOf(InstrumentVerdict verdict)
{
    switch (verdict) {
    case InstrumentVerdict::Ok:
        return StatusWord::Kind::Pass;
    case InstrumentVerdict::ClientLate:
    case InstrumentVerdict::MachineBusy:
        return StatusWord::Kind::Caution;
    case InstrumentVerdict::ChunksLost:
        return StatusWord::Kind::Fail;
    }
    Q_UNREACHABLE();
}

QString stepInWords(InstrumentProgress::Step step, const InstrumentSetup &setup)
{
    switch (step) {
    case InstrumentProgress::Step::Starting:
        return InstrumentReport::tr("Starting the simulated endpoint…");
    case InstrumentProgress::Step::Timers:
        return InstrumentReport::tr("Watching a bare timer…");
    case InstrumentProgress::Step::Connecting:
        return InstrumentReport::tr("Opening %1 connection(s)…", nullptr, setup.concurrency)
            .arg(formatCount(setup.concurrency));
    case InstrumentProgress::Step::Streams:
        return InstrumentReport::tr("Measuring %1 stream(s)…", nullptr, setup.concurrency)
            .arg(formatCount(setup.concurrency));
    case InstrumentProgress::Step::TimersAgain:
        return InstrumentReport::tr("Watching a bare timer again…");
    }
    Q_UNREACHABLE();
}

void showTime(KeyNumber *number, const std::optional<double> &ns, const QString &limit, qsizetype n)
{
    number->setValue(ns ? formatMs(*ns) : QString());
    number->setDetail(ns ? InstrumentReport::tr("limit %1").arg(limit)
                         : InstrumentReport::tr("n %1, p99 needs %2").arg(formatCount(n), formatCount(samplesForP99)));
}

QString ms(double value)
{
    return formatNumber(value, 0) + thinSpace + u"ms"_s;
}

} // namespace

InstrumentReport::InstrumentReport(InstrumentSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_heading(new TextLabel(tr("Instrument check"), TextLabel::Size::Heading, ColourRole::Text, this))
    , m_running(new QWidget(this))
    , m_step(new TextLabel({}, TextLabel::Size::Body, ColourRole::Text, m_running))
    , m_progress(new QProgressBar(m_running))
    , m_cancel(new QPushButton(tr("Cancel"), m_running))
    , m_problem(new MessageStrip(this))
    , m_result(new QWidget(this))
    , m_verdict(new StatusWord(m_result))
    , m_load(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, m_result))
    , m_advice(new TextLabel({}, TextLabel::Size::Body, ColourRole::Text, m_result))
    , m_lateness(new KeyNumber(tr("Chunk lateness p99"), m_result))
    , m_longest(new KeyNumber(tr("Longest"), m_result))
    , m_floor(new KeyNumber(tr("Timer floor p99"), m_result))
    , m_lost(new KeyNumber(tr("Chunks lost"), m_result))
    , m_details(new QPushButton(tr("Details"), m_result))
    , m_table(new TableView(m_result))
    , m_rows(new InstrumentRowsModel(this))
    , m_form(new InstrumentForm(this))
{
    setObjectName(u"instrumentReport"_s);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(m_heading->text());
    setUpProgress();
    setUpFigures();
    layOut();
    connect(&m_session, &InstrumentSession::changed, this, &InstrumentReport::refresh);
    connect(&m_session, &InstrumentSession::progressed, this, &InstrumentReport::showProgress);
    connect(m_form, &InstrumentForm::checkRequested, this, &InstrumentReport::start);
    refresh();
}

void InstrumentReport::setUpProgress()
{
    m_step->setObjectName(u"instrumentStep"_s);
    m_progress->setObjectName(u"instrumentProgress"_s);
    m_progress->setAccessibleName(tr("Progress of the instrument check"));
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(Theme::gap);
    m_cancel->setObjectName(u"cancelInstrument"_s);
    m_problem->setObjectName(u"instrumentProblem"_s);
    connect(m_cancel, &QPushButton::clicked, &m_session, &InstrumentSession::cancel);
}

void InstrumentReport::setUpFigures()
{
    m_verdict->setObjectName(u"instrumentVerdict"_s);
    m_load->setObjectName(u"instrumentLoad"_s);
    m_advice->setObjectName(u"instrumentAdvice"_s);
    m_advice->setWordWrap(true);
    m_lateness->setObjectName(u"instrumentLateness"_s);
    m_longest->setObjectName(u"instrumentLongest"_s);
    m_floor->setObjectName(u"instrumentFloor"_s);
    m_lost->setObjectName(u"instrumentLost"_s);
    m_details->setObjectName(u"instrumentDetails"_s);
    m_details->setCheckable(true);
    connect(m_details, &QPushButton::toggled, this, &InstrumentReport::showDetails);
    m_table->setModel(m_rows);
    m_table->setObjectName(u"instrumentFigures"_s);
    m_table->setAccessibleName(tr("All figures of the instrument check"));
    m_table->setWordWrap(true);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(InstrumentRowsModel::MeasuredColumn, QHeaderView::Stretch);
    m_table->hide();
    new FittedRows(*m_table);
}

QWidget *InstrumentReport::progressRow()
{
    auto *line = new QHBoxLayout;
    line->setSpacing(Theme::groupGap);
    line->addWidget(m_step, 1);
    line->addWidget(m_cancel);
    auto *running = new QVBoxLayout(m_running);
    running->setContentsMargins({});
    running->setSpacing(Theme::gap);
    running->addLayout(line);
    running->addWidget(m_progress);
    return m_running;
}

QWidget *InstrumentReport::resultBlock()
{
    auto *verdict = new QHBoxLayout;
    verdict->setSpacing(Theme::groupGap);
    verdict->addWidget(m_verdict);
    verdict->addWidget(m_load, 1);
    auto *numbers = new QHBoxLayout;
    numbers->setSpacing(Theme::groupGap);
    for (KeyNumber *number : {m_lateness, m_longest, m_floor, m_lost})
        numbers->addWidget(number, 1, Qt::AlignTop);
    auto *details = new QHBoxLayout;
    details->addWidget(m_details);
    details->addStretch();
    auto *result = new QVBoxLayout(m_result);
    result->setContentsMargins({});
    result->setSpacing(Theme::gap);
    result->addLayout(verdict);
    result->addWidget(m_advice);
    result->addSpacing(Theme::gap);
    result->addLayout(numbers);
    result->addSpacing(Theme::gap);
    result->addLayout(details);
    result->addWidget(m_table);
    return m_result;
}

void InstrumentReport::layOut()
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::gap);
    layout->addWidget(m_heading);
    layout->addWidget(progressRow());
    layout->addWidget(m_problem);
    layout->addWidget(resultBlock());
    layout->addSpacing(Theme::groupGap);
    layout->addWidget(m_form);
}

void InstrumentReport::start()
{
    if (m_session.isRunning() || m_runUnderWay)
        return;
    show();
    if (const auto setup = m_form->setup()) {
        m_session.start(*setup);
        // What had the focus cannot be pressed any more; Cancel must not get it, or a second press would cancel.
        setFocus(Qt::OtherFocusReason);
    }
    Q_EMIT shown();
}

void InstrumentReport::setRunUnderWay(bool running)
{
    m_runUnderWay = running;
    refresh();
}

void InstrumentReport::refresh()
{
    const bool running = m_session.isRunning();
    const bool known = m_session.check().has_value();
    if (!running && !known && !m_session.error())
        hide();
    m_running->setVisible(running);
    m_result->setVisible(known && !running && !m_session.error());
    m_form->setBusy(running || m_runUnderWay);
    m_form->setVisible(!running);
    if (m_session.error())
        m_problem->showMessage(MessageStrip::Kind::Error, m_session.error()->message);
    else
        m_problem->hide();
    if (running) {
        showProgress();
    } else if (known) {
        showCheck(*m_session.check());
        Q_EMIT shown();
    }
}

void InstrumentReport::showProgress()
{
    const InstrumentProgress now = m_session.progress();
    m_step->setText(stepInWords(now.step, m_session.setup()));
    m_progress->setValue(static_cast<int>(std::lround(now.share * progressSteps)));
}

void InstrumentReport::showCheck(const InstrumentCheck &check)
{
    m_verdict->setStatus(kindOf(check.verdict), instrumentVerdictInWords(check.verdict));
    m_load->setText(instrumentLoadInWords(check));
    QString advice = instrumentAdvice(check);
    m_advice->setText(advice + u' ' + tr("Runs of this session keep these figures in their results files."));
    showFigures(check);
    m_rows->setRows(instrumentRows(check));
}

void InstrumentReport::showFigures(const InstrumentCheck &check)
{
    const InstrumentLimits &limits = check.limits;
    showTime(m_lateness, check.lateness.p99, tr("%1 above floor").arg(ms(limits.latenessP99Ms)), check.lateness.n);
    showTime(m_longest, check.lateness.max, tr("%1 above floor").arg(ms(limits.latenessMaxMs)), check.lateness.n);
    showTime(m_floor, check.floor.p99, ms(limits.floorP99Ms), check.floor.n);
    m_lost->setValue(formatCount(check.lost));
    m_lost->setDetail(tr("of %1, limit 0").arg(formatCount(check.chunks + check.lost)));
}

void InstrumentReport::showDetails(bool on)
{
    m_table->setVisible(on);
    m_details->setText(on ? tr("Hide details") : tr("Details"));
}

} // namespace streamgauge
