// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace streamgauge {

class ConnectForm;
class ConnectReport;
class EndpointSession;
class InstrumentReport;
class InstrumentSession;
class ScrollArea;

/// Where a person names an endpoint and sees whether it can be measured.
class ConnectPage final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectPage)

public:
    ConnectPage(EndpointSession &session, InstrumentSession &instrument, QWidget *parent = nullptr);

    /// Tests what stands in the form.
    void testConnection();
    /// Measures the program itself.
    void checkInstrument();
    void focusAddress();
    /// While a run is under way its endpoint stays as it is.
    void setRunUnderWay(bool running);

Q_SIGNALS:
    void openRequested();
    void chooseWhatToRun();

private:
    void refresh();
    void refreshInstrument();
    void bringInstrumentIntoView();

    EndpointSession &m_session;
    InstrumentSession &m_instrumentSession;
    ConnectForm *m_form;
    ConnectReport *m_report;
    InstrumentReport *m_instrument;
    ScrollArea *m_scroll;
    bool m_runUnderWay = false;
};

} // namespace streamgauge
