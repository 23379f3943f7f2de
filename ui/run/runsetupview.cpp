// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsetupview.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/load/planestimate.h"
#include "models/load/planwords.h"
#include "models/load/warningcatalog.h"
#include "ui/connect/endpointsession.h"
#include "ui/run/planform.h"
#include "ui/run/presetoption.h"
#include "ui/scrollarea.h"
#include "ui/theme/theme.h"
#include "ui/widgets/primarybutton.h"
#include "ui/widgets/textlabel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

RunSetupView::RunSetupView(EndpointSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_presets(presets())
    , m_choice(new QButtonGroup(this))
    , m_form(new PlanForm(this))
    , m_endpoint(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_change(new QPushButton(tr("Change endpoint"), this))
    , m_problem(new MessageStrip(this))
    , m_planProblems(new MessageStrip(this))
    , m_question(new MessageStrip(this))
    , m_sendAnyway(new QPushButton(tr("Send them"), this))
    , m_notNow(new QPushButton(tr("Not now"), this))
    , m_start(new PrimaryButton(tr("Start run"), this))
    , m_summary(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
{
    setUpOptions();
    setUpFooter();
    layOut();
    connect(&m_session, &EndpointSession::changed, this, &RunSetupView::refresh);
    refresh();
}

void RunSetupView::setUpOptions()
{
    for (std::size_t i = 0; i < m_presets.size(); ++i) {
        auto *option = new PresetOption(m_presets[i], this);
        m_choice->addButton(option->button(), static_cast<int>(i));
        m_options.push_back(option);
    }
    m_choice->button(0)->setChecked(true);
    m_form->setPlan(m_presets.back().plan);
    connect(m_choice, &QButtonGroup::idToggled, this, &RunSetupView::choose);
    connect(m_form, &PlanForm::edited, this, &RunSetupView::refreshChoice);
}

void RunSetupView::setUpFooter()
{
    m_endpoint->setObjectName(u"runEndpoint"_s);
    m_endpoint->setWordWrap(true);
    m_change->setObjectName(u"changeEndpoint"_s);
    m_problem->setObjectName(u"runProblem"_s);
    m_planProblems->setObjectName(u"planProblems"_s);
    m_question->setObjectName(u"costQuestion"_s);
    m_sendAnyway->setObjectName(u"sendAnyway"_s);
    m_notNow->setObjectName(u"notNow"_s);
    m_start->setObjectName(u"startRun"_s);
    m_summary->setObjectName(u"planSummary"_s);
    m_summary->setWordWrap(true);
    connect(m_change, &QPushButton::clicked, this, &RunSetupView::changeEndpointRequested);
    connect(m_start, &QPushButton::clicked, this, &RunSetupView::requestStart);
    connect(m_sendAnyway, &QPushButton::clicked, this, [this] {
        m_agreedHost = m_session.settings()->address.host;
        start();
    });
    connect(m_notNow, &QPushButton::clicked, this, &RunSetupView::refreshChoice);
}

void RunSetupView::layOut()
{
    auto *title = new TextLabel(tr("What do you want to know?"), TextLabel::Size::Heading, ColourRole::Text, this);
    auto *endpointLine = new QWidget(this);
    endpointLine->setMaximumWidth(Theme::formWidth);
    auto *endpoint = new QHBoxLayout(endpointLine);
    endpoint->setContentsMargins({});
    endpoint->setSpacing(Theme::gap);
    endpoint->addWidget(m_endpoint, 1);
    endpoint->addWidget(m_change);

    auto *content = new QWidget;
    content->setMaximumWidth(Theme::formWidth);
    auto *options = new QVBoxLayout(content);
    options->setContentsMargins({});
    options->setSpacing(Theme::groupGap);
    for (PresetOption *option : m_options)
        options->addWidget(option);
    m_form->setContentsMargins(Theme::pageMargin, 0, 0, 0);
    options->addWidget(m_form);
    options->addStretch(1);
    m_scroll = new ScrollArea(content, this);

    auto *question = new QHBoxLayout;
    question->setSpacing(Theme::gap);
    question->addWidget(m_sendAnyway);
    question->addWidget(m_notNow);
    question->addStretch();
    auto *footer = new QHBoxLayout;
    footer->setSpacing(Theme::groupGap);
    footer->addWidget(m_start);
    footer->addWidget(m_summary, 1);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    layout->setSpacing(Theme::groupGap);
    layout->addWidget(title);
    layout->addWidget(endpointLine);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_problem);
    layout->addWidget(m_planProblems);
    layout->addWidget(m_question);
    layout->addLayout(question);
    layout->addLayout(footer);
}

int RunSetupView::chosen() const
{
    return m_choice->checkedId();
}

Result<LoadPlan> RunSetupView::plan() const
{
    const Preset &preset = m_presets[static_cast<std::size_t>(chosen())];
    return preset.id == "own"_L1 ? m_form->plan() : LoadPlan::checked(preset.plan);
}

void RunSetupView::refresh()
{
    if (!m_session.isConnected())
        return;
    const ProbeReport &report = m_session.report();
    m_endpoint->setText(tr("%1 at %2").arg(plainName(report.model), plainName(m_session.settings()->address.shown)));
    for (std::size_t i = 0; i + 1 < m_options.size(); ++i) {
        const LoadPlan &plan = m_presets[i].plan;
        m_options[i]->setCost(costInWords(plan) + u"; "_s + timeInWords(plan, report));
    }
    m_problem->hide();
    refreshChoice();
}

void RunSetupView::choose(int id, bool on)
{
    if (!on)
        return;
    refreshChoice();
    if (m_presets[static_cast<std::size_t>(id)].id != "own"_L1)
        return;
    // The form has its place only once it is laid out.
    m_scroll->widget()->layout()->activate();
    m_scroll->widget()->adjustSize();
    m_scroll->ensureWidgetVisible(m_form);
}

void RunSetupView::refreshChoice()
{
    const Result<LoadPlan> wanted = plan();
    m_form->setVisible(m_presets[static_cast<std::size_t>(chosen())].id == "own"_L1);
    for (QWidget *widget :
        {static_cast<QWidget *>(m_question), static_cast<QWidget *>(m_sendAnyway), static_cast<QWidget *>(m_notNow)})
        widget->hide();
    m_start->setVisible(true);
    m_start->setEnabled(wanted.has_value());
    m_summary->setText(
        wanted ? costInWords(*wanted) + u"; "_s + timeInWords(*wanted, m_session.report()) : wanted.error().message);
    showPlanProblems(wanted);
}

void RunSetupView::showPlanProblems(const Result<LoadPlan> &wanted)
{
    QStringList problems;
    if (wanted) {
        for (const RunWarning &warning : planWarnings(*wanted, m_session.report()))
            problems << WarningCatalog::inFull(warning);
    }
    if (problems.isEmpty())
        m_planProblems->hide();
    else
        m_planProblems->showMessage(MessageStrip::Kind::Caution, problems.join(u'\n'));
}

void RunSetupView::requestStart()
{
    const Result<LoadPlan> wanted = plan();
    if (!wanted || !m_session.isConnected())
        return;
    const EndpointAddress &address = m_session.settings()->address;
    if (address.privateHost || address.host == m_agreedHost)
        return start();
    m_question->showMessage(MessageStrip::Kind::Caution,
        tr("This sends about %1 to %2 and asks for up to %3 back. It may cost money.")
            .arg(tr("%1 prompt token(s)", nullptr, pluralOf(wanted->promptTokens()))
                     .arg(formatCount(wanted->promptTokens())),
                plainName(address.host), formatCount(wanted->completionTokens())));
    m_sendAnyway->show();
    m_notNow->show();
    m_start->hide();
    m_notNow->setFocus(Qt::OtherFocusReason);
}

void RunSetupView::start()
{
    const Result<LoadPlan> wanted = plan();
    refreshChoice();
    m_problem->hide();
    if (wanted)
        Q_EMIT startRequested(*wanted);
}

void RunSetupView::say(MessageStrip::Kind kind, const QString &message)
{
    m_problem->showMessage(kind, message);
}

} // namespace streamgauge
