// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampleresult.h"
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/textlabel.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QGraphicsView>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

/// The Run page against scripted runs.
class TestRunPage final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void leadsFromConnectToRun();
    void sendsNoPlanThatIsWrong();
    void asksBeforeTokensMayCostMoney();
    void followsARunAndShowsItsResult();
    void stopsByKeyAndKeepsTheResult();
    void tellsARunThatNeverBegan();
    void tellsWhyTheSimulatorEndedInARun();
    void showsTheEvidenceOfItsClient();
    void drawsAtMostTenTimesASecond();
};

void TestRunPage::initTestCase()
{
    Theme::install(*qApp);
}

void TestRunPage::leadsFromConnectToRun()
{
    test::FakeWindow window;
    window.key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(window.visible("connectFirst"));
    window.press("connectFirst");
    window.connectTo(u"192.168.0.7:8080"_s);
    QVERIFY(window.text("connectedText").contains(u"This machine and the network to 192.168.0.7"_s));
    window.press("chooseWhatToRun");
    QVERIFY(window.visible("startRun"));
    QVERIFY(window.text("cost_reference").contains(u"304 requests"_s));
    QVERIFY(window.text("cost_long_prompts").contains(u"cannot tell yet"_s));
    window.press("changeEndpoint");
    QVERIFY(window.visible("connectAgain"));
}

void TestRunPage::sendsNoPlanThatIsWrong()
{
    test::FakeWindow window;
    window.connectTo();
    window.press("chooseWhatToRun");
    window.press("preset_own");
    window.type("requests", u"many"_s);
    QVERIFY(!window.find<QWidget>("startRun")->isEnabled());
    QVERIFY(window.text("planSummary").contains(u"many"_s));
    window.type("requests", u"3"_s);
    window.type("concurrency", u"2, 4"_s);
    QVERIFY(window.find<QWidget>("startRun")->isEnabled());
    window.press("startRun");
    const std::vector<int> levels{2, 4};
    QCOMPARE(window.fakes.run->setup.plan.concurrency, levels);
    QCOMPARE(window.fakes.run->setup.plan.requests, 3);
    window.fakes.run->give({RunFinished{}});
}

void TestRunPage::asksBeforeTokensMayCostMoney()
{
    test::FakeWindow window;
    window.connectTo(u"https://api.example.com/v1"_s);
    window.press("chooseWhatToRun");
    window.key(Qt::Key_R, Qt::ControlModifier);
    QVERIFY(!window.fakes.run);
    QVERIFY(window.find<MessageStrip>("costQuestion")->text().contains(u"api.example.com"_s));
    window.press("notNow");
    QVERIFY(!window.fakes.run);
    window.press("startRun");
    window.press("sendAnyway");
    QVERIFY(window.fakes.run && window.fakes.run->started);
    window.fakes.run->give({RunFinished{}});
    window.press("startRun"); // asked once
    QVERIFY(window.fakes.run && window.fakes.run->started);
    window.fakes.run->give({RunFinished{}});
}

void TestRunPage::followsARunAndShowsItsResult()
{
    test::FakeWindow window;
    window.startOnePersonRun();
    QVERIFY(window.visible("stopRun"));
    // Neither lost to the sidebar nor on Stop, where a second press of Enter would end the run.
    QCOMPARE(window.window()->focusWidget(), window.find<QWidget>("liveRun"));
    QVERIFY(window.fakes.run->setup.outPath.startsWith(window.path({})));
    LiveSnapshot snapshot;
    snapshot.phase = RunPhase::Level;
    snapshot.level = 0;
    snapshot.concurrency = 1;
    snapshot.done = 7;
    snapshot.total = 20;
    snapshot.secondsLeft = 33;
    window.fakes.run->give({snapshot});
    QTRY_COMPARE(window.text("phase"), u"Level 1: 7 of 20"_s);
    QCOMPARE(window.text("levelStates"), u"Level 1 running"_s);
    QVERIFY(window.text("statusText").startsWith(u"Level 1: 7 of 20"_s));
    QVERIFY(!window.find<QAction>("actionTest")->isEnabled());
    RunFinished end;
    end.result = test::sampleResult(true);
    end.path = window.savedResult();
    window.fakes.run->give({end});
    QTRY_COMPARE(window.find<QTableView>("levels")->model()->rowCount(), 1);
    QVERIFY(window.visible("copySummary"));
    QVERIFY(window.find<QWidget>("copySummary")->hasFocus());
    QVERIFY(window.text("resultFacts").startsWith(u"hardware not stated, 1 level, 2 requests"_s));
    QCOMPARE(window.find<QTableView>("warnings")->model()->rowCount(), 1);
    QCOMPARE(window.find<QLineEdit>("resultPath")->text(), end.path);
}

