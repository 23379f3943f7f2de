// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/connectform.h"

#include "models/core/format.h"
#include "ui/connect/connectoptions.h"
#include "ui/connect/modelbox.h"
#include "ui/theme/theme.h"
#include "ui/widgets/formfield.h"
#include "ui/widgets/primarybutton.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

ConnectForm::ConnectForm(QWidget *parent)
    : QWidget(parent)
    , m_address(new QLineEdit(this))
    , m_key(new QLineEdit(this))
    , m_models(new ModelBox(this))
    , m_options(new ConnectOptions(this))
    , m_connect(new PrimaryButton(tr("Connect"), this))
    , m_again(new QPushButton(tr("Test again"), this))
    , m_instrument(new QPushButton(tr("Check this instrument"), this))
    , m_simulator(new QPushButton(tr("Try the built-in simulated endpoint"), this))
    , m_open(new QPushButton(tr("Open a saved result…"), this))
{
    setUpFields();
    setUpModels();
    setUpWaysToBegin();
    layOut();
}

void ConnectForm::setUpFields()
{
    m_address->setObjectName(u"address"_s);
    m_address->setPlaceholderText(u"http://localhost:8080"_s);
    connect(m_address, &QLineEdit::returnPressed, this, &ConnectForm::connectRequested);
    connect(m_address, &QLineEdit::textEdited, this, &ConnectForm::edited);

    m_key->setObjectName(u"apiKey"_s);
    m_key->setEchoMode(QLineEdit::Password);
    connect(m_key, &QLineEdit::returnPressed, this, &ConnectForm::connectRequested);
    connect(m_key, &QLineEdit::textEdited, this, &ConnectForm::edited);

    connect(m_options, &ConnectOptions::edited, this, &ConnectForm::edited);
    connect(m_options, &ConnectOptions::proxyChanged, this, &ConnectForm::sayWhereItGoes);

    m_connect->setObjectName(u"connect"_s);
    connect(m_connect, &QPushButton::clicked, this, &ConnectForm::connectRequested);
    m_again->setObjectName(u"connectAgain"_s);
    m_again->hide();
    connect(m_again, &QPushButton::clicked, this, &ConnectForm::connectRequested);
    m_instrument->setObjectName(u"checkInstrument"_s);
    m_instrument->setToolTip(
        tr("Measures this program itself on the simulated endpoint, for ten seconds. No address is needed."));
    m_instrument->setAccessibleDescription(m_instrument->toolTip());
    connect(m_instrument, &QPushButton::clicked, this, &ConnectForm::instrumentRequested);
}

void ConnectForm::setUpModels()
{
    m_models->setObjectName(u"models"_s);
    connect(m_models, &ModelBox::modelChosen, this, &ConnectForm::modelChosen);
}

void ConnectForm::setUpWaysToBegin()
{
    m_simulator->setObjectName(u"simulator"_s);
    m_open->setObjectName(u"openResult"_s);
    connect(m_simulator, &QPushButton::clicked, this, &ConnectForm::simulatorRequested);
    connect(m_open, &QPushButton::clicked, this, &ConnectForm::openRequested);
}

void ConnectForm::layOut()
{
    auto *addressLine = new QWidget(this);
    m_address->setAccessibleName(tr("Address"));
    auto *line = new QHBoxLayout(addressLine);
    line->setContentsMargins({});
    line->setSpacing(Theme::gap);
    line->addWidget(m_address, 1);
    line->addWidget(m_connect);
    line->addWidget(m_again);
    line->addWidget(m_instrument);

    m_addressField = new FormField(tr("&Address"), addressLine, {}, this);
    m_addressField->leadTo(m_address);
    m_keyField = new FormField(tr("API &key"), m_key,
        tr("For this session only: it is never stored. Leave it empty where the server asks for none."), this);
    m_modelField = new FormField(tr("&Model"), m_models, {}, this);
    m_modelField->hide();

    auto *ways = new QHBoxLayout;
    ways->setSpacing(Theme::gap);
    ways->addWidget(m_simulator);
    ways->addWidget(m_open);
    ways->addStretch();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::groupGap);
    layout->addWidget(m_addressField);
    layout->addWidget(m_keyField);
    layout->addWidget(m_modelField);
    layout->addWidget(m_options);
    layout->addLayout(ways);
    sayWhereItGoes();
    orderTabs();
}

void ConnectForm::orderTabs()
{
    QList<QWidget *> order{m_address, m_connect, m_again, m_instrument, m_key, m_models};
    order += m_options->focusOrder();
    order << m_simulator << m_open;
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
}

void ConnectForm::sayWhereItGoes()
{
    const bool proxy = m_options->choices().proxy != ProxyChoice::From::None;
    m_addressField->setHelp(m_runUnderWay ? tr("A run is under way. Stop it to test another endpoint.")
            : proxy                       ? tr("Nothing is sent anywhere but to this address, through the proxy below.")
                                          : tr("Nothing is sent anywhere but to this address."));
}

QString ConnectForm::address() const
{
    return m_address->text();
}

QByteArray ConnectForm::key() const
{
    return m_key->text().toUtf8();
}

QString ConnectForm::model() const
{
    return m_models->model();
}

ConnectChoices ConnectForm::choices() const
{
    return m_options->choices();
}

void ConnectForm::setAddress(const QString &address)
{
    m_address->setText(address);
}

void ConnectForm::setModels(const QStringList &models, const QString &chosen)
{
    m_models->setModels(models, chosen);
    m_modelField->setHelp(
        tr("%1 model(s) are served here.", nullptr, pluralOf(models.size())).arg(formatCount(models.size())));
    // One that is chosen already is no choice.
    m_modelField->setVisible(models.size() > 1 || (models.size() == 1 && chosen != models.front()));
}

void ConnectForm::setBusy(bool testing, bool running)
{
    for (QWidget *widget : {static_cast<QWidget *>(m_connect), static_cast<QWidget *>(m_again),
             static_cast<QWidget *>(m_simulator), static_cast<QWidget *>(m_models)})
        widget->setEnabled(!testing && !running);
    m_runUnderWay = running;
    sayWhereItGoes();
}

void ConnectForm::setConnected(bool connected)
{
    m_connect->setVisible(!connected);
    m_again->setVisible(connected);
}

void ConnectForm::setInstrumentBusy(bool busy)
{
    m_instrument->setEnabled(!busy);
}

void ConnectForm::showError(const std::optional<Error> &error)
{
    const QString code = error ? error->code : QString();
    const QString message = error ? error->message : QString();
    m_addressField->setProblem(code.startsWith("address."_L1) ? message : QString());
    m_keyField->setProblem(code.startsWith("key."_L1) ? message : QString());
    m_options->showProblem(code, message);
}

void ConnectForm::focusAddress()
{
    m_address->setFocus(Qt::OtherFocusReason);
    m_address->selectAll();
}

void ConnectForm::focusModel()
{
    m_models->setFocus(Qt::OtherFocusReason);
}

} // namespace streamgauge
