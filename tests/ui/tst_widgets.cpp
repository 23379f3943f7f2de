// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"
#include "ui/widgets/formfield.h"
#include "ui/widgets/keynumber.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/primarybutton.h"
#include "ui/widgets/sidebar.h"
#include "ui/widgets/sidebarbutton.h"
#include "ui/widgets/statusword.h"
#include "ui/widgets/tableheader.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/textlabel.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QVBoxLayout>

#include <set>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

QString nameOf(QWidget *widget)
{
    QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(widget);
    return seen == nullptr ? QString() : seen->text(QAccessible::Name);
}

void fillModel(QStandardItemModel &model)
{
    model.setHorizontalHeaderLabels({u"level"_s, u"TTFT p50, ms"_s, u"note"_s});
    model.appendRow({new QStandardItem(u"1"_s), new QStandardItem(u"120"_s), new QStandardItem(u"two\nlines"_s)});
    model.appendRow({new QStandardItem(u"8"_s), new QStandardItem(u"184"_s), new QStandardItem(u"a\ttab"_s)});
}

} // namespace

class tst_Widgets final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keyNumberTellsWhatItIs();
    void keyNumberKeepsItsWidth();
    void labelsShowNoMarkup();
    void labelsFollowSchemeAndFont();
    void statusIsIconAndWord();
    void stripShowsWordTextAndButton();
    void fieldHasItsLabelAndHelp();
    void sidebarIsReachedByKeyboard();
    void sidebarSetCurrentIsSilent();
    void sidebarPutsTheFootLast();
    void primaryButtonIsDefaultAndAccented();
    void tableCopiesAsTabSeparatedText();
    void tableKeepsRowsAndLeavesTab();
    void tableShowsTheHoveredRow();
    void tableFramesTheCurrentCell();
    void headerNamesAGroupOnce();
    void whatTakesFocusHasAName();
};

void tst_Widgets::initTestCase()
{
    QApplication::setPalette(Theme::palette(false));
}

void tst_Widgets::keyNumberTellsWhatItIs()
{
    KeyNumber number(u"TTFT p50"_s);
    QCOMPARE(number.accessibleName(), u"TTFT p50: –"_s);
    number.setValue(u"184 ms"_s);
    number.setDetail(u"p95 240  n 41"_s);
    QCOMPARE(number.accessibleName(), u"TTFT p50: 184 ms"_s);
    QCOMPARE(number.accessibleDescription(), u"p95 240  n 41"_s);
    number.setValue({});
    QCOMPARE(number.value(), u"–"_s);
    number.setLabel(u"TTFT p95"_s);
    QCOMPARE(number.accessibleName(), u"TTFT p95: –"_s);
}

void tst_Widgets::keyNumberKeepsItsWidth()
{
    KeyNumber number(u"x"_s);
    number.setValue(u"1,184 ms"_s);
    const int wide = number.sizeHint().width();
    number.setValue(u"9 ms"_s);
    QCOMPARE(number.minimumSizeHint().width(), wide);
}

void tst_Widgets::labelsShowNoMarkup()
{
    TextLabel label(u"<b>bold</b> & <img src=x>"_s);
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QCOMPARE(label.text(), u"<b>bold</b> & <img src=x>"_s);
    label.setText(u"a\u202eb\nc"_s);
    QCOMPARE(label.text(), u"a\\x202eb\nc"_s);
    label.setText(QString(1'000'000, u'm'));
    QVERIFY(label.text().size() < 5000);
    QVERIFY(label.minimumSizeHint().width() < 600);
}

