// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "models/endpoint/serverwords.h"
#include "ui/about.h"
#include "ui/closequestion.h"
#include "ui/connect/connectpage.h"
#include "ui/connect/endpointsession.h"
#include "ui/connect/instrumentsession.h"
#include "ui/helpwindow.h"
#include "ui/results/recoveryoffer.h"
#include "ui/results/resultspage.h"
#include "ui/run/runpage.h"
#include "ui/run/runsession.h"
#include "ui/run/runtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/sidebar.h"
#include "ui/widgets/sidebarbutton.h"
#include "ui/widgets/textlabel.h"

#include <QAction>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// The one local file of a drag; "" when it is anything else.
QString droppedFile(const QMimeData &data)
{
    return data.urls().size() == 1 ? data.urls().constFirst().toLocalFile() : QString();
}

/// The size to begin with: whole on the screen, title bar and panels left free.
QSize sizeOnScreen(const QWidget &window, const QScreen &screen)
{
    constexpr QSize wanted{1000, 680};
    const int titleBar = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
    return wanted.boundedTo(screen.availableSize() - QSize(0, titleBar));
}

} // namespace

MainWindow::MainWindow(const Backends &backends, const QString &resultsFolder, QWidget *parent)
    : QMainWindow(parent)
    , m_endpoint(new EndpointSession(backends, this))
    , m_run(new RunSession(backends, this))
    , m_instrument(new InstrumentSession(backends, this))
    , m_sidebar(new Sidebar(this))
    , m_pages(new QStackedWidget(this))
    , m_connectPage(new ConnectPage(*m_endpoint, *m_instrument, this))
    , m_runPage(new RunPage(*m_endpoint, *m_run, resultsFolder, this))
    , m_resultsPage(new ResultsPage(resultsFolder, this))
    , m_recovery(new RecoveryOffer(this))
    , m_resultsFolder(resultsFolder)
    , m_status(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_statusStop(new QPushButton(tr("Stop"), this))
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(u"Streamgauge"_s);
    resize(sizeOnScreen(*this, *screen()));
    setAcceptDrops(true);
    setUpPages();
    setUpFileMenu();
    setUpRunMenu();
    setUpViewMenu();
    setUpHelpMenu();
    setUpStatusLine();
    refresh();
    offerRecovery();
    showPage(Connect);
    m_connectPage->focusAddress();
}

void MainWindow::setUpPages()
{
    m_sidebar->setObjectName(u"sidebar"_s);
    const std::pair<QString, QString> screens[] = {
        {u"connect"_s, tr("Connect")}, {u"run"_s, tr("Run")}, {u"results"_s, tr("Results")}};
    for (const auto &[name, text] : screens)
        m_sidebar->button(m_sidebar->addScreen(name, text))->setObjectName(u"screen_"_s + name);
    for (QWidget *page : {static_cast<QWidget *>(m_connectPage), static_cast<QWidget *>(m_runPage),
             static_cast<QWidget *>(m_resultsPage)})
        m_pages->addWidget(page);

    auto *body = new QWidget(this);
    auto *layout = new QHBoxLayout(body);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_sidebar);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_recovery);
    right->addWidget(m_pages, 1);
    layout->addLayout(right, 1);
    setCentralWidget(body);

    connect(m_sidebar, &Sidebar::screenRequested, this, &MainWindow::showPage);
    connect(m_connectPage, &ConnectPage::openRequested, this, &MainWindow::askForFile);
    connect(m_connectPage, &ConnectPage::chooseWhatToRun, this, [this] { showPage(Run); });
    connect(m_runPage, &RunPage::connectRequested, this, [this] { showPage(Connect); });
    connect(m_resultsPage, &ResultsPage::openRequested, this, &MainWindow::askForFile);
    connect(m_resultsPage, &ResultsPage::runRequested, this,
        [this] { showPage(m_endpoint->isConnected() ? Run : Connect); });
    connect(m_resultsPage, &ResultsPage::shownChanged, this, &MainWindow::refresh);
    connect(m_resultsPage, &ResultsPage::shownChanged, this, &MainWindow::offerRecovery);
    connect(m_recovery, &RecoveryOffer::recoverRequested, this, [this](const QString &journal) {
        showPage(Results);
        m_resultsPage->recover(journal);
    });
    connect(m_endpoint, &EndpointSession::changed, this, &MainWindow::refresh);
    connect(m_instrument, &InstrumentSession::changed, this, &MainWindow::refresh);
    connect(
        m_instrument, &InstrumentSession::changed, this, [this] { m_run->setInstrumentCheck(m_instrument->check()); });
    // Both at once would disturb each other, and the run is what was asked last.
    connect(m_run, &RunSession::started, m_instrument, &InstrumentSession::cancel);
    connect(m_run, &RunSession::progressed, this, &MainWindow::refresh);
    connect(m_run, &RunSession::started, this, &MainWindow::refresh);
    connect(m_run, &RunSession::finished, this, &MainWindow::runFinished);
}

