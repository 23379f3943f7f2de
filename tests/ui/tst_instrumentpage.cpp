// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/load/instrumentwords.h"
#include "tests/models/load/samplecheck.h"
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/keynumber.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/statusword.h"

#include <QAccessible>
#include <QApplication>
#include <QProgressBar>
#include <QScrollArea>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;
using Step = InstrumentProgress::Step;

/// The instrument check of the window, by its object names.
class TestInstrumentPage final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void needsNoEndpoint();
    void saysHowFarItIs();
    void showsTheVerdict_data();
    void showsTheVerdict();
    void detailsShowEveryFigure();
    void saysWhatASmallSampleLacks();
    void asksForWhatTheFieldsSay();
    void saysWhatIsWrongInAField();
    void maybeCancelled();
    void saysWhyItCannotBeMade();
    void saysThatTheProgramIsMissing();
    void isKeptWithLaterRuns();
    void aRunEndsIt();
    void isReachedByKeyboard();
    void isSeenInASmallWindow();
};

void TestInstrumentPage::initTestCase()
{
    Theme::install(*qApp);
}

void TestInstrumentPage::needsNoEndpoint()
{
    test::FakeWindow window;
    QVERIFY(!window.visible("instrumentReport"));
    window.press("checkInstrument");
    // No event loop has turned since the press.
    QVERIFY(window.fakes.instrument->started);
    QCOMPARE(window.fakes.instrument->setup.concurrency, 32);
    QCOMPARE(window.fakes.instrument->setup.intervalMs, 20);
    QVERIFY(window.visible("instrumentStep"));
    QVERIFY(!window.find<QWidget>("checkInstrument")->isEnabled());
    // A second press of the key must not cancel what the first one began.
    QVERIFY(window.find<QWidget>("instrumentReport")->hasFocus());
}

void TestInstrumentPage::saysHowFarItIs()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    QCOMPARE(window.text("instrumentStep"), u"Starting the simulated endpoint…"_s);
    window.fakes.instrument->tell({Step::Timers, 0.05});
    QCOMPARE(window.text("instrumentStep"), u"Watching a bare timer…"_s);
    window.fakes.instrument->tell({Step::Streams, 0.5});
    QCOMPARE(window.text("instrumentStep"), u"Measuring 32 streams…"_s);
    QCOMPARE(window.find<QProgressBar>("instrumentProgress")->value(), 500);
}

void TestInstrumentPage::showsTheVerdict_data()
{
    QTest::addColumn<InstrumentVerdict>("verdict");
    QTest::addColumn<QString>("word");
    QTest::newRow("ok") << InstrumentVerdict::Ok << u"ok"_s;
    QTest::newRow("client late") << InstrumentVerdict::ClientLate << u"client late"_s;
    QTest::newRow("machine busy") << InstrumentVerdict::MachineBusy << u"machine busy"_s;
    QTest::newRow("chunks lost") << InstrumentVerdict::ChunksLost << u"chunks lost"_s;
}

void TestInstrumentPage::showsTheVerdict()
{
    QFETCH(InstrumentVerdict, verdict);
    QFETCH(QString, word);
    test::FakeWindow window;
    window.press("checkInstrument");
    InstrumentCheck check = test::goodCheck();
    check.verdict = verdict;
    window.fakes.instrument->finish({check, {}});
    QVERIFY(!window.visible("instrumentStep"));
    QCOMPARE(window.find<StatusWord>("instrumentVerdict")->word(), word);
    QVERIFY(window.find<StatusWord>("instrumentVerdict")->accessibleName().contains(word));
    QVERIFY(!window.text("instrumentAdvice").isEmpty());
    QCOMPARE(window.find<KeyNumber>("instrumentLateness")->value(), formatMs(0.406e6));
    QVERIFY(window.find<KeyNumber>("instrumentLateness")->detail().contains(u"25"_s));
    QCOMPARE(window.find<KeyNumber>("instrumentLost")->value(), u"0"_s);
    QVERIFY(window.find<QWidget>("checkInstrument")->isEnabled());
}

