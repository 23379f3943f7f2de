// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/levelsmodel.h"
#include "models/items/warningsmodel.h"
#include "models/load/resultsfile.h"
#include "models/load/warningcatalog.h"
#include "tests/support/files.h"
#include "tests/ui/sampleresult.h"
#include "tests/ui/tametexts.h"
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QMimeData>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

/// Takes file URLs in place of the desktop.
class FakeDesktop final : public QObject {
    Q_OBJECT

public:
    FakeDesktop() { QDesktopServices::setUrlHandler(u"file"_s, this, "open"); }
    ~FakeDesktop() override { QDesktopServices::unsetUrlHandler(u"file"_s); }
    Q_INVOKABLE void open(const QUrl &url) { opened << url.toLocalFile(); }
    QStringList opened;
};

/// The Results page with saved, damaged and missing files.
class TestResultsPage final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void copiesTheSummary();
    void opensFileAndFolderOutside();
    void saysWhatAWrongFileIs_data();
    void saysWhatAWrongFileIs();
    void saysWhereThereIsNoFile();
    void opensADroppedFile();
    void explainsEachColumn();
    void fitsASmallWindow_data();
    void fitsASmallWindow();
    void explainsEachWarningOnce();
    void showsWarningsWholeAtAnyWidth();
    void givesDerivedNumbers();
    void saysWhatTheCellsCannot();
    void saysWhatDidNotRun();
    void saysWhichLevelsClientWasLate();
    void drawsItsTwoCharts();
    void survivesWhatAServerCallsItself();
};

void TestResultsPage::initTestCase()
{
    Theme::install(*qApp);
}

void TestResultsPage::copiesTheSummary()
{
    test::FakeWindow window;
    window.window()->openFile(window.savedResult());
    QTRY_VERIFY(window.visible("copySummary"));
    QGuiApplication::clipboard()->clear();
    window.press("copySummary");
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(u'|') && copied.contains(u"TTFT"_s), qPrintable(copied));
    QVERIFY(window.text("copied").contains(u"Markdown"_s));
}

void TestResultsPage::opensFileAndFolderOutside()
{
    test::FakeWindow window;
    FakeDesktop desktop;
    const QString path = window.savedResult();
    window.window()->openFile(path);
    QTRY_VERIFY(window.visible("openResultsFile"));
    window.press("openResultsFile");
    window.press("showFolder");
    QCOMPARE(desktop.opened, QStringList({path, window.path({})}));
    QVERIFY(QFile::remove(path));
    window.press("openResultsFile");
    QCOMPARE(desktop.opened.size(), 2);
    QVERIFY(window.find<MessageStrip>("resultProblem")->text().contains(u"not there any more"_s));
}

void TestResultsPage::saysWhatAWrongFileIs_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const QString not_ = u"This is not a Streamgauge results file, "_s;
    QTest::newRow("empty") << QByteArray() << not_ + u"it is empty: "_s;
    QTest::newRow("blank") << QByteArray(" \n") << not_ + u"it is empty: "_s;
    QTest::newRow("binary") << QByteArray("\x7f"
                                          "ELF\0\1\xff",
        7) << not_ + u"but binary data: "_s;
    QTest::newRow("text") << QByteArray("Dear diary") << not_ + u"but other text: "_s;
    QTest::newRow("JSON cut off") << QByteArray(R"({"name":"x","version)") << not_ + u"but other text: "_s;
    QTest::newRow("other JSON") << QByteArray(R"({"name":"x"})") << not_ + u"but JSON of another kind: "_s;
    QTest::newRow("a JSON array") << QByteArray("[1]") << not_ + u"but JSON of another kind: "_s;
    const QByteArray whole = writeLoadResults(*test::sampleResult(true));
    const QString damaged = u"This Streamgauge results file is damaged or was changed, so nothing of it is shown: "_s;
    QTest::newRow("cut off") << whole.left(whole.size() / 2) << damaged;
    QTest::newRow("changed") << QByteArray(whole).replace("\"complete\"", "\"complet\"") << damaged;
    QTest::newRow("newer") << QByteArray(whole).replace("\"format_version\": 1", "\"format_version\": 2")
                           << u"This results file was saved by another version of Streamgauge: "_s;
}