QAction *MainWindow::addAction(QMenu &menu, const QString &name, const QString &text, const QKeySequence &shortcut)
{
    QAction *action = menu.addAction(text);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    return action;
}

void MainWindow::setUpFileMenu()
{
    QMenu &menu = *menuBar()->addMenu(tr("&File"));
    QAction *open = addAction(menu, u"actionOpen"_s, tr("&Open saved result…"), QKeySequence::Open);
    connect(open, &QAction::triggered, this, &MainWindow::askForFile);
    menu.addSeparator();
    m_copySummary = addAction(menu, u"actionCopySummary"_s, tr("&Copy summary"), tr("Ctrl+Shift+C"));
    connect(m_copySummary, &QAction::triggered, m_resultsPage, &ResultsPage::copySummary);
    m_openResultsFile = addAction(menu, u"actionOpenResultsFile"_s, tr("Open &results file"), {});
    connect(m_openResultsFile, &QAction::triggered, m_resultsPage, &ResultsPage::openResultsFile);
    m_showFolder = addAction(menu, u"actionShowFolder"_s, tr("Show &folder"), {});
    connect(m_showFolder, &QAction::triggered, m_resultsPage, &ResultsPage::showFolder);
    menu.addSeparator();
    QAction *quit = addAction(menu, u"actionQuit"_s, tr("&Quit"), QKeySequence::Quit);
    quit->setMenuRole(QAction::QuitRole);
    connect(quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::setUpRunMenu()
{
    QMenu &menu = *menuBar()->addMenu(tr("&Run"));
    m_test = addAction(menu, u"actionTest"_s, tr("&Test connection"), Qt::Key_F5);
    connect(m_test, &QAction::triggered, this, [this] {
        showPage(Connect);
        m_connectPage->testConnection();
    });
    m_checkInstrument = addAction(menu, u"actionCheckInstrument"_s, tr("Check this &instrument"), {});
    connect(m_checkInstrument, &QAction::triggered, this, [this] {
        showPage(Connect);
        m_connectPage->checkInstrument();
    });
    m_start = addAction(menu, u"actionStart"_s, tr("&Start run"), tr("Ctrl+R"));
    connect(m_start, &QAction::triggered, this, [this] {
        showPage(m_endpoint->isConnected() ? Run : Connect);
        m_runPage->requestStart();
    });
    m_stop = addAction(menu, u"actionStop"_s, tr("S&top"), Qt::Key_Escape);
    connect(m_stop, &QAction::triggered, this, &MainWindow::stopWhatRuns);
}

void MainWindow::setUpViewMenu()
{
    QMenu &menu = *menuBar()->addMenu(tr("&View"));
    const QString names[] = {tr("&Connect"), tr("&Run"), tr("R&esults")};
    const Qt::Key keys[] = {Qt::Key_1, Qt::Key_2, Qt::Key_3};
    for (int page = Connect; page <= Results; ++page) {
        QAction *action =
            addAction(menu, u"actionPage%1"_s.arg(page + 1), names[page], QKeyCombination(Qt::CTRL, keys[page]));
        connect(action, &QAction::triggered, this, [this, page] { showPage(page); });
    }
}

void MainWindow::setUpHelpMenu()
{
    QMenu &menu = *menuBar()->addMenu(tr("&Help"));
    connect(addAction(menu, u"actionHelp"_s, tr("How each &number is defined"), QKeySequence::HelpContents),
        &QAction::triggered, this, &MainWindow::showHelp);
    QAction *about = addAction(menu, u"actionAbout"_s, tr("&About Streamgauge"), {});
    about->setMenuRole(QAction::AboutRole);
    connect(about, &QAction::triggered, this, [this] { showAbout(this); });
}

void MainWindow::setUpStatusLine()
{
    m_status->setObjectName(u"statusText"_s);
    m_statusStop->setObjectName(u"statusStop"_s);
    m_statusStop->setFlat(true);
    m_statusStop->setIcon(Theme::icon(u"stop"_s));
    connect(m_statusStop, &QPushButton::clicked, this, &MainWindow::stopWhatRuns);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(Theme::gap, 0, Theme::gap, 0);
    statusBar()->addWidget(m_status, 1);
    statusBar()->addPermanentWidget(m_statusStop);
}

void MainWindow::showPage(int page)
{
    m_pages->setCurrentIndex(page);
    m_sidebar->setCurrent(page);
}

void MainWindow::openFile(const QString &path)
{
    showPage(Results);
    m_resultsPage->openFile(path);
}

void MainWindow::askForFile()
{
    auto *dialog = new QFileDialog(
        this, tr("Open saved result"), m_resultsPage->folderToBrowse(), tr("Results (*.json);;All files (*)"));
    dialog->setObjectName(u"openDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openFile);
    dialog->open();
}

void MainWindow::showHelp()
{
    if (!m_help)
        m_help = new HelpWindow(this);
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
}

void MainWindow::stopWhatRuns()
{
    if (m_run->isRunning())
        m_run->stop();
    else if (m_instrument->isRunning())
        m_instrument->cancel();
    else
        m_endpoint->cancel();
}

void MainWindow::offerRecovery()
{
    m_recovery->lookInto(m_resultsFolder);
}

void MainWindow::refresh()
{
    refreshActions();
    refreshStatus();
}

void MainWindow::refreshActions()
{
    const bool running = m_run->isRunning();
    m_test->setEnabled(!running && !m_endpoint->isBusy());
    m_start->setEnabled(!running && !m_endpoint->isBusy());
    m_checkInstrument->setEnabled(!running && !m_instrument->isRunning());
    m_stop->setEnabled((running && !m_run->isStopping()) || m_endpoint->isBusy() || m_instrument->isRunning());
    for (QAction *action : {m_copySummary, m_openResultsFile, m_showFolder})
        action->setEnabled(m_resultsPage->hasResult());
    m_connectPage->setRunUnderWay(running);
}

void MainWindow::refreshStatus()
{
    const bool running = m_run->isRunning();
    m_statusStop->setVisible(running);
    m_statusStop->setEnabled(!m_run->isStopping());
    if (running) {
        const QString left = RunText::timeLeft(m_run->latest().secondsLeft);
        const QString phase = RunText::phase(m_run->latest(), m_run->isStopping());
        m_status->setText(left.isEmpty() ? phase : phase + u", "_s + left);
    } else {
        m_status->setText(m_endpoint->isConnected()
                ? tr("%1 at %2")
                      .arg(plainName(m_endpoint->report().model), plainName(m_endpoint->settings()->address.shown))
                : tr("Not connected"));
    }
}

void MainWindow::runFinished()
{
    refresh();
    const RunFinished &outcome = *m_run->outcome();
    if (outcome.result) {
        m_resultsPage->showRun(outcome);
        showPage(Results);
    }
    // What was asked is no question any more.
    if (m_closeQuestion)
        m_closeQuestion->close();
    if (m_closeWhenStopped)
        close();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_run->isRunning() || m_closeWhenStopped)
        return event->accept();
    event->ignore();
    if (m_run->isStopping())
        return stopAndClose();
    if (!m_closeQuestion) {
        m_closeQuestion = askBeforeClosing(this);
        connect(m_closeQuestion, &QDialog::accepted, this, &MainWindow::stopAndClose);
    }
    m_closeQuestion->raise();
}

void MainWindow::stopAndClose()
{
    // What is finished is being written; the window closes itself when that is done. Asked again, it closes at once.
    m_closeWhenStopped = true;
    if (m_run->isRunning())
        m_run->stop();
    else
        close();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFile(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString file = droppedFile(*event->mimeData());
    if (file.isEmpty())
        return;
    event->acceptProposedAction();
    openFile(file);
}

} // namespace streamgauge
