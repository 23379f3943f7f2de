// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace streamgauge {

class ConnectForm;
class ConnectReport;
class EndpointSession;

/// Where a person names an endpoint and sees whether it can be measured.
class ConnectPage final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectPage)

public:
    explicit ConnectPage(EndpointSession &session, QWidget *parent = nullptr);

    /// Tests what stands in the form.
    void testConnection();
    void focusAddress();
    /// While a run is under way its endpoint stays as it is.
    void setRunUnderWay(bool running);

Q_SIGNALS:
    void openRequested();
    void chooseWhatToRun();

private:
    void refresh();

    EndpointSession &m_session;
    ConnectForm *m_form;
    ConnectReport *m_report;
    bool m_runUnderWay = false;
};

} // namespace streamgauge
