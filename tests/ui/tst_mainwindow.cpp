// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampleresult.h"
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QMessageBox>
#include <QScreen>
#include <QTest>
#include <QTextBrowser>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

void checkNamesOfVisibleWidgets(const test::WindowDriver &window)
{
    for (const QWidget *widget : window.window()->findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy())
            continue;
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        const QString name = interface ? interface->text(QAccessible::Name) : QString();
        QVERIFY2(!name.isEmpty(),
            qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
    }
}

} // namespace

/// The frame, and what holds for the whole window.
class TestMainWindow final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void followsItsKeys();
    void helpLeavesTheWindowUsable();
    void fitsItsScreen();
    void asksBeforeItStopsARun();
    void asksNothingOnceTheRunIsOver();
    void closesWithoutAQuestionWhileItStops();
    void hasANameForEverythingThatTakesFocus();
};

void TestMainWindow::initTestCase()
{
    Theme::install(*qApp);
    QAccessible::setActive(true);
}

void TestMainWindow::followsItsKeys()
{
    test::FakeWindow window;
    window.key(Qt::Key_3, Qt::ControlModifier);
    QVERIFY(window.visible("runFirst"));
    window.key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(window.visible("connectFirst"));
    window.key(Qt::Key_R, Qt::ControlModifier); // nothing to run on yet: to where that changes
    QVERIFY(window.visible("address"));
    window.type("address", u"localhost:8080"_s);
    window.key(Qt::Key_3, Qt::ControlModifier);
    window.key(Qt::Key_F5);
    QVERIFY(window.visible("waiting"));
    QVERIFY(window.fakes.probe->started);
    QVERIFY(!window.find<QAction>("actionTest")->isEnabled());
}

void TestMainWindow::helpLeavesTheWindowUsable()
{
    test::FakeWindow window;
    window.key(Qt::Key_F1);
    auto *help = window.find<QDialog>("helpWindow");
    QVERIFY(help->isVisible());
    QVERIFY(!help->isModal());
    const QString text = window.find<QTextBrowser>("definitions")->toPlainText();
    QVERIFY(text.contains(u"TTFT"_s) && text.contains(u"What warnings mean"_s) && text.contains(u"ramp_share"_s));
    window.find<QAction>("actionAbout")->trigger();
    QVERIFY(window.find<QMessageBox>("aboutBox")->text().contains(u"commit"_s));
}

void TestMainWindow::fitsItsScreen()
{
    test::Fakes fakes;
    const MainWindow window(fakes.backends(), {});
    const QSize room = window.screen()->availableSize();
    QVERIFY(room.width() < 1000); // else this shows nothing
    QCOMPARE(window.size().boundedTo(room), window.size());
    QVERIFY2(window.minimumSizeHint().width() <= 800 && window.minimumSizeHint().height() <= 560,
        qPrintable(u"%1 x %2"_s.arg(window.minimumSizeHint().width()).arg(window.minimumSizeHint().height())));
}

void TestMainWindow::asksBeforeItStopsARun()
{
    test::FakeWindow window;
    window.startOnePersonRun();
    window.key(Qt::Key_Q, Qt::ControlModifier);
    window.window()->close(); // asked once
    QCOMPARE(window.window()->findChildren<QMessageBox *>(u"closeQuestion"_s).size(), 1);
    QCOMPARE(window.fakes.run->stops, 0);
    window.press("goOn");
    QTRY_VERIFY(!window.window()->findChild<QMessageBox *>(u"closeQuestion"_s));
    QVERIFY(window.window()->isVisible());
    QCOMPARE(window.fakes.run->stops, 0);

    window.window()->close();
    window.press("stopAndQuit");
    QVERIFY(window.window()->isVisible()); // until what was measured is written
    QCOMPARE(window.fakes.run->stops, 1);
    window.fakes.run->give({RunFinished{}});
    QVERIFY(!window.window()->isVisible());
}

void TestMainWindow::asksNothingOnceTheRunIsOver()
{
    test::FakeWindow window;
    window.startOnePersonRun();
    window.window()->close();
    RunFinished end;
    end.result = test::sampleResult(true);
    window.fakes.run->give({end});
    QTRY_VERIFY(!window.window()->findChild<QMessageBox *>(u"closeQuestion"_s));
    QVERIFY(window.window()->isVisible());
    QTRY_VERIFY(window.visible("copySummary"));
    window.window()->close();
    QVERIFY(!window.window()->isVisible());
}

void TestMainWindow::closesWithoutAQuestionWhileItStops()
{
    test::FakeWindow window;
    window.startOnePersonRun();
    window.key(Qt::Key_Escape);
    window.window()->close();
    QVERIFY(!window.window()->findChild<QMessageBox *>(u"closeQuestion"_s));
    QVERIFY(window.window()->isVisible());
    window.fakes.run->give({RunFinished{}});
    QVERIFY(!window.window()->isVisible());
}

void TestMainWindow::hasANameForEverythingThatTakesFocus()
{
    test::FakeWindow window;
    checkNamesOfVisibleWidgets(window);
    window.type("address", u"localhost:8080"_s);
    window.press("connect");
    window.fakes.probe->giveStep({u"name"_s, ProbeStep::State::Passed, u"127.0.0.1"_s, 1000});
    checkNamesOfVisibleWidgets(window);
    window.fakes.probe->finish({test::reportOf({u"a"_s, u"b"_s}), {}, 0, {}});
    checkNamesOfVisibleWidgets(window);
    window.press("chooseWhatToRun");
    window.press("preset_own");
    checkNamesOfVisibleWidgets(window);
    window.press("startRun");
    checkNamesOfVisibleWidgets(window);
    RunFinished end;
    end.result = test::sampleResult(true);
    end.path = window.savedResult();
    window.fakes.run->give({end});
    QTRY_VERIFY(window.visible("copySummary"));
    checkNamesOfVisibleWidgets(window);
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
