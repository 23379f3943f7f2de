// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/connectreport.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/items/probestepsmodel.h"
#include "ui/connect/certificatebox.h"
#include "ui/connect/endpointsession.h"
#include "ui/connect/stepspresentation.h"
#include "ui/fittedrows.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/primarybutton.h"
#include "ui/widgets/statusword.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/textlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// From here on a person wonders whether anything happens.
constexpr double secondsToExplain = 3;

} // namespace

ConnectReport::ConnectReport(EndpointSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_heading(new TextLabel(tr("Connection test"), TextLabel::Size::Heading, ColourRole::Text, this))
    , m_steps(new TableView(this))
    , m_waiting(new QWidget(this))
    , m_waitingText(new TextLabel({}, TextLabel::Size::Body, ColourRole::Text, m_waiting))
    , m_cancel(new QPushButton(tr("Cancel"), m_waiting))
    , m_problem(new MessageStrip(this))
    , m_certificate(new CertificateBox(this))
    , m_success(new QWidget(this))
    , m_connected(new StatusWord(m_success))
    , m_connectedText(new TextLabel({}, TextLabel::Size::Body, ColourRole::Text, m_success))
    , m_retry(new QPushButton(tr("Try again"), this))
    , m_edit(new QPushButton(tr("Edit address"), this))
    , m_trust(new QPushButton(tr("Trust this certificate"), this))
    , m_distrust(new QPushButton(tr("Trust authorities again"), this))
    , m_next(new PrimaryButton(tr("Choose what to run"), this))
{
    setUpSteps();
    setUpConclusion();
    layOut();
    m_tick.setInterval(500);
    connect(&m_tick, &QTimer::timeout, this, &ConnectReport::showWaiting);
    connect(&m_session, &EndpointSession::changed, this, &ConnectReport::refresh);
    connect(&m_session, &EndpointSession::stepsTaken, this, &ConnectReport::refresh);
    refresh();
}

void ConnectReport::setUpSteps()
{
    auto *presentation = new StepsPresentation(this);
    presentation->setSourceModel(m_session.steps());
    m_steps->setModel(presentation);
    m_steps->setObjectName(u"steps"_s);
    m_steps->setAccessibleName(m_heading->text());
    m_steps->horizontalHeader()->hide();
    m_steps->setWordWrap(true);
    m_steps->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_steps->horizontalHeader()->setSectionResizeMode(ProbeStepsModel::FactColumn, QHeaderView::Stretch);
    new FittedRows(*m_steps);
}

void ConnectReport::setUpConclusion()
{
    m_waitingText->setObjectName(u"waiting"_s);
    m_cancel->setObjectName(u"cancelTest"_s);
    m_problem->setObjectName(u"connectProblem"_s);
    m_connected->setObjectName(u"connected"_s);
    m_connected->setStatus(StatusWord::Kind::Pass, tr("Connected"));
    m_connectedText->setObjectName(u"connectedText"_s);
    m_connectedText->setWordWrap(true);
    m_retry->setObjectName(u"retry"_s);
    m_edit->setObjectName(u"editAddress"_s);
    m_next->setObjectName(u"chooseWhatToRun"_s);
    m_trust->setObjectName(u"trustCertificate"_s);
    m_distrust->setObjectName(u"trustAuthorities"_s);
    connect(m_cancel, &QPushButton::clicked, &m_session, &EndpointSession::cancel);
    connect(m_retry, &QPushButton::clicked, this, &ConnectReport::retryRequested);
    connect(m_edit, &QPushButton::clicked, this, &ConnectReport::editRequested);
    connect(m_trust, &QPushButton::clicked, &m_session, &EndpointSession::trustCertificate);
    connect(m_distrust, &QPushButton::clicked, &m_session, &EndpointSession::trustAuthorities);
    connect(m_next, &QPushButton::clicked, this, &ConnectReport::chooseWhatToRun);
}

void ConnectReport::layOut()
{
    auto *waiting = new QHBoxLayout(m_waiting);
    waiting->setContentsMargins({});
    waiting->addWidget(m_waitingText);
    waiting->addWidget(m_cancel);
    waiting->addStretch();

    auto *success = new QHBoxLayout(m_success);
    success->setContentsMargins({});
    success->setSpacing(Theme::groupGap);
    success->addWidget(m_connected, 0, Qt::AlignTop);
    success->addWidget(m_connectedText, 1);

    auto *ways = new QHBoxLayout;
    ways->setSpacing(Theme::gap);
    ways->addWidget(m_next);
    ways->addWidget(m_retry);
    ways->addWidget(m_edit);
    ways->addWidget(m_trust);
    ways->addWidget(m_distrust);
    ways->addStretch();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::gap);
    layout->addWidget(m_heading);
    // What it comes to stands first and keeps its place while the steps below it grow.
    layout->addWidget(m_waiting);
    layout->addWidget(m_problem);
    layout->addWidget(m_certificate);
    layout->addWidget(m_success);
    layout->addLayout(ways);
    layout->addWidget(m_steps);
}

