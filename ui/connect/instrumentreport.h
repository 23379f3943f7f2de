// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace streamgauge {

class InstrumentForm;
class InstrumentRowsModel;
class InstrumentSession;
class KeyNumber;
class MessageStrip;
class StatusWord;
class TableView;
class TextLabel;
struct InstrumentCheck;

/// How an instrument check goes and what it found: the verdict first, the figures that carry it, all of them on demand.
class InstrumentReport final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstrumentReport)

public:
    explicit InstrumentReport(InstrumentSession &session, QWidget *parent = nullptr);

    /// Starts a check as the form says.
    void start();
    /// While a run is under way nothing can be checked.
    void setRunUnderWay(bool running);

Q_SIGNALS:
    /// It has something new to show.
    void shown();

private:
    void setUpProgress();
    void setUpFigures();
    void layOut();
    [[nodiscard]] QWidget *progressRow();
    [[nodiscard]] QWidget *resultBlock();
    void refresh();
    void showProgress();
    void showCheck(const InstrumentCheck &check);
    void showFigures(const InstrumentCheck &check);
    void showDetails(bool on);

    InstrumentSession &m_session;
    TextLabel *m_heading;
    QWidget *m_running;
    TextLabel *m_step;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
    MessageStrip *m_problem;
    QWidget *m_result;
    StatusWord *m_verdict;
    TextLabel *m_load;
    TextLabel *m_advice;
    KeyNumber *m_lateness;
    KeyNumber *m_longest;
    KeyNumber *m_floor;
    KeyNumber *m_lost;
    QPushButton *m_details;
    TableView *m_table;
    InstrumentRowsModel *m_rows;
    InstrumentForm *m_form;
    bool m_runUnderWay = false;
};

} // namespace streamgauge