void TestInstrumentPage::detailsShowEveryFigure()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    InstrumentCheck check = test::goodCheck();
    check.eventLoopLag = test::spreadOf(800, 1, 30, 40);
    check.verdict = judgeInstrument(check);
    window.fakes.instrument->finish({check, {}});
    auto *table = window.find<QTableView>("instrumentFigures");
    QVERIFY(!table->isVisible());
    window.press("instrumentDetails");
    QVERIFY(table->isVisible());
    const QAbstractItemModel &rows = *table->model();
    QCOMPARE(rows.rowCount(), static_cast<int>(instrumentFigures().size()));
    int beyond = 0;
    for (int row = 0; row < rows.rowCount(); ++row) {
        for (int column = 1; column < rows.columnCount(); ++column)
            QVERIFY(!rows.index(row, column).data().toString().isEmpty());
        QVERIFY(!rows.index(row, 1).data(Qt::ToolTipRole).toString().isEmpty());
        if (rows.index(row, 0).data().toString() == u"beyond"_s) {
            ++beyond;
            QCOMPARE(rows.index(row, 1).data().toString(), u"Event-loop lag"_s);
        }
    }
    QCOMPARE(beyond, 1);
    window.press("instrumentDetails");
    QVERIFY(!table->isVisible());
}

void TestInstrumentPage::saysWhatASmallSampleLacks()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    InstrumentCheck check = test::goodCheck();
    check.lateness = {.n = 7, .mean = {}, .p50 = 1e6, .p95 = {}, .p99 = {}, .max = 2e6};
    window.fakes.instrument->finish({check, {}});
    QCOMPARE(window.find<KeyNumber>("instrumentLateness")->detail(), u"n 7, p99 needs 100"_s);
}

void TestInstrumentPage::asksForWhatTheFieldsSay()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    window.fakes.instrument->finish({test::goodCheck(), {}});
    const QPointer<test::FakeInstrument> first = window.fakes.instrument;
    window.type("instrumentStreams", u"1,024"_s);
    window.type("instrumentInterval", u"50"_s);
    window.press("checkAgain");
    QVERIFY(window.fakes.instrument != first);
    QCOMPARE(window.fakes.instrument->setup.concurrency, 1024);
    QCOMPARE(window.fakes.instrument->setup.intervalMs, 50);
}

void TestInstrumentPage::saysWhatIsWrongInAField()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    window.fakes.instrument->finish({test::goodCheck(), {}});
    const QPointer<test::FakeInstrument> first = window.fakes.instrument;
    const auto problem = [&window](const char *name) { return window.find<QWidget>(name)->accessibleDescription(); };
    for (const QString &wrong : {u"0"_s, u"4097"_s, u"many"_s, u""_s}) {
        window.type("instrumentStreams", wrong);
        QTest::keyClick(window.find<QLineEdit>("instrumentStreams"), Qt::Key_Return);
        QVERIFY2(problem("instrumentStreams").contains(u"4,096"_s), qPrintable(problem("instrumentStreams")));
        QVERIFY(window.find<QLineEdit>("instrumentStreams")->hasFocus());
        QCOMPARE(window.fakes.instrument, first);
    }
    window.type("instrumentStreams", u"8"_s);
    window.type("instrumentInterval", u"1001"_s);
    window.press("checkAgain");
    QVERIFY(problem("instrumentInterval").contains(u"1,000"_s));
    QCOMPARE(window.fakes.instrument, first);
}