void TestRunPage::showsTheEvidenceOfItsClient()
{
    test::FakeWindow window;
    window.startOnePersonRun();
    LiveSnapshot snapshot;
    snapshot.phase = RunPhase::Level;
    snapshot.level = 0;
    snapshot.concurrency = 1;
    snapshot.client.dispatchDelay = {0.21e6};
    window.fakes.run->give({snapshot});
    auto *client = window.find<QAbstractButton>("liveClient");
    QTRY_VERIFY2(client->text().startsWith(u"client ok\ndispatch delay p99 0.210"_s), qPrintable(client->text()));

    snapshot.client.readLag = TypicalLag{31e6};
    window.fakes.run->give({snapshot});
    QTRY_VERIFY2(client->text().startsWith(u"client late\nread lag p99 31.0"_s), qPrintable(client->text()));
    QVERIFY(client->accessibleName().startsWith(u"client late: read lag"_s));

    client->setFocus();
    QTest::keyClick(client, Qt::Key_Space);
    auto *panel = window.find<QWidget>("clientPanel");
    QVERIFY(panel->isVisible());
    const auto words = [panel] {
        QStringList texts;
        for (const auto *label : panel->findChildren<TextLabel *>())
            texts << label->text();
        return texts;
    };
    QVERIFY2(words().contains(u"event-loop lag p99"_s), qPrintable(words().join(u'|')));
    QCOMPARE(words().count(u"client late"_s), 1);
    QVERIFY(words().contains(u"this system does not tell"_s)); // the CPU share, so far
    snapshot.client.readLag = TypicalLag{1e6};
    window.fakes.run->give({snapshot});
    QTRY_COMPARE(words().count(u"client late"_s), 0); // it goes on while it is open
    QTest::keyClick(panel, Qt::Key_Escape);
    QVERIFY(!panel->isVisible());

    LevelEnded ended;
    ended.metrics.succeeded = 20;
    ended.client.startBurstLagNs = 312'000'000;
    window.fakes.run->give({ended});
    QTRY_COMPARE(window.text("levelStates"), u"Level 1 done: 20 ok, client late"_s);
    window.fakes.run->give({RunFinished{}});
}

void TestRunPage::stopsByKeyAndKeepsTheResult()
{
    test::FakeWindow window;
    window.startOnePersonRun();
    window.key(Qt::Key_Escape);
    window.key(Qt::Key_Escape);
    QCOMPARE(window.fakes.run->stops, 1);
    QTRY_VERIFY(window.text("phase").startsWith(u"Stopping"_s));
    RunFinished end;
    end.exitCode = 130;
    end.result = test::sampleResult(false);
    window.fakes.run->give({end});
    QTRY_VERIFY(window.visible("copySummary"));
    QVERIFY(window.find<QWidget>("completeWord")->accessibleName().contains(u"incomplete"_s));
    QVERIFY(!window.visible("openResultsFile")); // no file was written
}

void TestRunPage::tellsARunThatNeverBegan()
{
    test::FakeWindow window;
    window.startOnePersonRun();
    RunFinished end;
    end.exitCode = 3;
    end.error = Error{u"endpoint.connection"_s, u"The server went away."_s};
    window.fakes.run->give({end});
    QVERIFY(window.visible("runProblem"));
    QCOMPARE(window.find<MessageStrip>("runProblem")->text(), u"The server went away."_s);
    QVERIFY(window.visible("startRun"));
    window.press("startRun");
    QVERIFY(!window.visible("runProblem"));
    end.exitCode = 130;
    end.error.reset();
    window.fakes.run->give({end});
    QVERIFY(window.find<MessageStrip>("runProblem")->text().contains(u"stopped before anything was measured"_s));
}

void TestRunPage::tellsWhyTheSimulatorEndedInARun()
{
    test::FakeWindow window;
    window.press("simulator");
    window.fakes.simulator->becomeReady(u"http://127.0.0.1:9"_s);
    window.fakes.probe->finish({test::reportOf({u"sim/steady"_s}), {}, 0, {}});
    window.press("chooseWhatToRun");
    window.press("startRun");
    window.fakes.simulator->die({u"simulator.ended"_s, u"The simulated endpoint has ended: killed."_s});
    RunFinished end;
    end.exitCode = 3;
    end.error = Error{u"endpoint.connection"_s, u"No connection."_s};
    window.fakes.run->give({end});
    QVERIFY(window.visible("connectFirst"));
    const auto *page = window.find<QWidget>("runPage");
    const auto *reason = page->findChild<MessageStrip *>(u"emptyProblem"_s);
    QVERIFY(reason && reason->isVisible());
    QCOMPARE(reason->text(), u"The simulated endpoint has ended: killed."_s);
    window.press("connectFirst");
    window.connectTo();
    QVERIFY(!reason->isVisible());
}

namespace {

/// Counts how often something is painted.
class PaintCounter final : public QObject {
public:
    explicit PaintCounter(QWidget &watched) { watched.installEventFilter(this); }
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
    int count = 0;
};

} // namespace

void TestRunPage::drawsAtMostTenTimesASecond()
{
    test::FakeWindow window;
    window.startOnePersonRun();
    auto *canvas = window.find<QWidget>("ttftChart")->findChild<QGraphicsView *>();
    QVERIFY(canvas);
    QTest::qWait(150); // what the start has to draw is drawn
    PaintCounter drawn(*canvas->viewport());
    PaintCounter words(*window.find<QWidget>("phase"));
    QElapsedTimer time;
    time.start();
    int given = 0;
    while (!time.hasExpired(1000)) {
        LiveSnapshot snapshot;
        snapshot.phase = RunPhase::Level;
        snapshot.level = 0;
        snapshot.concurrency = 1;
        snapshot.done = ++given;
        snapshot.newTtft = {{given / 100.0, 1e8 + given, 1e8, {}}};
        window.fakes.run->give({snapshot});
        QTest::qWait(2);
    }
    const auto most = int(time.elapsed() / 90) + 2; // a timer may be a little early
    QVERIFY2(given > 3 * most, qPrintable(QString::number(given)));
    QVERIFY2(drawn.count >= 1 && drawn.count <= most, qPrintable(QString::number(drawn.count)));
    QVERIFY2(words.count >= 1 && words.count <= most, qPrintable(QString::number(words.count)));
}

QTEST_MAIN(TestRunPage)
#include "tst_runpage.moc"
