// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/probestepsmodel.h"
#include "tests/ui/fakebackends.h"
#include "ui/connect/endpointsession.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

class TestEndpointSession final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesABadAddressAtOnce();
    void refusesABadKeyAtOnce();
    void collectsStepsAndConnects();
    void asksForTheModel();
    void failsWithTheServersWords();
    void ignoresAnOlderTest();
    void startsTheSimulatorOnce();
    void cancelsATest();
};

void TestEndpointSession::refusesABadAddressAtOnce()
{
    test::Fakes fakes;
    EndpointSession session(fakes.backends());
    session.connectTo(u"ftp://example"_s, {});
    QCOMPARE(session.state(), EndpointSession::State::Failed);
    QCOMPARE(session.error()->code, u"address.scheme"_s);
    QVERIFY(!fakes.probe);
}

void TestEndpointSession::refusesABadKeyAtOnce()
{
    test::Fakes fakes;
    EndpointSession session(fakes.backends());
    session.connectTo(u"localhost:8080"_s, "two words");
    QCOMPARE(session.error()->code, u"key.character"_s);
    QVERIFY(!fakes.probe);
}

void TestEndpointSession::collectsStepsAndConnects()
{
    test::Fakes fakes;
    EndpointSession session(fakes.backends());
    session.connectTo(u"localhost:8080"_s, " secret ");
    QCOMPARE(session.state(), EndpointSession::State::Testing);
    QVERIFY(fakes.probe->started);
    QCOMPARE(fakes.probe->settings.apiKey, QByteArray("secret"));
    QSignalSpy steps(&session, &EndpointSession::stepsTaken);
    fakes.probe->giveStep({u"name"_s, ProbeStep::State::Passed, u"127.0.0.1"_s, 5});
    QCOMPARE(steps.count(), 1);
    QCOMPARE(session.steps()->rowCount(), 1);
    fakes.probe->finish({test::reportOf({u"tiny"_s}), {}, 0, {}});
    QVERIFY(session.isConnected());
    QCOMPARE(session.settings()->model, u"tiny"_s);
}

void TestEndpointSession::asksForTheModel()
{
    test::Fakes fakes;
    EndpointSession session(fakes.backends());
    session.connectTo(u"localhost:8080"_s, "secret");
    fakes.probe->finish({test::reportOf({u"a"_s, u"b"_s}), {}, 2, Error{u"probe.model"_s, u"which?"_s}});
    QCOMPARE(session.state(), EndpointSession::State::NeedsModel);
    session.chooseModel(u"b"_s);
    QCOMPARE(session.state(), EndpointSession::State::Testing);
    QCOMPARE(fakes.probe->settings.model, u"b"_s);
    QCOMPARE(fakes.probe->settings.apiKey, QByteArray("secret"));
}

void TestEndpointSession::failsWithTheServersWords()
{
    test::Fakes fakes;
    EndpointSession session(fakes.backends());
    session.connectTo(u"localhost:8080"_s, {});
    fakes.probe->giveStep({u"models"_s, ProbeStep::State::Failed, u"401: no key"_s, 5});
    fakes.probe->finish({{}, {}, 3, Error{u"probe.key"_s, u"The server said: no key"_s}});
    QCOMPARE(session.state(), EndpointSession::State::Failed);
    QCOMPARE(session.error()->message, u"The server said: no key"_s);
    QCOMPARE(session.steps()->rowCount(), 1);
    session.connectTo(u"localhost:8081"_s, {});
    QCOMPARE(session.steps()->rowCount(), 0);
    QVERIFY(!session.error());
}

void TestEndpointSession::ignoresAnOlderTest()
{
    test::Fakes fakes;
    EndpointSession session(fakes.backends());
    session.connectTo(u"localhost:8080"_s, {});
    const QPointer<test::FakeProbe> older = fakes.probe;
    session.connectTo(u"localhost:8081"_s, {});
    QVERIFY(older->cancelled);
    older->finish({test::reportOf({u"old"_s}), {}, 0, {}});
    QCOMPARE(session.state(), EndpointSession::State::Testing);
    fakes.probe->finish({test::reportOf({u"new"_s}), {}, 0, {}});
    QCOMPARE(session.settings()->model, u"new"_s);
    QTRY_VERIFY(!older);
}

void TestEndpointSession::startsTheSimulatorOnce()
{
    test::Fakes fakes;
    EndpointSession session(fakes.backends());
    QSignalSpy address(&session, &EndpointSession::addressChosen);
    session.trySimulator();
    QCOMPARE(session.state(), EndpointSession::State::StartingSimulator);
    QVERIFY(fakes.simulator->started);
    fakes.simulator->becomeReady(u"http://127.0.0.1:4000"_s);
    QCOMPARE(session.state(), EndpointSession::State::Testing);
    QCOMPARE(address.at(0).at(0).toString(), u"http://127.0.0.1:4000"_s);
    QCOMPARE(fakes.probe->settings.model, u"sim/steady"_s);
    const QPointer<test::FakeSimulator> first = fakes.simulator;
    session.trySimulator();
    QCOMPARE(fakes.simulator.data(), first.data());
    QCOMPARE(address.count(), 2);
    Q_EMIT first->failed({u"simulator.ended"_s, u"it ended"_s});
    QCOMPARE(session.error()->message, u"it ended"_s);
}

void TestEndpointSession::cancelsATest()
{
    test::Fakes fakes;
    EndpointSession session(fakes.backends());
    session.cancel();
    session.connectTo(u"localhost:8080"_s, {});
    const QPointer<test::FakeProbe> probe = fakes.probe;
    session.cancel();
    QVERIFY(probe->cancelled);
    QCOMPARE(session.state(), EndpointSession::State::Idle);
    QCOMPARE(session.secondsWaiting(), 0.0);
}

QTEST_GUILESS_MAIN(TestEndpointSession)
#include "tst_endpointsession.moc"