void TestResultsPage::saysWhatAWrongFileIs()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    test::FakeWindow window;
    const QString path = window.path(u"chosen.json"_s);
    test::writeFile(path, bytes);
    window.window()->openFile(path);
    QTRY_VERIFY(window.visible("resultProblem"));
    const QString told = window.find<MessageStrip>("resultProblem")->text();
    QVERIFY2(told.startsWith(words + path + u'.'), qPrintable(told));
    QCOMPARE(told.count(path), 1);
    QVERIFY2(!words.contains(u"This is not"_s) || told.endsWith(u"Choose a .json file that a run saved."_s),
        qPrintable(told));
    QVERIFY(!window.visible("reading"));
    QVERIFY(window.visible("openFirst"));
}

void TestResultsPage::saysWhereThereIsNoFile()
{
    test::FakeWindow window;
    window.window()->openFile(window.path(u"missing.json"_s));
    QTRY_VERIFY(window.find<MessageStrip>("resultProblem")->text().contains(u"missing.json"_s));
    window.window()->openFile(window.path({}));
    const QString folder = u"This is a folder, not a Streamgauge results file: %1. Choose"_s.arg(window.path({}));
    QTRY_VERIFY(window.find<MessageStrip>("resultProblem")->text().startsWith(folder));
    // Two in a row end with the last one.
    window.window()->openFile(window.path({}));
    window.window()->openFile(window.savedResult());
    QTRY_VERIFY(window.visible("copySummary"));
    QVERIFY(!window.visible("resultProblem"));
}

void TestResultsPage::opensADroppedFile()
{
    test::FakeWindow window;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(window.savedResult())});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.window(), &drop);
    QTRY_VERIFY(window.visible("copySummary"));
    QMimeData words;
    words.setText(u"no file"_s);
    QDragEnterEvent other({10, 10}, Qt::CopyAction, &words, Qt::LeftButton, Qt::NoModifier);
    other.setAccepted(false);
    QApplication::sendEvent(window.window(), &other);
    QVERIFY(!other.isAccepted());
}

void TestResultsPage::explainsEachColumn()
{
    test::FakeWindow window;
    window.window()->openFile(window.savedResult());
    QTRY_VERIFY(window.visible("levels"));
    auto *table = window.find<QTableView>("levels");
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        QVERIFY(!table->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        table->setCurrentIndex(table->model()->index(0, column));
        QVERIFY(window.text("definition").contains(u" = "_s));
    }
    const QModelIndex p95 = table->model()->index(0, LevelsModel::TtftP95Column);
    QCOMPARE(p95.data().toString(), u"\u2013"_s);
    QVERIFY(p95.data(Qt::ToolTipRole).toString().contains(u"p95 needs 20"_s));
    QVERIFY(table->model()->index(0, LevelsModel::ReturnedColumn).data().toString().endsWith(u", short"_s));
}

void TestResultsPage::fitsASmallWindow_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("usual") << QSize(1000, 680);
    QTest::newRow("small") << QSize(800, 576);
}

void TestResultsPage::fitsASmallWindow()
{
    QFETCH(QSize, size);
    test::FakeWindow window;
    window.showResult(test::slowResult());
    window.window()->resize(size);
    auto *table = window.find<QTableView>("levels");
    const QHeaderView &columns = *table->horizontalHeader();
    QTRY_COMPARE(window.window()->size(), size);
    QVERIFY2(columns.length() <= table->viewport()->width(),
        qPrintable(u"%1 in %2"_s.arg(columns.length()).arg(table->viewport()->width())));
    QVERIFY(columns.hiddenSectionCount() > 0);
    window.press("moreColumns");
    QCOMPARE(columns.hiddenSectionCount(), 0);
    window.showResult(test::sampleResult(true)); // the choice stays
    QCOMPARE(columns.hiddenSectionCount(), 0);
    window.press("moreColumns");
    QVERIFY(columns.isSectionHidden(LevelsModel::LatencyP50Column));
    // No two columns have the same title.
    QSet<QString> titles;
    for (int column = 0; column < columns.count(); ++column)
        titles << table->model()->headerData(column, Qt::Horizontal).toString();
    QCOMPARE(titles.size(), columns.count());
}

