// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/connect/connectchoices.h"

#include <QWidget>

#include <optional>

class QLineEdit;
class QPushButton;

namespace streamgauge {

class ConnectOptions;
class FormField;
class ModelBox;
class PrimaryButton;

/// Address, key and model of an endpoint, how it is reached, and the ways to begin without one.
class ConnectForm final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectForm)

public:
    explicit ConnectForm(QWidget *parent = nullptr);

    [[nodiscard]] QString address() const;
    [[nodiscard]] QByteArray key() const;
    /// "" where none is chosen.
    [[nodiscard]] QString model() const;
    /// Without a trusted certificate, which is no matter of typing.
    [[nodiscard]] ConnectChoices choices() const;
    void setAddress(const QString &address);
    /// The choice is shown from two models on, and where the one served is not `chosen`, which may be "".
    void setModels(const QStringList &models, const QString &chosen);
    /// Nothing can be tested while a test or a run is under way; the form says so for a run.
    void setBusy(bool testing, bool running);
    /// One primary button a screen: Connect steps back when the way leads on.
    void setConnected(bool connected);
    /// Nor can the instrument be checked while it is being checked, or while a run is under way.
    void setInstrumentBusy(bool busy);
    /// At the field that it is about; without an error all problems are taken back.
    void showError(const std::optional<Error> &error);
    void focusAddress();
    void focusModel();

Q_SIGNALS:
    void connectRequested();
    void simulatorRequested();
    void instrumentRequested();
    void openRequested();
    void modelChosen(const QString &model);
    void edited();

private:
    void setUpFields();
    void setUpModels();
    void setUpWaysToBegin();
    void layOut();
    void orderTabs();
    void sayWhereItGoes();

    QLineEdit *m_address;
    QLineEdit *m_key;
    ModelBox *m_models;
    ConnectOptions *m_options;
    PrimaryButton *m_connect;
    QPushButton *m_again; ///< in its place once the endpoint is connected
    QPushButton *m_instrument;
    QPushButton *m_simulator;
    QPushButton *m_open;
    FormField *m_addressField = nullptr;
    FormField *m_keyField = nullptr;
    FormField *m_modelField = nullptr;
    bool m_runUnderWay = false;
};

} // namespace streamgauge