void ConnectReport::refresh()
{
    const auto state = m_session.state();
    // A wrong address or key is told at its field.
    setVisible(state != EndpointSession::State::Idle && !m_session.inputIsWrong());
    m_steps->setVisible(m_session.steps()->rowCount() > 0);
    m_waiting->setVisible(m_session.isBusy());
    m_success->setVisible(m_session.isConnected());
    m_next->setVisible(m_session.isConnected());
    m_retry->setVisible(state == EndpointSession::State::Failed);
    m_edit->setVisible(state == EndpointSession::State::Failed);
    const bool untrusted = state == EndpointSession::State::Failed && m_session.untrusted();
    m_certificate->setVisible(untrusted);
    m_trust->setVisible(untrusted);
    m_distrust->setVisible(m_session.isConnected() && !m_session.settings()->trustedCertificate.isEmpty());
    if (untrusted)
        m_certificate->showFacts(m_session.untrusted()->certificate);
    conclude();
    showWaiting();
    if (m_session.isBusy())
        m_tick.start();
    else
        m_tick.stop();
}

void ConnectReport::showWaiting()
{
    if (!m_session.isBusy())
        return;
    const auto &steps = m_session.steps()->steps();
    QString text = m_session.state() == EndpointSession::State::StartingSimulator
        ? tr("Starting the simulated endpoint")
        : StepsPresentation::nextInWords(steps.empty() ? QString() : steps.back().name);
    const double seconds = m_session.secondsWaiting();
    if (seconds >= secondsToExplain) {
        text += tr(": %1, the server may be loading the model").arg(formatDuration(std::floor(seconds)));
    } else {
        text += u'…';
    }
    m_waitingText->setText(text);
}

/// The certificate stands below it in rows, with its button.
QString ConnectReport::problem() const
{
    return m_session.untrusted() ? m_session.untrusted()->problem : m_session.error()->message;
}

QString ConnectReport::connectedWords() const
{
    const EndpointAddress &address = m_session.settings()->address;
    const RouteFacts &route = m_session.report().route;
    QString text = tr("%1 at %2.").arg(plainName(m_session.report().model), plainName(address.shown));
    if (!route.proxy.isEmpty())
        text += u' ' + tr("This machine and the way through the proxy %1 are part of every number.").arg(route.proxy);
    else if (!address.loopback)
        text += u' ' + tr("This machine and the network to %1 are part of every number.").arg(address.host);
    if (!route.trustedCertificate.isEmpty())
        text += u' ' + tr("Its certificate is trusted because you said so; no authority vouches for it.");
    return text;
}

QString ConnectReport::questionOfModel() const
{
    const QString wanted = m_session.settings()->model;
    return wanted.isEmpty() ? tr("Choose the model to measure.")
                            : tr("“%1” is not served here. Choose another model.").arg(plainName(wanted));
}

void ConnectReport::conclude()
{
    using State = EndpointSession::State;
    m_problem->hide();
    switch (m_session.state()) {
    case State::Failed:
        return m_problem->showMessage(MessageStrip::Kind::Error, problem());
    case State::NeedsModel:
        return m_problem->showMessage(MessageStrip::Kind::Info, questionOfModel());
    case State::Connected:
        return m_connectedText->setText(connectedWords());
    default:
        return;
    }
}

} // namespace streamgauge
