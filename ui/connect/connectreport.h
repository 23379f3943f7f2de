// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QPushButton;

namespace streamgauge {

class CertificateBox;
class EndpointSession;
class MessageStrip;
class PrimaryButton;
class StatusWord;
class TableView;
class TextLabel;

/// What the connection test does and found: its steps as they come, what it waits for, and what follows from it.
class ConnectReport final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectReport)

public:
    explicit ConnectReport(EndpointSession &session, QWidget *parent = nullptr);

Q_SIGNALS:
    void retryRequested();
    void editRequested();
    void chooseWhatToRun();

private:
    void setUpSteps();
    void setUpConclusion();
    void layOut();
    void refresh();
    void showWaiting();
    void conclude();
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString questionOfModel() const;
    [[nodiscard]] QString connectedWords() const;

    EndpointSession &m_session;
    TextLabel *m_heading;
    TableView *m_steps;
    QWidget *m_waiting;
    TextLabel *m_waitingText;
    QPushButton *m_cancel;
    MessageStrip *m_problem;
    CertificateBox *m_certificate;
    QWidget *m_success;
    StatusWord *m_connected;
    TextLabel *m_connectedText;
    QPushButton *m_retry;
    QPushButton *m_edit;
    QPushButton *m_trust;
    QPushButton *m_distrust;
    PrimaryButton *m_next;
    QTimer m_tick;
};

} // namespace streamgauge