void tst_Widgets::labelsFollowSchemeAndFont()
{
    QWidget window;
    auto *muted = new TextLabel(u"muted"_s, TextLabel::Size::KeyNumber, ColourRole::Muted, &window);
    auto *text = new TextLabel(u"text"_s, TextLabel::Size::Body, ColourRole::Fail, &window);
    text->setRole(ColourRole::Text);
    window.show();
    for (const bool dark : {true, false}) {
        QApplication::setPalette(Theme::palette(dark));
        QTRY_COMPARE(muted->palette().color(QPalette::WindowText), Theme::colour(ColourRole::Muted, dark));
        QTRY_COMPARE(text->palette().color(QPalette::WindowText), Theme::colour(ColourRole::Text, dark));
    }
    const QFont before = QApplication::font();
    QFont larger = before;
    larger.setPointSizeF(20);
    QApplication::setFont(larger);
    QTRY_COMPARE(muted->font().pointSizeF(), 36.0);
    QApplication::setFont(before);
}

void tst_Widgets::statusIsIconAndWord()
{
    std::set<QString> icons;
    for (const StatusWord::Kind kind :
        {StatusWord::Kind::Pass, StatusWord::Kind::Fail, StatusWord::Kind::Caution, StatusWord::Kind::Info}) {
        StatusWord status;
        status.setStatus(kind, u"word"_s);
        QCOMPARE(status.accessibleName(), u"word"_s);
        QVERIFY(!Theme::icon(StatusWord::iconName(kind)).isNull());
        icons.insert(StatusWord::iconName(kind));
    }
    QCOMPARE(icons.size(), std::size_t(4));
}

void tst_Widgets::stripShowsWordTextAndButton()
{
    QWidget window;
    MessageStrip strip(&window);
    QVERIFY(strip.isHidden());
    QSignalSpy triggered(&strip, &MessageStrip::actionTriggered);
    strip.showMessage(MessageStrip::Kind::Error, u"The server refused the connection."_s, u"Try again"_s);
    QVERIFY(!strip.isHidden());
    QCOMPARE(strip.text(), u"The server refused the connection."_s);
    QCOMPARE(strip.accessibleDescription(), strip.text());
    QCOMPARE(strip.findChild<StatusWord *>()->word(), u"Error"_s);
    auto *button = strip.findChild<QPushButton *>();
    QCOMPARE(button->text(), u"Try again"_s);
    button->click();
    QCOMPARE(triggered.count(), 1);
    strip.showMessage(MessageStrip::Kind::Caution, u"One warning."_s);
    QVERIFY(button->isHidden());
    QCOMPARE(strip.findChild<StatusWord *>()->word(), u"Caution"_s);
}

void tst_Widgets::fieldHasItsLabelAndHelp()
{
    auto *edit = new QLineEdit;
    FormField field(u"&Address"_s, edit, u"With or without a scheme."_s);
    QCOMPARE(nameOf(edit), u"Address"_s);
    QCOMPARE(edit->accessibleDescription(), u"With or without a scheme."_s);
    QVERIFY(field.maximumWidth() <= Theme::formWidth);
    auto *problem = field.findChild<StatusWord *>();
    QVERIFY(problem->isHidden());
    field.setProblem(u"\"htp\" is no scheme: use http or https"_s);
    QVERIFY(!problem->isHidden());
    QCOMPARE(edit->accessibleDescription(), u"\"htp\" is no scheme: use http or https"_s);
    field.setProblem({});
    QVERIFY(problem->isHidden());
    QCOMPARE(edit->accessibleDescription(), u"With or without a scheme."_s);
}

void tst_Widgets::sidebarIsReachedByKeyboard()
{
    QWidget window;
    auto *layout = new QVBoxLayout(&window);
    auto *before = new QLineEdit;
    auto *sidebar = new Sidebar;
    layout->addWidget(before);
    layout->addWidget(sidebar);
    sidebar->addScreen(u"connect"_s, u"&Connect"_s);
    sidebar->addScreen(u"run"_s, u"&Run"_s);
    sidebar->addScreen(u"results"_s, u"R&esults"_s);
    sidebar->setCurrent(0);
    QCOMPARE(nameOf(sidebar->button(0)), u"Connect"_s);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    before->setFocus();
    QTest::keyClick(before, Qt::Key_Tab);
    QTRY_COMPARE(QApplication::focusWidget(), sidebar->button(0));

    QSignalSpy requested(sidebar, &Sidebar::screenRequested);
    QTest::keyClick(sidebar->button(0), Qt::Key_Down);
    QTRY_COMPARE(requested.count(), 1);
    QCOMPARE(requested[0][0].toInt(), 1);
    QCOMPARE(sidebar->current(), 1);
    QTest::mouseClick(sidebar->button(2), Qt::LeftButton);
    QCOMPARE(sidebar->current(), 2);
    QCOMPARE(requested.count(), 2);
}

