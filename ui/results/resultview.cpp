// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/resultview.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/items/warningsmodel.h"
#include "models/plot/levelplots.h"
#include "ui/charts/chartview.h"
#include "ui/fittedrows.h"
#include "ui/results/levelstable.h"
#include "ui/results/warningspresentation.h"
#include "ui/theme/theme.h"
#include "ui/widgets/formfield.h"
#include "ui/widgets/primarybutton.h"
#include "ui/widgets/statusword.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/textlabel.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int chartHeight = 200;

} // namespace

ResultView::ResultView(QWidget *parent)
    : QWidget(parent)
    , m_warnings(new WarningsModel(this))
    , m_title(new TextLabel({}, TextLabel::Size::Heading, ColourRole::Text, this))
    , m_facts(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_complete(new StatusWord(this))
    , m_simulated(new StatusWord(this))
    , m_interruption(new StatusWord(this))
    , m_copy(new PrimaryButton(tr("Copy summary"), this))
    , m_openFile(new QPushButton(tr("Open results file"), this))
    , m_showFolder(new QPushButton(tr("Show folder"), this))
    , m_copied(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_levels(new LevelsTable(this))
    , m_ttft(new ChartView(this))
    , m_outputRate(new ChartView(this))
    , m_warningsTitle(new TextLabel({}, TextLabel::Size::Body, ColourRole::Text, this))
    , m_warningsTable(new TableView(this))
    , m_path(new QLineEdit(this))
{
    setUpHead();
    setUpWarnings();
    setUpActions();
    layOut();
}

void ResultView::setUpHead()
{
    m_title->setObjectName(u"resultTitle"_s);
    m_title->setWordWrap(true);
    m_facts->setObjectName(u"resultFacts"_s);
    m_facts->setWordWrap(true);
    m_complete->setObjectName(u"completeWord"_s);
    m_simulated->setObjectName(u"simulatedWord"_s);
    m_interruption->setObjectName(u"interruption"_s);
    m_interruption->setSentence();
    m_ttft->setObjectName(u"ttftByLevel"_s);
    m_outputRate->setObjectName(u"outputRateByLevel"_s);
    for (ChartView *chart : {m_ttft, m_outputRate})
        chart->setFixedHeight(chartHeight);
}

void ResultView::setUpWarnings()
{
    m_warningsTitle->setObjectName(u"warningsTitle"_s);
    m_warningsTable->setObjectName(u"warnings"_s);
    m_warningsTable->setAccessibleName(tr("Warnings"));
    auto *presentation = new WarningsPresentation(this);
    presentation->setSourceModel(m_warnings);
    m_warningsTable->setModel(presentation);
    m_warningsTable->setWordWrap(true);
    m_warningsTable->hideColumn(WarningsModel::CodeColumn);
    QHeaderView *columns = m_warningsTable->horizontalHeader();
    columns->hide();
    columns->setSectionResizeMode(WarningsModel::MessageColumn, QHeaderView::Stretch);
    new FittedRows(*m_warningsTable);
}

void ResultView::setUpActions()
{
    m_copy->setObjectName(u"copySummary"_s);
    setFocusProxy(m_copy); // what a person does first with a new result
    m_openFile->setObjectName(u"openResultsFile"_s);
    m_showFolder->setObjectName(u"showFolder"_s);
    m_copied->setObjectName(u"copied"_s);
    m_path->setObjectName(u"resultPath"_s);
    m_path->setReadOnly(true);
    m_file = new FormField(tr("Results file"), m_path, {}, this);
    connect(m_copy, &QPushButton::clicked, this, &ResultView::copyRequested);
    connect(m_openFile, &QPushButton::clicked, this, &ResultView::openFileRequested);
    connect(m_showFolder, &QPushButton::clicked, this, &ResultView::showFolderRequested);
}

void ResultView::layOut()
{
    auto *words = new QHBoxLayout;
    words->setSpacing(Theme::groupGap);
    words->addWidget(m_complete);
    words->addWidget(m_simulated);
    words->addWidget(m_facts, 1);
    auto *head = new QVBoxLayout;
    head->setSpacing(Theme::gap);
    head->addWidget(m_title);
    head->addLayout(words);
    head->addWidget(m_interruption);

    auto *actions = new QHBoxLayout;
    actions->setSpacing(Theme::gap);
    for (QPushButton *button : {static_cast<QPushButton *>(m_copy), m_openFile, m_showFolder})
        actions->addWidget(button);
    actions->addWidget(m_copied, 1);

    auto *charts = new QHBoxLayout;
    charts->setSpacing(Theme::groupGap);
    charts->addWidget(m_ttft, 1);
    charts->addWidget(m_outputRate, 1);

    auto *warnings = new QVBoxLayout;
    warnings->setSpacing(Theme::smallGap);
    warnings->addWidget(m_warningsTitle);
    warnings->addWidget(m_warningsTable);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    layout->setSpacing(Theme::groupGap);
    layout->addLayout(head);
    layout->addLayout(actions);
    layout->addWidget(m_levels);
    layout->addLayout(charts);
    layout->addLayout(warnings);
    layout->addWidget(m_file);
    layout->addStretch(1);
}

QString ResultView::path() const
{
    return m_shown.path;
}

void ResultView::showResult(const LoadedResult &loaded)
{
    m_shown = loaded;
    const LoadResult &result = *loaded.result;
    showHead(result);
    showState(result);
    m_levels->setRows(loaded.rows);
    showCharts(result);
    showWarnings(result.warnings);
    m_copied->clear();
    const bool written = !loaded.path.isEmpty();
    m_openFile->setVisible(written);
    m_showFolder->setVisible(written);
    m_file->setVisible(written);
    m_path->setText(QDir::toNativeSeparators(loaded.path));
    m_path->setCursorPosition(0);
}

void ResultView::showHead(const LoadResult &result)
{
    m_title->setText(tr("%1 at %2").arg(plainName(result.model), plainName(result.endpoint)));
    qsizetype requests = 0;
    double seconds = 0;
    for (const SummaryRow &row : m_shown.rows) {
        requests += row.metrics.succeeded + row.metrics.failed + row.metrics.timedOut;
        seconds += row.metrics.durationS.value_or(0);
    }
    const QString levels = tr("%n level(s)", nullptr, static_cast<int>(m_shown.rows.size()));
    m_facts->setText(
        tr("hardware not stated, %1, %2, %3 measured, started %4")
            .arg(levels, tr("%1 request(s)", nullptr, pluralOf(requests)).arg(formatCount(requests)),
                formatDuration(seconds), QLocale().toString(result.createdAt.toLocalTime(), QLocale::ShortFormat)));
}

void ResultView::showState(const LoadResult &result)
{
    const bool allWell =
        std::ranges::all_of(m_shown.rows, [](const SummaryRow &row) { return row.metrics.succeeded > 0; });
    if (result.complete && !allWell)
        m_complete->setStatus(StatusWord::Kind::Fail, tr("complete, with a level in which every request failed"));
    else if (result.complete)
        m_complete->setStatus(StatusWord::Kind::Pass, tr("complete"));
    else
        m_complete->setStatus(StatusWord::Kind::Caution, tr("incomplete"));
    m_simulated->setStatus(StatusWord::Kind::Caution, tr("simulated"));
    m_simulated->setVisible(result.probe.simulated);
    const QString interruption = interruptionInWords(result);
    m_interruption->setStatus(StatusWord::Kind::Caution, interruption);
    m_interruption->setVisible(!interruption.isEmpty());
}

void ResultView::showCharts(const LoadResult &result)
{
    std::vector<QString> marks;
    if (!result.complete)
        marks.push_back(tr("incomplete"));
    if (result.probe.simulated)
        marks.push_back(tr("simulated"));
    const QStringList client = clientMarks(m_shown.rows);
    marks.insert(marks.end(), client.begin(), client.end());
    m_ttft->setPlot(LevelPlots::ttft(m_shown.rows, marks));
    m_outputRate->setPlot(LevelPlots::outputRate(m_shown.rows, marks));
}

void ResultView::showWarnings(const std::vector<RunWarning> &warnings)
{
    m_warnings->setWarnings(warnings);
    m_warningsTitle->setText(
        warnings.empty() ? tr("No warnings") : tr("%n warning(s)", nullptr, static_cast<int>(warnings.size())));
    m_warningsTable->setVisible(!warnings.empty());
}

void ResultView::copySummary()
{
    if (!m_shown.result)
        return;
    QGuiApplication::clipboard()->setText(m_shown.markdown);
    m_copied->setText(tr("Copied as a Markdown table."));
}

} // namespace streamgauge