void TestResultsPage::explainsEachWarningOnce()
{
    test::FakeWindow window;
    auto result = test::sampleResult(true);
    result->warnings = {{u"ramp_share"_s, u"For 30 %."_s, 1, {}}, {u"ramp_share"_s, u"For 40 %."_s, 8, {}},
        {u"of_another_version"_s, u"Something."_s, {}, {}}};
    window.showResult(result);
    const auto *table = window.find<QTableView>("warnings");
    const auto cell = [table](int row) {
        return table->model()->index(row, WarningsModel::MessageColumn).data().toString();
    };
    const WarningInfo &info = *WarningCatalog::find(u"ramp_share");
    QCOMPARE(cell(0), u"For 30 %.\n"_s + info.meaning + u' ' + info.fix);
    QCOMPARE(cell(1), u"For 40 %."_s);
    QCOMPARE(cell(2), u"Something."_s);
}

void TestResultsPage::showsWarningsWholeAtAnyWidth()
{
    test::FakeWindow window;
    auto result = test::sampleResult(true);
    result->warnings = {{u"input_length_off"_s, u"The prompts had 93.5 tokens on average."_s, 1, {}}};
    window.showResult(result);
    auto *table = window.find<QTableView>("warnings");
    int lowest = 1000;
    int highest = 0;
    for (int width = 1000; width >= 800; width -= 5) {
        window.window()->resize(width, 600);
        QTRY_COMPARE(window.window()->width(), width);
        QCoreApplication::processEvents();
        const int height = table->rowHeight(0);
        table->resizeRowsToContents();
        QCOMPARE(height, table->rowHeight(0));
        lowest = std::min(lowest, height);
        highest = std::max(highest, height);
    }
    QVERIFY(lowest < highest); // else nothing wrapped
}

void TestResultsPage::givesDerivedNumbers()
{
    test::FakeWindow window;
    window.showResult(test::sampleResult(true));
    const auto *table = window.find<QTableView>("levels");
    const auto cell = [table](int column, int role = Qt::DisplayRole) {
        return table->model()->index(0, column).data(role).toString();
    };
    QVERIFY(table->isColumnHidden(LevelsModel::TpotP50Column));
    window.press("moreColumns");
    QVERIFY(!table->isColumnHidden(LevelsModel::TpotP50Column));
    QCOMPARE(cell(LevelsModel::TpotP50Column), u"20.0"_s); // 40 ms for three tokens
    QCOMPARE(cell(LevelsModel::TokensPerChunkColumn), u"1.00"_s);
    QCOMPARE(cell(LevelsModel::SteadyShareColumn), u"100 %"_s);
    QCOMPARE(cell(LevelsModel::SteadyRateColumn), u"5.2"_s); // six tokens in 1.161 s
    QVERIFY(cell(LevelsModel::TpotP50Column, Qt::ToolTipRole).contains(u"(output tokens − 1)"_s));
    QVERIFY(cell(LevelsModel::TpotP95Column, Qt::ToolTipRole).contains(u"p95 needs 20"_s));
    QVERIFY(cell(LevelsModel::SteadyRateColumn, Qt::ToolTipRole).contains(u"full concurrency"_s));
}

void TestResultsPage::saysWhatTheCellsCannot()
{
    test::FakeWindow window;
    window.showResult(test::sampleResult(true));
    const QString notes = window.text("levelNotes");
    QVERIFY2(notes.contains(u"TTFT p95 needs 20 requests and p99 100; level 1 has 2."_s), qPrintable(notes));
    QVERIFY2(notes.contains(u"level 1 returned 3.0 of 128"_s), qPrintable(notes));
    QVERIFY(window.visible("levelNotes"));
    QVERIFY(!window.visible("interruption"));
    const auto *table = window.find<QTableView>("levels");
    QCOMPARE(table->model()->index(0, LevelsModel::OkColumn).data().toString(), u"2 of 2"_s);
}

void TestResultsPage::saysWhatDidNotRun()
{
    test::FakeWindow window;
    auto stopped = test::sampleResult(false);
    stopped->plan.concurrency = {1, 8, 32};
    stopped->plan.requests = 30;
    stopped->partial = std::move(stopped->levels.back());
    stopped->levels.clear();
    window.showResult(stopped);
    QVERIFY(window.visible("interruption"));
    QCOMPARE(window.find<QWidget>("interruption")->accessibleName(),
        u"Level 1 was interrupted after 2 of 30 requests. Levels 8 and 32 did not run."_s);
    const auto *table = window.find<QTableView>("levels");
    QCOMPARE(table->model()->index(0, LevelsModel::LevelColumn).data().toString(), u"1†"_s);
    QCOMPARE(table->model()->index(0, LevelsModel::OkColumn).data().toString(), u"2 of 30"_s);
    window.press("copySummary");
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"Levels 8 and 32 did not run."_s));
}