void tst_Widgets::sidebarSetCurrentIsSilent()
{
    Sidebar sidebar;
    sidebar.addScreen(u"connect"_s, u"Connect"_s);
    sidebar.addScreen(u"run"_s, u"Run"_s);
    QSignalSpy requested(&sidebar, &Sidebar::screenRequested);
    sidebar.setCurrent(1);
    sidebar.setCurrent(7);
    QCOMPARE(requested.count(), 0);
    QCOMPARE(sidebar.current(), 1);
    QVERIFY(!sidebar.button(0)->isChecked());
}

void tst_Widgets::sidebarPutsTheFootLast()
{
    Sidebar sidebar;
    sidebar.addAtFoot(u"settings"_s, u"Settings"_s);
    sidebar.addScreen(u"connect"_s, u"Connect"_s);
    sidebar.addScreen(u"run"_s, u"Run"_s);
    sidebar.resize(sidebar.sizeHint().width(), 500);
    sidebar.show();
    QVERIFY(sidebar.button(1)->y() < sidebar.button(2)->y());
    QVERIFY(sidebar.button(0)->y() > 400);
}

void tst_Widgets::primaryButtonIsDefaultAndAccented()
{
    PrimaryButton button(u"Connect"_s);
    QVERIFY(button.isDefault());
    for (const bool dark : {true, false}) {
        QApplication::setPalette(Theme::palette(dark));
        QTRY_COMPARE(
            button.palette().color(QPalette::Active, QPalette::Button), Theme::colour(ColourRole::Accent, dark));
        QCOMPARE(
            button.palette().color(QPalette::Active, QPalette::ButtonText), Theme::colour(ColourRole::Surface, dark));
    }
}

void tst_Widgets::tableCopiesAsTabSeparatedText()
{
    TableView table;
    QVERIFY(table.selectionAsText().isEmpty());
    QStandardItemModel model;
    fillModel(model);
    table.setModel(&model);
    QCOMPARE(table.selectionAsText(), u"level\tTTFT p50, ms\tnote\n1\t120\ttwo lines\n8\t184\ta tab\n"_s);
    table.selectRow(1);
    table.setColumnHidden(2, true);
    table.horizontalHeader()->moveSection(0, 1);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), u"TTFT p50, ms\tlevel\n184\t8\n"_s);
}

void tst_Widgets::tableKeepsRowsAndLeavesTab()
{
    TableView table;
    QStandardItemModel model;
    fillModel(model);
    table.setModel(&model);
    QCOMPARE(table.rowHeight(0), Theme::rowHeight);
    QVERIFY(!table.showGrid());
    QVERIFY(!table.tabKeyNavigation());
    QCOMPARE(table.heightForRows(2), 3 * Theme::rowHeight);
    // As wide as the words of the header, and their room.
    const int words = table.horizontalHeader()->fontMetrics().horizontalAdvance(u"TTFT p50, ms"_s);
    QVERIFY(table.columnWidth(1) >= words + 2 * Theme::gap);
    QVERIFY(table.columnWidth(0) < table.columnWidth(1));
}

void tst_Widgets::tableShowsTheHoveredRow()
{
    TableView table;
    QStandardItemModel model;
    fillModel(model);
    table.setModel(&model);
    table.resize(400, 120);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const QPoint inSecondRow = table.visualRect(model.index(1, 0)).bottomRight() - QPoint(1, 1);
    const auto ground = [&table, inSecondRow] { return table.viewport()->grab().toImage().pixelColor(inSecondRow); };
    QCOMPARE(ground(), Theme::colour(ColourRole::Surface, false));
    QTest::mouseMove(table.viewport(), inSecondRow);
    QTRY_COMPARE(ground(), Theme::colour(ColourRole::SurfaceRaised, false));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&table, &leave);
    QCOMPARE(ground(), Theme::colour(ColourRole::Surface, false));
}

