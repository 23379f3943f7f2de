// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/resultspage.h"

#include "ui/emptystate.h"
#include "ui/results/resultloader.h"
#include "ui/results/resultview.h"
#include "ui/scrollarea.h"
#include "ui/theme/theme.h"
#include "ui/widgets/textlabel.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QPushButton>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

ResultsPage::ResultsPage(const QString &resultsFolder, QWidget *parent)
    : QWidget(parent)
    , m_resultsFolder(resultsFolder)
    , m_loader(new ResultLoader(this))
    , m_top(new QWidget(this))
    , m_problem(new MessageStrip(m_top))
    , m_reading(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, m_top))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(tr("No result yet"),
          tr("Run a plan, or open a results file. A file can also be dropped onto this window."), this))
    , m_view(new ResultView)
{
    setObjectName(u"resultsPage"_s);
    m_problem->setObjectName(u"resultProblem"_s);
    m_reading->setObjectName(u"reading"_s);
    QPushButton *run = m_empty->addButton(tr("Choose what to run"), u"runFirst"_s);
    QPushButton *open = m_empty->addButton(tr("Open a saved result…"), u"openFirst"_s);
    layOut();
    clearTop();

    connect(run, &QPushButton::clicked, this, &ResultsPage::runRequested);
    connect(open, &QPushButton::clicked, this, &ResultsPage::openRequested);
    connect(m_loader, &ResultLoader::loaded, this, &ResultsPage::loaded);
    connect(m_view, &ResultView::copyRequested, this, &ResultsPage::copySummary);
    connect(m_view, &ResultView::openFileRequested, this, &ResultsPage::openResultsFile);
    connect(m_view, &ResultView::showFolderRequested, this, &ResultsPage::showFolder);
}

void ResultsPage::layOut()
{
    m_stack->addWidget(m_empty);
    m_stack->addWidget(new ScrollArea(m_view, this));
    auto *top = new QVBoxLayout(m_top);
    top->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, 0);
    top->addWidget(m_reading);
    top->addWidget(m_problem);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_top);
    layout->addWidget(m_stack, 1);
}

void ResultsPage::say(MessageStrip::Kind kind, const QString &message)
{
    clearTop();
    m_problem->showMessage(kind, message);
    m_top->show();
}

void ResultsPage::clearTop()
{
    m_problem->hide();
    m_reading->hide();
    m_top->hide();
}

void ResultsPage::sayReading(const QString &what)
{
    clearTop();
    m_reading->setText(what);
    m_reading->show();
    m_top->show();
}

void ResultsPage::openFile(const QString &path)
{
    sayReading(tr("Reading %1…").arg(QDir::toNativeSeparators(path)));
    m_loader->read(path);
}

void ResultsPage::recover(const QString &journal)
{
    sayReading(tr("Recovering %1…").arg(QDir::toNativeSeparators(journal)));
    m_loader->recover(journal);
}

void ResultsPage::showRun(const RunFinished &run)
{
    clearTop();
    m_loader->present(run.path, run.result);
    if (run.error)
        say(MessageStrip::Kind::Error, run.error->message);
}

void ResultsPage::loaded()
{
    const Result<LoadedResult> &result = m_loader->result();
    if (result) {
        if (m_reading->isVisibleTo(this))
            clearTop();
        m_view->showResult(*result);
        m_stack->setCurrentIndex(1);
        if (isVisible())
            m_view->setFocus(Qt::OtherFocusReason);
    } else {
        say(MessageStrip::Kind::Error, result.error().message);
    }
    Q_EMIT shownChanged();
}

bool ResultsPage::hasResult() const
{
    return m_stack->currentWidget() != m_empty;
}

QString ResultsPage::folderToBrowse() const
{
    const QString shown = m_view->path();
    return shown.isEmpty() ? m_resultsFolder : QFileInfo(shown).absolutePath();
}

void ResultsPage::copySummary()
{
    m_view->copySummary();
}

void ResultsPage::openResultsFile()
{
    openOutside(m_view->path(), tr("No program could be started for %1. Open it from a file manager or an editor."));
}

void ResultsPage::showFolder()
{
    openOutside(QFileInfo(m_view->path()).absolutePath(), tr("No file manager could be started for %1."));
}

void ResultsPage::openOutside(const QString &path, const QString &sorry)
{
    clearTop();
    const QString shown = QDir::toNativeSeparators(path);
    if (!QFileInfo::exists(path))
        say(MessageStrip::Kind::Error, tr("%1 is not there any more: it was moved or deleted.").arg(shown));
    else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
        say(MessageStrip::Kind::Caution, sorry.arg(shown));
}

} // namespace streamgauge
