// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/connect/connectchoices.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace streamgauge {

class ChoiceBox;
class FormField;
class HeaderRows;

/// What few people need of the way to an endpoint, behind a button: proxy, authorities, address family, headers.
class ConnectOptions final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectOptions)

public:
    explicit ConnectOptions(QWidget *parent = nullptr);

    [[nodiscard]] ConnectChoices choices() const;
    /// At the field that an error is about, by its code, which is then shown; "" takes all problems back.
    void showProblem(const QString &code, const QString &message);
    /// In the order of Tab, the button first.
    [[nodiscard]] QList<QWidget *> focusOrder() const;

Q_SIGNALS:
    void edited();
    void proxyChanged(bool used);

private:
    void setUpProxy();
    void layOutGivenProxy();
    void setUpFamily();
    void setUpAuthorities();
    void layOut();
    void open(bool shown);
    void chooseProxy();
    void browse();

    QPushButton *m_more;
    QWidget *m_body;
    ChoiceBox *m_proxy;
    QLineEdit *m_proxyAddress;
    QLineEdit *m_proxyUser;
    QLineEdit *m_proxyPassword;
    ChoiceBox *m_family;
    QLineEdit *m_authorities;
    QPushButton *m_browse;
    HeaderRows *m_headers;
    QWidget *m_givenProxy; ///< what is asked of a proxy of one's own
    FormField *m_proxyAddressField = nullptr;
    FormField *m_headerField = nullptr;
};

} // namespace streamgauge
