// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/levelsmodel.h"
#include "tests/ui/sampleresult.h"
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

/// A saved result, and where it is.
QString saved(const test::WindowDriver &window)
{
    const QString path = window.path(u"saved.json"_s);
    test::saveSampleResult(path);
    return path;
}

} // namespace

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
    void tellsADamagedFileOnce();
    void opensADroppedFile();
    void explainsEachColumn();
};

void TestResultsPage::initTestCase()
{
    Theme::install(*qApp);
}

void TestResultsPage::copiesTheSummary()
{
    test::FakeWindow window;
    window.window()->openFile(saved(window));
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
    const QString path = saved(window);
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

void TestResultsPage::tellsADamagedFileOnce()
{
    test::FakeWindow window;
    const QString whole = saved(window);
    QFile file(whole);
    QVERIFY(file.resize(file.size() / 2));
    window.window()->openFile(whole);
    QTRY_VERIFY(window.visible("resultProblem"));
    QVERIFY(window.find<MessageStrip>("resultProblem")->text().contains(whole));
    QVERIFY(!window.visible("reading"));
    QVERIFY(window.visible("openFirst"));
    window.window()->openFile(window.path(u"missing.json"_s));
    QTRY_VERIFY(window.find<MessageStrip>("resultProblem")->text().contains(u"missing.json"_s));
    // A folder is no file, and two in a row end with the last one.
    window.window()->openFile(window.path({}));
    window.window()->openFile(saved(window));
    QTRY_VERIFY(window.visible("copySummary"));
    QVERIFY(!window.visible("resultProblem"));
}

void TestResultsPage::opensADroppedFile()
{
    test::FakeWindow window;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(saved(window))});
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
    window.window()->openFile(saved(window));
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

QTEST_MAIN(TestResultsPage)
#include "tst_resultspage.moc"