void TestResultsPage::saysWhichLevelsClientWasLate()
{
    test::FakeWindow window;
    const auto late = test::slowResult();
    const int level = late->levels[1].concurrency;
    late->warnings.push_back({u"client_late"_s, u"It was late."_s, level, {}});
    late->warnings.push_back({u"system_suspended"_s, u"It slept."_s, level, {}});
    window.showResult(late);
    const QAbstractItemModel *model = window.find<QTableView>("levels")->model();
    const auto cell = [model](int row, int role) { return model->index(row, LevelsModel::LevelColumn).data(role); };
    QCOMPARE(cell(1, Qt::DisplayRole).toString(), u"%1, client late, system slept"_s.arg(level));
    QVERIFY(!cell(1, Qt::DecorationRole).value<QIcon>().isNull());
    QVERIFY(cell(1, Qt::ToolTipRole).toString().contains(u"this machine"_s));
    QVERIFY(!cell(0, Qt::DisplayRole).toString().contains(u"late"_s));
    QVERIFY(!cell(0, Qt::DecorationRole).isValid());
}

void TestResultsPage::drawsItsTwoCharts()
{
    test::FakeWindow window;
    window.showResult(test::sampleResult(true));
    const auto words = [&window](const char *name) {
        return window.find<QWidget>(name)->accessibleDescription().remove(QChar(0x2009));
    };
    QVERIFY(window.visible("ttftByLevel") && window.visible("outputRateByLevel"));
    QCOMPARE(words("ttftByLevel"), u"TTFT p50 by requests at a time: 120ms at 1."_s);
    QVERIFY(words("outputRateByLevel").startsWith(u"Output tokens/s by requests at a time: "_s));
    auto nothing = test::sampleResult(false);
    nothing->levels.clear();
    window.showResult(nothing);
    QTRY_COMPARE(words("ttftByLevel"), u"No level came to an end."_s);
    QVERIFY(!window.visible("levels"));
}

void TestResultsPage::survivesWhatAServerCallsItself()
{
    test::FakeWindow window;
    const QString hostile = u"\u202egnp.exe\x1b[31m\n"_s + QString(1'000'000, u'm');
    window.type("address", u"localhost:8080"_s);
    window.press("connect");
    const Error failed{u"endpoint.connection"_s, u"It says: "_s + hostile};
    window.fakes.probe->giveStep({u"models"_s, ProbeStep::State::Warned, hostile, {}});
    window.fakes.probe->finish({{}, {}, 3, failed});
    test::checkTextsAreTame(*window.window());
    window.press("retry");
    window.fakes.probe->giveStep({u"model"_s, ProbeStep::State::Failed, hostile, {}});
    window.fakes.probe->finish({test::reportOf({hostile, hostile + u'2'}), {}, 2, Error{u"model.several"_s, hostile}});
    test::checkTextsAreTame(*window.window());
    window.find<QComboBox>("models")->setCurrentIndex(1);
    Q_EMIT window.find<QComboBox>("models")->activated(1);
    QCOMPARE(window.fakes.probe->settings.model, hostile + u'2'); // what is sent stays whole
    window.fakes.probe->finish({test::reportOf({hostile + u'2', hostile}), {}, 0, {}});
    test::checkTextsAreTame(*window.window());
    window.press("chooseWhatToRun");
    test::checkTextsAreTame(*window.window());
    window.press("startRun");
    window.fakes.run->give({LiveSnapshot{}, WarningRaised{{u"code"_s, hostile, {}, {}}}});
    test::checkTextsAreTame(*window.window());
    RunFinished end;
    auto result = test::sampleResult(true);
    result->model = hostile;
    result->endpoint = hostile;
    result->warnings = {{u"code"_s, hostile, {}, {}}};
    end.result = result;
    window.fakes.run->give({end});
    QTRY_VERIFY(window.visible("copySummary"));
    test::checkTextsAreTame(*window.window());
    window.press("copySummary");
    QVERIFY(QGuiApplication::clipboard()->text().size() < 5000);
}

QTEST_MAIN(TestResultsPage)
#include "tst_resultspage.moc"
