// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/backends.h"

#include <QMainWindow>
#include <QPointer>

class QAction;
class QMessageBox;
class QPushButton;
class QStackedWidget;

namespace streamgauge {

class ConnectPage;
class EndpointSession;
class InstrumentSession;
class RecoveryOffer;
class ResultsPage;
class RunPage;
class RunSession;
class Sidebar;
class TextLabel;

/// The frame: pages beside a sidebar, a menu bar that holds everything, and the run under way in the status line.
class MainWindow final : public QMainWindow {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    MainWindow(const Backends &backends, const QString &resultsFolder, QWidget *parent = nullptr);

    /// Shows a saved result; what is wrong with the file is told on the page.
    void openFile(const QString &path);
    /// Closes without a question; a run under way is stopped first, and what is finished of it is kept.
    void stopAndClose();

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    enum Page { Connect, Run, Results };

    void setUpPages();
    void setUpFileMenu();
    void setUpRunMenu();
    void setUpViewMenu();
    void setUpHelpMenu();
    void setUpStatusLine();
    QAction *addAction(QMenu &menu, const QString &name, const QString &text, const QKeySequence &shortcut);
    void showPage(int page);
    void askForFile();
    void showHelp();
    void stopWhatRuns();
    void offerRecovery();
    void refresh();
    void refreshActions();
    void refreshStatus();
    void runFinished();

    EndpointSession *m_endpoint;
    RunSession *m_run;
    InstrumentSession *m_instrument;
    Sidebar *m_sidebar;
    QStackedWidget *m_pages;
    ConnectPage *m_connectPage;
    RunPage *m_runPage;
    ResultsPage *m_resultsPage;
    RecoveryOffer *m_recovery;
    QString m_resultsFolder;
    QAction *m_test = nullptr;
    QAction *m_checkInstrument = nullptr;
    QAction *m_start = nullptr;
    QAction *m_stop = nullptr;
    QAction *m_copySummary = nullptr;
    QAction *m_openResultsFile = nullptr;
    QAction *m_showFolder = nullptr;
    TextLabel *m_status;
    QPushButton *m_statusStop;
    QWidget *m_help = nullptr;
    QPointer<QMessageBox> m_closeQuestion; ///< while it is open
    bool m_closeWhenStopped = false;
};

} // namespace streamgauge
