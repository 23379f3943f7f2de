// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/gallery/gallerywindow.h"

#include "tests/ui/gallery/sampledata.h"
#include "ui/charts/chartview.h"
#include "ui/widgets/formfield.h"
#include "ui/widgets/keynumber.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/primarybutton.h"
#include "ui/widgets/sidebar.h"
#include "ui/widgets/statusword.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/textlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QRadioButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace streamgauge::test {

namespace {

QWidget *numbers(bool empty)
{
    struct Number {
        QString label, value, detail;
    };
    const QList<Number> row{{u"TTFT p50"_s, u"184\u2009ms"_s, u"p95 240  p99 –  n 41"_s},
        {u"ITL p50"_s, u"21.3\u2009ms"_s, u"p95 24.9  p99 31.0  n 5,207"_s},
        {u"Output"_s, u"342\u2009tokens/s"_s, u"0 errors"_s}, {u"In flight"_s, u"8"_s, u"client ok: 0.2 of 5 ms"_s}};
    auto *box = new QWidget;
    auto *layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::pageMargin);
    for (const Number &number : row) {
        auto *widget = new KeyNumber(number.label);
        widget->setValue(empty ? QString() : number.value);
        widget->setDetail(empty ? QString() : number.detail);
        layout->addWidget(widget);
    }
    layout->addStretch();
    return box;
}

QStandardItemModel *levelTable(QObject *parent)
{
    const QList<QStringList> rows{
        {u"1"_s, u"120"_s, u"131"_s, u"138"_s, u"20.1"_s, u"20.9"_s, u"48.2"_s, u"0"_s, u"100"_s},
        {u"8"_s, u"184"_s, u"240"_s, u"266"_s, u"21.3"_s, u"24.9"_s, u"342.0"_s, u"0"_s, u"100"_s},
        {u"32"_s, u"410"_s, u"633"_s, u"–"_s, u"38.7"_s, u"61.2"_s, u"690.4"_s, u"2"_s, u"98"_s}};
    auto *model = new QStandardItemModel(parent);
    model->setHorizontalHeaderLabels({u"Level"_s, u"TTFT p50, ms"_s, u"p95"_s, u"p99"_s, u"ITL p50, ms"_s, u"p95"_s,
        u"Tokens/s"_s, u"Errors"_s, u"n"_s});
    for (const QStringList &row : rows) {
        QList<QStandardItem *> items;
        for (const QString &cell : row) {
            items.append(new QStandardItem(cell));
            items.last()->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
        model->appendRow(items);
    }
    for (int column = 0; column < model->columnCount(); ++column)
        model->setHeaderData(column, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
    return model;
}

ChartView *chart(const Plot &plot)
{
    auto *view = new ChartView;
    view->setPlot(plot);
    return view;
}

QLayout *controls()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(Theme::groupGap);
    for (const bool on : {true, false}) {
        auto *check = new QCheckBox(on ? u"On"_s : u"Off"_s);
        check->setChecked(on);
        row->addWidget(check);
        auto *radio = new QRadioButton(on ? u"This"_s : u"That"_s);
        radio->setChecked(on);
        row->addWidget(radio);
    }
    auto *number = new QSpinBox;
    number->setRange(1, 1024);
    row->addWidget(number);
    auto *waiting = new QProgressBar;
    waiting->setRange(0, 0);
    waiting->setTextVisible(false);
    row->addWidget(waiting, 1);
    return row;
}

Plot byLevel()
{
    Plot plot;
    plot.title = u"TTFT by level"_s;
    plot.x = {u"requests at a time"_s, true, 0.8, 40, {1, 8, 32}, 0};
    plot.y = niceAxis(u"TTFT, ms"_s, 0, 650, 4, true);
    plot.series = {{SeriesRole::TtftP50, SeriesShape::Line, u"p50"_s, {{1, 120}, {8, 184}, {32, 410}}},
        {SeriesRole::TtftP95, SeriesShape::Line, u"p95"_s, {{1, 131}, {8, 240}, {32, 633}}}};
    return plot;
}

} // namespace

GalleryWindow::GalleryWindow()
    : m_pages(new QStackedWidget(this))
{
    setWindowTitle(u"Gallery"_s);
    auto *sidebar = new Sidebar(this);
    sidebar->addScreen(u"run"_s, u"&Run"_s);
    sidebar->addScreen(u"connect"_s, u"&Waiting"_s);
    sidebar->addScreen(u"results"_s, u"&Parts"_s);
    sidebar->addScreen(u"open"_s, u"S&mall"_s);
    sidebar->addAtFoot(u"settings"_s, u"&Icons"_s);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(sidebar);
    layout->addWidget(m_pages, 1);

    m_pages->addWidget(liveRun(sampleLevel(8, 38, {u"simulated"_s}), false));
    m_pages->addWidget(liveRun(LivePlots(), true));
    m_pages->addWidget(parts());
    m_pages->addWidget(smallCharts());
    m_pages->addWidget(icons());
    connect(sidebar, &Sidebar::screenRequested, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_pages, &QStackedWidget::currentChanged, sidebar, &Sidebar::setCurrent);
    sidebar->setCurrent(0);
}

void GalleryWindow::showPage(int index)
{
    m_pages->setCurrentIndex(index);
}

