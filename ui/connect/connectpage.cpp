// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/connectpage.h"

#include "ui/connect/connectform.h"
#include "ui/connect/connectreport.h"
#include "ui/connect/endpointsession.h"
#include "ui/connect/instrumentreport.h"
#include "ui/connect/instrumentsession.h"
#include "ui/scrollarea.h"
#include "ui/theme/theme.h"
#include "ui/widgets/textlabel.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

ConnectPage::ConnectPage(EndpointSession &session, InstrumentSession &instrument, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_instrumentSession(instrument)
    , m_form(new ConnectForm(this))
    , m_report(new ConnectReport(session, this))
    , m_instrument(new InstrumentReport(instrument, this))
{
    setObjectName(u"connectPage"_s);
    auto *title =
        new TextLabel(tr("Measure how fast an LLM endpoint answers"), TextLabel::Size::Heading, ColourRole::Text, this);
    m_form->setMaximumWidth(Theme::formWidth);
    m_report->setMaximumWidth(Theme::formWidth);
    m_instrument->setMaximumWidth(Theme::formWidth);

    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    column->setSpacing(Theme::pageMargin);
    column->addWidget(title);
    column->addWidget(m_form);
    column->addWidget(m_report);
    column->addWidget(m_instrument);
    column->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    m_scroll = new ScrollArea(content, this);
    layout->addWidget(m_scroll);

    connect(m_form, &ConnectForm::connectRequested, this, &ConnectPage::testConnection);
    connect(m_form, &ConnectForm::simulatorRequested, &m_session, &EndpointSession::trySimulator);
    connect(m_form, &ConnectForm::instrumentRequested, this, &ConnectPage::checkInstrument);
    connect(m_form, &ConnectForm::openRequested, this, &ConnectPage::openRequested);
    connect(m_form, &ConnectForm::modelChosen, &m_session, &EndpointSession::chooseModel);
    connect(m_form, &ConnectForm::edited, m_form, [this] { m_form->showError({}); });
    connect(m_report, &ConnectReport::retryRequested, this, &ConnectPage::testConnection);
    connect(m_report, &ConnectReport::editRequested, this, &ConnectPage::focusAddress);
    connect(m_report, &ConnectReport::chooseWhatToRun, this, &ConnectPage::chooseWhatToRun);
    connect(&m_session, &EndpointSession::addressChosen, m_form, &ConnectForm::setAddress);
    connect(&m_session, &EndpointSession::changed, this, &ConnectPage::refresh);
    connect(m_instrument, &InstrumentReport::shown, this, &ConnectPage::bringInstrumentIntoView);
    connect(&m_instrumentSession, &InstrumentSession::changed, this, &ConnectPage::refreshInstrument);
}

void ConnectPage::testConnection()
{
    if (m_session.isBusy() || m_runUnderWay)
        return;
    // The model and a trusted certificate are kept for the endpoint that they were chosen for.
    const auto &settings = m_session.settings();
    const auto typed = EndpointAddress::parse(m_form->address());
    const bool sameEndpoint = settings && typed && typed->base == settings->address.base;
    ConnectChoices choices = m_form->choices();
    if (sameEndpoint)
        choices.trustedCertificate = settings->trustedCertificate;
    m_session.connectTo(m_form->address(), m_form->key(), sameEndpoint ? settings->model : QString(), choices);
}

void ConnectPage::checkInstrument()
{
    m_instrument->start();
}

void ConnectPage::refreshInstrument()
{
    m_form->setInstrumentBusy(m_instrumentSession.isRunning() || m_runUnderWay);
    m_instrument->setRunUnderWay(m_runUnderWay);
}

void ConnectPage::bringInstrumentIntoView()
{
    // It has its place only once it is laid out.
    m_scroll->widget()->layout()->activate();
    m_scroll->widget()->adjustSize();
    m_scroll->ensureWidgetVisible(m_instrument, 0, Theme::gap);
}

void ConnectPage::focusAddress()
{
    m_form->focusAddress();
}

void ConnectPage::setRunUnderWay(bool running)
{
    if (m_runUnderWay == running)
        return;
    m_runUnderWay = running;
    refresh();
    refreshInstrument();
}

void ConnectPage::refresh()
{
    using State = EndpointSession::State;
    m_form->setBusy(m_session.isBusy(), m_runUnderWay);
    m_form->setConnected(m_session.isConnected());
    const bool wrong = m_session.inputIsWrong();
    m_form->showError(wrong ? m_session.error() : std::nullopt);
    if (m_session.isConnected() || m_session.state() == State::NeedsModel)
        m_form->setModels(m_session.report().servedModels, m_session.settings()->model);
    else if (!m_session.isBusy())
        m_form->setModels({}, {});
    if (m_session.state() == State::NeedsModel)
        m_form->focusModel();
    if (wrong && m_session.error()->code.startsWith("address."_L1))
        m_form->focusAddress();
}

} // namespace streamgauge
