// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"

#include <QApplication>
#include <QComboBox>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

/// The Connect page against a scripted endpoint.
class TestConnectPage final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void startsWithTheAddress();
    void answersAPressAtOnce();
    void tellsAWrongAddressAtItsField();
    void tellsAFailureAndAWayOn();
    void offersTheServedModels();
    void choosingAModelIsNoFailure();
    void asksAgainForAModelThatIsNotServed();
    void showsAllOfTheServedModels();
    void saysARefusalOnce();
    void countsTheSecondsOfALongStep();
    void tabReachesTheForm();
};

void TestConnectPage::initTestCase()
{
    Theme::install(*qApp);
}

void TestConnectPage::startsWithTheAddress()
{
    test::FakeWindow window;
    QVERIFY(window.find<QLineEdit>("address")->hasFocus());
    QCOMPARE(window.find<QLineEdit>("apiKey")->echoMode(), QLineEdit::Password);
    QVERIFY(!window.visible("steps"));
    QCOMPARE(window.text("statusText"), u"Not connected"_s);
}

void TestConnectPage::answersAPressAtOnce()
{
    test::FakeWindow window;
    window.type("address", u"localhost:8080"_s);
    window.press("connect");
    // No event loop has turned since the press.
    QVERIFY(window.visible("waiting"));
    QCOMPARE(window.text("waiting"), u"Looking up the name…"_s);
    window.fakes.probe->giveStep({u"address"_s, ProbeStep::State::Warned, u"no password"_s, {}});
    QCOMPARE(window.text("waiting"), u"Looking up the name…"_s);
    window.fakes.probe->giveStep({u"name"_s, ProbeStep::State::Passed, u"127.0.0.1"_s, 1000});
    QCOMPARE(window.text("waiting"), u"Opening a connection…"_s);
    QCOMPARE(window.find<QTableView>("steps")->model()->rowCount(), 2);
    QCOMPARE(window.find<QTableView>("steps")->model()->index(0, 1).data().toString(), u"Address read"_s);
    QCOMPARE(window.find<QTableView>("steps")->model()->index(1, 1).data().toString(), u"Name found"_s);
    window.key(Qt::Key_Escape);
    QVERIFY(window.fakes.probe.isNull() || window.fakes.probe->cancelled);
    QVERIFY(!window.visible("waiting"));
}

void TestConnectPage::tellsAWrongAddressAtItsField()
{
    test::FakeWindow window;
    window.type("address", u"ftp://nowhere"_s);
    QTest::keyClick(window.find<QLineEdit>("address"), Qt::Key_Return);
    QVERIFY(window.find<QLineEdit>("address")->hasFocus());
    QVERIFY(!window.visible("connectProblem"));
    const auto problems = window.find<QWidget>("address")->parentWidget()->parentWidget()->findChildren<TextLabel *>();
    const auto told = [](const TextLabel *label) { return label->isVisible() && label->text().contains(u"ftp"_s); };
    QVERIFY(std::ranges::any_of(problems, told));
    window.type("address", u"localhost"_s);
    QVERIFY(std::ranges::none_of(problems, told));
}

void TestConnectPage::tellsAFailureAndAWayOn()
{
    test::FakeWindow window;
    window.type("address", u"localhost:9"_s);
    window.press("connect");
    window.fakes.probe->finish(
        {{}, {}, 3, Error{u"endpoint.connection"_s, u"refused by http://localhost:9/v1/models"_s}});
    QVERIFY(window.visible("connectProblem"));
    QCOMPARE(window.find<MessageStrip>("connectProblem")->text(), u"refused by http://localhost:9/v1/models"_s);
    window.press("editAddress");
    QVERIFY(window.find<QLineEdit>("address")->hasFocus());
    const QPointer<test::FakeProbe> first = window.fakes.probe;
    window.press("retry");
    QVERIFY(window.fakes.probe != first);
    window.fakes.probe->finish({test::reportOf({u"tiny"_s}), {}, 0, {}});
    QVERIFY(!window.visible("connectProblem"));
    QVERIFY(window.visible("chooseWhatToRun"));
    QCOMPARE(window.text("statusText"), u"tiny at http://localhost:9"_s);
}

void TestConnectPage::offersTheServedModels()
{
    test::FakeWindow window;
    window.type("address", u"localhost:8080"_s);
    window.press("connect");
    window.fakes.probe->finish(
        {test::reportOf({u"alpha"_s, u"beta"_s}), {}, 2, Error{u"endpoint.model"_s, u"which?"_s}});
    auto *models = window.find<QComboBox>("models");
    QVERIFY(models->isVisible());
    QCOMPARE(models->currentIndex(), -1);
    QTest::keyClicks(models, u"beta"_s);
    QTest::keyClick(models, Qt::Key_Return);
    QCOMPARE(window.fakes.probe->settings.model, u"beta"_s);
    window.fakes.probe->finish({test::reportOf({u"beta"_s, u"alpha"_s}), {}, 0, {}});
    QCOMPARE(models->currentText(), u"beta"_s);
    window.press("connectAgain");
    QCOMPARE(window.fakes.probe->settings.model, u"beta"_s);
}

