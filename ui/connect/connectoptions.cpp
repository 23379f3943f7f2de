// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/connectoptions.h"

#include "ui/connect/headerrows.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/formfield.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

ConnectOptions::ConnectOptions(QWidget *parent)
    : QWidget(parent)
    , m_more(new QPushButton(tr("More options"), this))
    , m_body(new QWidget(this))
    , m_proxy(new ChoiceBox(m_body))
    , m_proxyAddress(new QLineEdit(m_body))
    , m_proxyUser(new QLineEdit(m_body))
    , m_proxyPassword(new QLineEdit(m_body))
    , m_family(new ChoiceBox(m_body))
    , m_authorities(new QLineEdit(m_body))
    , m_browse(new QPushButton(tr("Choose…"), m_body))
    , m_headers(new HeaderRows(m_body))
    , m_givenProxy(new QWidget(m_body))
{
    m_more->setObjectName(u"moreOptions"_s);
    m_more->setAutoDefault(false);
    connect(m_more, &QPushButton::clicked, this, [this] { open(!m_body->isVisibleTo(this)); });
    setUpProxy();
    setUpFamily();
    setUpAuthorities();
    connect(m_headers, &HeaderRows::edited, this, &ConnectOptions::edited);
    layOut();
    open(false);
    chooseProxy();
}

void ConnectOptions::setUpProxy()
{
    m_proxy->setObjectName(u"proxy"_s);
    m_proxy->addItem(tr("None"), static_cast<int>(ProxyChoice::From::None));
    m_proxy->addItem(tr("As this system is set up"), static_cast<int>(ProxyChoice::From::System));
    m_proxy->addItem(tr("This one"), static_cast<int>(ProxyChoice::From::Given));
    m_proxyAddress->setObjectName(u"proxyAddress"_s);
    m_proxyAddress->setPlaceholderText(u"http://proxy:3128"_s);
    connect(m_proxy, &QComboBox::currentIndexChanged, this, [this] {
        chooseProxy();
        Q_EMIT edited();
    });
    m_proxyUser->setObjectName(u"proxyUser"_s);
    m_proxyPassword->setObjectName(u"proxyPassword"_s);
    m_proxyPassword->setEchoMode(QLineEdit::Password);
    for (const QLineEdit *edit : {m_proxyAddress, m_proxyUser, m_proxyPassword})
        connect(edit, &QLineEdit::textEdited, this, &ConnectOptions::edited);
    layOutGivenProxy();
}

void ConnectOptions::layOutGivenProxy()
{
    m_proxyAddressField =
        new FormField(tr("Proxy addre&ss"), m_proxyAddress, tr("An HTTP proxy, or socks5://HOST:PORT."), m_givenProxy);
    auto *user = new FormField(tr("User &name"), m_proxyUser, tr("Empty where the proxy asks for none."), m_givenProxy);
    auto *password =
        new FormField(tr("Pass&word"), m_proxyPassword, tr("For this session only: it is never stored."), m_givenProxy);
    auto *grid = new QGridLayout(m_givenProxy);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(Theme::groupGap);
    grid->setVerticalSpacing(Theme::groupGap);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_proxyAddressField, 0, 0, 1, 2);
    grid->addWidget(user, 1, 0, Qt::AlignTop);
    grid->addWidget(password, 1, 1, Qt::AlignTop);
}

void ConnectOptions::setUpFamily()
{
    m_family->setObjectName(u"family"_s);
    m_family->addItem(tr("Any"), static_cast<int>(AddressFamily::Any));
    for (const AddressFamily family : {AddressFamily::IPv4, AddressFamily::IPv6})
        m_family->addItem(tr("%1 only").arg(familyInWords(family)), static_cast<int>(family));
    connect(m_family, &QComboBox::currentIndexChanged, this, &ConnectOptions::edited);
}

void ConnectOptions::setUpAuthorities()
{
    m_authorities->setObjectName(u"authorityFile"_s);
    m_authorities->setPlaceholderText(tr("None beside this machine's own"));
    m_browse->setObjectName(u"browseAuthorities"_s);
    m_browse->setAccessibleName(tr("Choose a file of authorities"));
    m_browse->setAutoDefault(false);
    connect(m_authorities, &QLineEdit::textEdited, this, &ConnectOptions::edited);
    connect(m_browse, &QPushButton::clicked, this, &ConnectOptions::browse);
}