void TestInstrumentPage::maybeCancelled()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    const QPointer<test::FakeInstrument> first = window.fakes.instrument;
    window.key(Qt::Key_Escape);
    QVERIFY(first->cancelled);
    QVERIFY(!window.visible("instrumentReport"));
    first->finish({}); // it ends in its own time and is not listened to
    QTRY_VERIFY(first.isNull());
    window.press("checkInstrument");
    window.fakes.instrument->finish({test::goodCheck(), {}});
    window.press("checkAgain");
    window.press("cancelInstrument");
    QVERIFY(window.fakes.instrument->cancelled);
    // What the last whole check found is still there.
    QCOMPARE(window.find<StatusWord>("instrumentVerdict")->word(), u"ok"_s);
    QVERIFY(window.visible("instrumentVerdict"));
}

void TestInstrumentPage::saysWhyItCannotBeMade()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    window.fakes.instrument->finish({{}, Error{u"simulator.missing"_s, u"streamgauge-cli is not there"_s}});
    QVERIFY(window.visible("instrumentProblem"));
    QCOMPARE(window.find<MessageStrip>("instrumentProblem")->text(), u"streamgauge-cli is not there"_s);
    QVERIFY(!window.visible("instrumentVerdict"));
    window.press("checkAgain");
    QVERIFY(!window.visible("instrumentProblem"));
    window.fakes.instrument->finish({test::goodCheck(), {}});
    QVERIFY(window.visible("instrumentVerdict"));
}

void TestInstrumentPage::saysThatTheProgramIsMissing()
{
    test::WindowDriver window;
    window.start(realBackends(u"/nowhere/streamgauge-cli"_s));
    window.press("checkInstrument");
    QTRY_VERIFY_WITH_TIMEOUT(window.visible("instrumentProblem"), 60'000);
    QVERIFY(window.find<MessageStrip>("instrumentProblem")->text().contains(u"/nowhere/streamgauge-cli"_s));
    QVERIFY(!window.visible("instrumentStep"));
    QVERIFY(window.find<QWidget>("checkInstrument")->isEnabled());
}

void TestInstrumentPage::isKeptWithLaterRuns()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    window.fakes.instrument->finish({test::goodCheck(), {}});
    window.startOnePersonRun();
    QVERIFY(window.fakes.run->setup.instrumentCheck);
    QCOMPARE(*window.fakes.run->setup.instrumentCheck, test::goodCheck());
    QVERIFY(!window.find<QWidget>("checkInstrument")->isEnabled());
    QVERIFY(!window.find<QWidget>("checkAgain")->isEnabled());
}

void TestInstrumentPage::aRunEndsIt()
{
    test::FakeWindow window;
    window.press("checkInstrument");
    const QPointer<test::FakeInstrument> check = window.fakes.instrument;
    window.startOnePersonRun();
    QVERIFY(window.fakes.run->started);
    QVERIFY(!window.fakes.run->setup.instrumentCheck);
    QVERIFY(check->cancelled);
}

void TestInstrumentPage::isReachedByKeyboard()
{
    test::FakeWindow window;
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(window.find<QWidget>("checkInstrument")->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    window.fakes.instrument->finish({test::goodCheck(), {}});
    for (const char *name : {"instrumentDetails", "instrumentStreams", "instrumentInterval", "checkAgain"}) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY2(window.find<QWidget>(name)->hasFocus(), name);
    }
    for (const char *name : {"instrumentStreams", "instrumentInterval"})
        QVERIFY(!QAccessible::queryAccessibleInterface(window.find<QWidget>(name))->text(QAccessible::Name).isEmpty());
}

void TestInstrumentPage::isSeenInASmallWindow()
{
    test::FakeWindow window;
    window.window()->resize(800, 600);
    window.connectTo();
    window.press("checkInstrument");
    window.fakes.instrument->finish({test::goodCheck(), {}});
    const auto *verdict = window.find<QWidget>("instrumentVerdict");
    QTRY_VERIFY(!verdict->visibleRegion().isEmpty());
    const auto *page = window.find<QWidget>("connectPage");
    for (const auto *area : page->findChildren<QScrollArea *>())
        QVERIFY(area->widget()->width() <= area->viewport()->width()); // nothing is cut off at the side
}

QTEST_MAIN(TestInstrumentPage)
#include "tst_instrumentpage.moc"