void tst_Widgets::tableFramesTheCurrentCell()
{
    TableView table;
    QStandardItemModel model;
    fillModel(model);
    table.setModel(&model);
    table.resize(400, 120);
    table.show();
    table.activateWindow();
    table.setFocus();
    QTRY_VERIFY(table.hasFocus());
    table.selectionModel()->setCurrentIndex(model.index(1, 1), QItemSelectionModel::NoUpdate);
    const QColor accent = Theme::colour(ColourRole::Accent, false);
    const auto framed = [&table, &model, accent](int row, int column) {
        const QRect cell = table.visualRect(model.index(row, column));
        const QImage image = table.viewport()->grab(cell).toImage();
        int accented = 0;
        for (int x = 0; x < image.width(); ++x)
            accented += image.pixelColor(x, 1) == accent ? 1 : 0;
        return accented > image.width() / 2;
    };
    QVERIFY(framed(1, 1));
    QVERIFY(!framed(0, 1) && !framed(1, 0));
    table.clearFocus();
    QVERIFY(!framed(1, 1));
}

void tst_Widgets::headerNamesAGroupOnce()
{
    QStandardItemModel model;
    model.setHorizontalHeaderLabels({u"\nLevel"_s, u"TTFT, ms\np50"_s, u"TTFT, ms\np95"_s, u"TTFT, ms\np99"_s,
        u"A long name of a group\ngaps"_s, u"plain"_s});
    TableView table;
    table.setModel(&model);
    const auto &header = dynamic_cast<const TableHeader &>(*table.horizontalHeader());
    QCOMPARE(header.groupOf(2).words, u"TTFT, ms"_s);
    QCOMPARE(header.groupOf(2).firstVisual, 1);
    QCOMPARE(header.groupOf(2).lastVisual, 3);
    QVERIFY(header.groupOf(0).words.isEmpty() && header.groupOf(5).words.isEmpty());
    table.setColumnHidden(3, true);
    QCOMPARE(header.groupOf(1).lastVisual, 2);
    table.resizeColumnsToContents();
    // Neighbours share the room of the group's words; one that is alone has all of them above it.
    const QFontMetrics metrics = header.fontMetrics();
    QVERIFY(table.columnWidth(1) < metrics.horizontalAdvance(u"TTFT, ms"_s) + 2 * Theme::gap);
    QVERIFY(table.columnWidth(1) + table.columnWidth(2) >= metrics.horizontalAdvance(u"TTFT, ms"_s) + 2 * Theme::gap);
    QVERIFY(table.columnWidth(4) >= metrics.horizontalAdvance(u"A long name of a group"_s) + 2 * Theme::gap);
    QVERIFY(table.selectionAsText().startsWith(u"Level\tTTFT, ms p50\tTTFT, ms p95\t"_s));
}

void tst_Widgets::whatTakesFocusHasAName()
{
    QAccessible::setActive(true);
    Sidebar sidebar;
    sidebar.addScreen(u"run"_s, u"&Run"_s);
    auto *edit = new QLineEdit;
    FormField field(u"&Address"_s, edit);
    MessageStrip strip;
    strip.showMessage(MessageStrip::Kind::Info, u"text"_s, u"Show"_s);
    PrimaryButton primary(u"Start"_s);
    for (QWidget *root : std::initializer_list<QWidget *>{&sidebar, &field, &strip, &primary}) {
        QList<QWidget *> widgets = root->findChildren<QWidget *>();
        widgets.append(root);
        for (QWidget *widget : widgets) {
            if (widget->focusPolicy() != Qt::NoFocus)
                QVERIFY2(!nameOf(widget).isEmpty(), widget->metaObject()->className());
        }
    }
}

QTEST_MAIN(tst_Widgets)
#include "tst_widgets.moc"