void ConnectOptions::layOut()
{
    auto *file = new QWidget(m_body);
    m_authorities->setAccessibleName(tr("Authorities"));
    auto *line = new QHBoxLayout(file);
    line->setContentsMargins({});
    line->setSpacing(Theme::gap);
    line->addWidget(m_authorities, 1);
    line->addWidget(m_browse);

    auto *proxyField = new FormField(tr("&Proxy"), m_proxy, tr("It becomes a part of every number."), m_body);
    auto *familyField =
        new FormField(tr("Address fami&ly"), m_family, tr("Where the name has addresses of both."), m_body);
    auto *authorityField = new FormField(tr("A&uthorities"), file,
        tr("A PEM file with the certificate of the authority that signed the server's."), m_body);
    authorityField->leadTo(m_authorities);
    m_headerField = new FormField(tr("Headers"), m_headers,
        tr("Sent with every request. Values are for this session only: they are never stored."), m_body);

    auto *grid = new QGridLayout(m_body);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(Theme::groupGap);
    grid->setVerticalSpacing(Theme::groupGap);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->addWidget(proxyField, 0, 0, Qt::AlignTop);
    grid->addWidget(familyField, 0, 1, Qt::AlignTop);
    grid->addWidget(m_givenProxy, 1, 0, 1, 2);
    grid->addWidget(authorityField, 2, 0, 1, 2);
    grid->addWidget(m_headerField, 3, 0, 1, 2);

    auto *button = new QHBoxLayout;
    button->addWidget(m_more);
    button->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::gap);
    layout->addLayout(button);
    layout->addWidget(m_body);
}

void ConnectOptions::open(bool shown)
{
    m_more->setText(shown ? tr("Fewer options") : tr("More options"));
    m_more->setIcon(Theme::icon(shown ? u"chevron-down"_s : u"chevron-right"_s));
    m_body->setVisible(shown);
}

void ConnectOptions::chooseProxy()
{
    const ConnectChoices now = choices();
    m_givenProxy->setVisible(now.proxy == ProxyChoice::From::Given);
    Q_EMIT proxyChanged(now.proxy != ProxyChoice::From::None);
}

void ConnectOptions::browse()
{
    auto *dialog = new QFileDialog(
        this, tr("Choose a file of authorities"), {}, tr("Certificates (*.pem *.crt *.cer);;All files (*)"));
    dialog->setObjectName(u"authorityDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_authorities->setText(path);
        Q_EMIT edited();
    });
    dialog->open();
}

ConnectChoices ConnectOptions::choices() const
{
    ConnectChoices choices;
    choices.proxy = static_cast<ProxyChoice::From>(m_proxy->currentData().toInt());
    choices.proxyAddress = m_proxyAddress->text();
    choices.proxyUser = m_proxyUser->text().toUtf8();
    choices.proxyPassword = m_proxyPassword->text().toUtf8();
    choices.authorityFile = m_authorities->text();
    choices.family = static_cast<AddressFamily>(m_family->currentData().toInt());
    choices.headers = m_headers->headers();
    return choices;
}

void ConnectOptions::showProblem(const QString &code, const QString &message)
{
    const bool ofProxy = code.startsWith("proxy."_L1);
    const bool ofHeader = code.startsWith("header."_L1);
    m_proxyAddressField->setProblem(ofProxy ? message : QString());
    m_headerField->setProblem(ofHeader ? message : QString());
    if (!ofProxy && !ofHeader)
        return;
    open(true);
    if (ofProxy)
        m_proxyAddress->setFocus(Qt::OtherFocusReason);
    else
        m_headers->focusFirst();
}

QList<QWidget *> ConnectOptions::focusOrder() const
{
    QList<QWidget *> order{
        m_more, m_proxy, m_family, m_proxyAddress, m_proxyUser, m_proxyPassword, m_authorities, m_browse};
    return order += m_headers->focusOrder();
}

} // namespace streamgauge
