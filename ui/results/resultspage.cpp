// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/resultspage.h"

#include "ui/emptystate.h"
#include "ui/results/resultloader.h"
#include "ui/results/resultview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"
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
    , m_problem(new MessageStrip(this))
    , m_reading(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(tr("No result yet"),
          tr("Run a plan, or open a results file. A file can also be dropped onto this window."), this))
    , m_view(new ResultView(this))
{
    setObjectName(u"resultsPage"_s);
    m_problem->setObjectName(u"resultProblem"_s);
    m_problem->hide();
    m_reading->setObjectName(u"reading"_s);
    m_reading->setContentsMargins(Theme::pageMargin, Theme::groupGap, Theme::pageMargin, 0);
    m_reading->hide();
    QPushButton *run = m_empty->addButton(tr("Choose what to run"), u"runFirst"_s);
    QPushButton *open = m_empty->addButton(tr("Open a saved result…"), u"openFirst"_s);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);

    auto *top = new QVBoxLayout;
    top->setContentsMargins(Theme::pageMargin, 0, Theme::pageMargin, 0);
    top->addWidget(m_problem);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_reading);
    layout->addLayout(top);
    layout->addWidget(m_stack, 1);

    connect(run, &QPushButton::clicked, this, &ResultsPage::runRequested);
    connect(open, &QPushButton::clicked, this, &ResultsPage::openRequested);
    connect(m_loader, &ResultLoader::loaded, this, &ResultsPage::loaded);
    connect(m_view, &ResultView::copyRequested, this, &ResultsPage::copySummary);
    connect(m_view, &ResultView::openFileRequested, this, &ResultsPage::openResultsFile);
    connect(m_view, &ResultView::showFolderRequested, this, &ResultsPage::showFolder);
}

void ResultsPage::openFile(const QString &path)
{
    m_problem->hide();
    m_reading->setText(tr("Reading %1…").arg(QDir::toNativeSeparators(path)));
    m_reading->show();
    m_loader->read(path);
}

void ResultsPage::showRun(const RunFinished &run)
{
    m_problem->hide();
    m_loader->present(run.path, run.result);
    if (run.error)
        m_problem->showMessage(MessageStrip::Kind::Error, run.error->message);
}

void ResultsPage::loaded()
{
    m_reading->hide();
    const Result<LoadedResult> &result = m_loader->result();
    if (result) {
        m_view->showResult(*result);
        m_stack->setCurrentWidget(m_view);
    } else {
        m_problem->showMessage(MessageStrip::Kind::Error, result.error().message);
    }
    Q_EMIT shownChanged();
}

bool ResultsPage::hasResult() const
{
    return m_stack->currentWidget() == m_view;
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
    m_problem->hide();
    if (!QFileInfo::exists(path)) {
        m_problem->showMessage(MessageStrip::Kind::Error,
            tr("%1 is not there any more: it was moved or deleted.").arg(QDir::toNativeSeparators(path)));
    } else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path))) {
        m_problem->showMessage(MessageStrip::Kind::Caution, sorry.arg(QDir::toNativeSeparators(path)));
    }
}

} // namespace streamgauge