void TestConnectPage::choosingAModelIsNoFailure()
{
    test::FakeWindow window;
    window.type("address", u"localhost:8080"_s);
    window.press("connect");
    window.fakes.probe->giveStep({u"models"_s, ProbeStep::State::Passed, u"2 listed"_s, 1000});
    window.fakes.probe->giveStep({u"model"_s, ProbeStep::State::Failed, u"The server serves 2 models."_s, {}});
    window.fakes.probe->finish(
        {test::reportOf({u"alpha"_s, u"beta"_s}), {}, 2, Error{u"model.several"_s, u"The server serves 2 models."_s}});
    const QAbstractItemModel &steps = *window.find<QTableView>("steps")->model();
    QCOMPARE(steps.index(1, 0).data().toString(), u"choose"_s);
    QCOMPARE(steps.index(1, 2).data().toString(), u"2 models are served: alpha and beta"_s);
    QCOMPARE(window.find<MessageStrip>("connectProblem")->text(), u"Choose the model to measure."_s);
    QVERIFY(!window.visible("retry"));
    auto *models = window.find<QComboBox>("models");
    QVERIFY(models->hasFocus());
    // The keys look through the list; Enter chooses.
    const QPointer<test::FakeProbe> before = window.fakes.probe;
    QTest::keyClick(models, Qt::Key_Down);
    QVERIFY(models->view()->isVisible());
    QCOMPARE(window.fakes.probe, before);
    QTest::keyClick(models->view(), Qt::Key_Down);
    QTest::keyClick(models->view(), Qt::Key_Down);
    QTest::keyClick(models->view(), Qt::Key_Return);
    QVERIFY(window.fakes.probe != before);
    QCOMPARE(window.fakes.probe->settings.model, u"beta"_s);
}

void TestConnectPage::asksAgainForAModelThatIsNotServed()
{
    test::FakeWindow window;
    window.connectTo();
    window.press("connectAgain");
    window.fakes.probe->giveStep({u"model"_s, ProbeStep::State::Failed, u"not served"_s, {}});
    window.fakes.probe->finish({test::reportOf({u"other"_s}), {}, 2, Error{u"model.unknown"_s, u"not served"_s}});
    QCOMPARE(window.find<QTableView>("steps")->model()->index(0, 2).data().toString(), u"1 model is served: other"_s);
    QVERIFY(window.find<MessageStrip>("connectProblem")->text().contains(u"“tiny” is not served"_s));
    auto *models = window.find<QComboBox>("models");
    QVERIFY(models->isVisible()); // even if there is one only
    QTest::keyClicks(models, u"other"_s);
    QTest::keyClick(models, Qt::Key_Return);
    QCOMPARE(window.fakes.probe->settings.model, u"other"_s);
}

void TestConnectPage::showsAllOfTheServedModels()
{
    test::FakeWindow window;
    window.type("address", u"localhost:8080"_s);
    window.press("connect");
    QStringList served;
    for (int i = 0; i < 40; ++i)
        served << u"organisation/a-model-with-a-long-name-%1"_s.arg(i);
    window.fakes.probe->giveStep({u"model"_s, ProbeStep::State::Failed, u"short"_s, {}});
    auto *steps = window.find<QTableView>("steps");
    const int oneLine = steps->rowHeight(0);
    window.fakes.probe->finish({test::reportOf(served), {}, 2, Error{u"model.several"_s, u"short"_s}});
    QVERIFY(steps->model()->index(0, 2).data().toString().endsWith(u"and 28 more"_s));
    QVERIFY(steps->rowHeight(0) > 2 * oneLine);
    QCOMPARE(steps->height(), steps->rowHeight(0));
}

void TestConnectPage::saysARefusalOnce()
{
    test::FakeWindow window;
    window.type("address", u"localhost:9"_s);
    window.press("connect");
    const QString refused = u"No connection to localhost:9 (Connection refused)."_s;
    window.fakes.probe->giveStep({u"port"_s, ProbeStep::State::Failed, refused, {}});
    window.fakes.probe->finish({{}, {}, 3, Error{u"endpoint.connection"_s, refused}});
    QCOMPARE(window.find<MessageStrip>("connectProblem")->text(), refused);
    const QAbstractItemModel &steps = *window.find<QTableView>("steps")->model();
    QCOMPARE(steps.index(0, 0).data().toString(), u"failed"_s);
    QCOMPARE(steps.index(0, 2).data().toString(), QString());
}

void TestConnectPage::countsTheSecondsOfALongStep()
{
    test::FakeWindow window;
    window.type("address", u"localhost:8080"_s);
    window.press("connect");
    QTRY_VERIFY_WITH_TIMEOUT(window.text("waiting").contains(u"may be loading the model"_s), 10'000);
    QVERIFY(window.text("waiting").contains(u'3') || window.text("waiting").contains(u'4'));
}

void TestConnectPage::tabReachesTheForm()
{
    test::FakeWindow window;
    const char *const order[] = {
        "address", "connect", "checkInstrument", "apiKey", "moreOptions", "simulator", "openResult"};
    for (const char *name : order) {
        QVERIFY2(window.find<QWidget>(name)->hasFocus(), name);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
}

QTEST_MAIN(TestConnectPage)
#include "tst_connectpage.moc"