QWidget *GalleryWindow::liveRun(const LivePlots &plots, bool empty)
{
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    layout->setSpacing(Theme::groupGap);

    auto *top = new QHBoxLayout;
    top->addWidget(new TextLabel(empty ? u"Connecting"_s : u"Level 8: 41 of 100"_s, TextLabel::Size::Heading), 1);
    top->addWidget(new TextLabel(u"about 50 s left"_s, TextLabel::Size::Body, ColourRole::Muted));
    auto *stop = new QPushButton(Theme::icon(u"stop"_s), u"Stop"_s);
    top->addWidget(stop);
    layout->addLayout(top);
    auto *progress = new QProgressBar;
    progress->setRange(0, 300);
    progress->setValue(empty ? 0 : 141);
    progress->setTextVisible(false);
    layout->addWidget(progress);
    layout->addWidget(numbers(empty));

    auto *charts = new QGridLayout;
    charts->setSpacing(Theme::pageMargin);
    charts->addWidget(chart(plots.ttft()), 0, 0);
    charts->addWidget(chart(plots.itl()), 0, 1);
    charts->addWidget(chart(plots.outputRate()), 1, 0);
    charts->addWidget(chart(plots.inFlight()), 1, 1);
    layout->addLayout(charts, 1);
    return page;
}

QWidget *GalleryWindow::parts()
{
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    layout->setSpacing(Theme::groupGap);
    layout->addWidget(new TextLabel(u"Qwen3-8B at localhost:8080"_s, TextLabel::Size::Heading));

    auto *caution = new MessageStrip;
    caution->showMessage(MessageStrip::Kind::Caution,
        u"3 answers were cut after their finish reason. They count as succeeded and are named in the results file."_s,
        u"Show"_s);
    layout->addWidget(caution);
    auto *error = new MessageStrip;
    error->showMessage(MessageStrip::Kind::Error, u"127.0.0.1:8080 refused the connection. Is the server running?"_s);
    layout->addWidget(error);
    auto *note = new MessageStrip;
    note->showMessage(MessageStrip::Kind::Info, u"Nothing is sent anywhere but to this address."_s);
    layout->addWidget(note);

    auto *table = new TableView;
    table->setModel(levelTable(table));
    table->setFixedHeight(table->heightForRows(3));
    table->selectRow(1);
    layout->addWidget(table);

    auto *words = new QHBoxLayout;
    words->setSpacing(Theme::pageMargin);
    const QList<std::pair<StatusWord::Kind, QString>> kinds{{StatusWord::Kind::Pass, u"pass"_s},
        {StatusWord::Kind::Fail, u"fail"_s}, {StatusWord::Kind::Caution, u"truncated"_s},
        {StatusWord::Kind::Info, u"skipped"_s}};
    for (const auto &[kind, word] : kinds) {
        auto *status = new StatusWord;
        status->setStatus(kind, word);
        words->addWidget(status);
    }
    words->addStretch();
    layout->addLayout(words);

    auto *address = new QLineEdit(u"http://localhost:8080/v1"_s);
    auto *field = new FormField(u"&Address"_s, address, u"With or without scheme and /v1."_s);
    layout->addWidget(field);
    auto *level = new QComboBox;
    level->addItems({u"1, 8, 32"_s, u"1, 2, 4"_s});
    auto *second = new FormField(u"&Levels"_s, level);
    second->setProblem(
        u"0 is no level: give numbers from 1 to 1,024, with commas between them. The endpoint has 4 slots, so "
        "that more than 4 at once only wait in its queue."_s);
    layout->addWidget(second);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(new PrimaryButton(u"Connect"_s));
    buttons->addWidget(new QPushButton(Theme::icon(u"copy"_s), u"Copy summary"_s));
    auto *disabled = new QPushButton(Theme::icon(u"open"_s), u"Open results file"_s);
    disabled->setEnabled(false);
    buttons->addWidget(disabled);
    auto *primaryOff = new PrimaryButton(u"Start"_s);
    primaryOff->setEnabled(false);
    buttons->addWidget(primaryOff);
    buttons->addStretch();
    layout->addLayout(buttons);
    layout->addLayout(controls());
    layout->addStretch();
    address->setFocus();
    return page;
}

QWidget *GalleryWindow::smallCharts()
{
    auto *page = new QWidget;
    auto *layout = new QGridLayout(page);
    layout->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    layout->setSpacing(Theme::pageMargin);
    const LivePlots busy = sampleLevel(32, 170, {u"simulated"_s, u"incomplete"_s});
    const LivePlots young = sampleLevel(1, 4, {u"simulated"_s});
    int place = 0;
    for (const Plot &plot : {busy.ttft(), busy.itl(), young.ttft(), young.itl(), busy.outputRate(), byLevel()}) {
        ChartView *view = chart(plot);
        view->setFixedSize(300, 180);
        layout->addWidget(view, place / 2, place % 2);
        ++place;
    }
    layout->setRowStretch(3, 1);
    layout->setColumnStretch(2, 1);
    return page;
}

QWidget *GalleryWindow::icons()
{
    auto *page = new QWidget;
    auto *layout = new QGridLayout(page);
    layout->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    const QStringList names{u"connect"_s, u"run"_s, u"results"_s, u"settings"_s, u"stop"_s, u"play"_s, u"copy"_s,
        u"open"_s, u"check"_s, u"cross"_s, u"caution"_s, u"info"_s, u"save"_s, u"help"_s, u"streamgauge"_s};
    int row = 0;
    for (const QString &name : names) {
        int column = 0;
        for (const int side : {16, 20, 32, 48}) {
            auto *label = new QLabel;
            label->setPixmap(Theme::icon(name).pixmap(QSize(side, side), devicePixelRatioF()));
            layout->addWidget(label, row % 8, column++ + (row / 8) * 6);
        }
        layout->addWidget(new TextLabel(name), row % 8, column + (row / 8) * 6);
        ++row;
    }
    layout->setRowStretch(9, 1);
    layout->setColumnStretch(12, 1);
    return page;
}

} // namespace streamgauge::test
