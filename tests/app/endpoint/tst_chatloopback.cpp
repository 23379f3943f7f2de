// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/judge.h"
#include "tests/app/endpoint/chatrig.h"
#include "tests/support/streamcase.h"

#include <array>
#include <list>

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

constexpr std::array deliveries{Delivery::Whole, Delivery::SingleBytes, Delivery::Segments, Delivery::MarkedCuts};

ServerScript scriptOf(const StreamCase &one, Delivery delivery)
{
    ServerScript script;
    for (const QByteArray &piece : one.pieces(delivery))
        script.send(piece);
    const QString then = one.then();
    if (then == u"close")
        script.close();
    else if (then == u"reset")
        script.pause(std::chrono::milliseconds(50)).reset();
    else if (then == u"hold")
        script.silence();
    return script;
}

} // namespace

/// Every recorded kind of stream over a real connection, however its bytes are cut, on connections of the request's own
/// and on kept ones.
class tst_ChatLoopback final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void outcome_data();
    void outcome();
};

void tst_ChatLoopback::outcome_data()
{
    QTest::addColumn<int>("number");
    const std::vector<StreamCase> cases = allStreamCases();
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::addRow("%s", qPrintable(cases[i].name)) << static_cast<int>(i);
}

void tst_ChatLoopback::outcome()
{
    QFETCH(int, number);
    const StreamCase one = allStreamCases()[static_cast<std::size_t>(number)];
    LoopbackServer server([&one](const ServerRequest &request) {
        return scriptOf(one, deliveries.at(static_cast<std::size_t>(request.target.mid(1).toInt())));
    });
    CurlLoop loop;
    std::list<ChatRig> rigs;
    for (const bool own : {true, false}) {
        for (std::size_t i = 0; i < deliveries.size(); ++i)
            rigs.emplace_back(loop).start(server.url(u'/' + QString::number(i)), own);
    }
    std::size_t run = 0;
    for (ChatRig &rig : rigs) {
        const QByteArray what = QByteArray(deliveryName(deliveries.at(run % deliveries.size())))
            + (run < deliveries.size() ? ", own connection: " : ", kept connection: ");
        ++run;
        QVERIFY2(rig.waitForIdle(), what.constData());
        QCOMPARE(rig.ends->count(), 1);
        QCOMPARE(rig.dispatches->count(), 1);
        const StreamFacts facts = rig.request->takeFacts();
        QVERIFY(facts.dispatchNs > 0 && facts.endNs >= facts.dispatchNs);
        QCOMPARE(facts.attempts, 1);
        QCOMPARE(facts.connects, 1);
        const QStringList differences = one.differences(facts, judgeLoadRequest(0, facts));
        QVERIFY2(differences.isEmpty(), qPrintable(QString::fromUtf8(what) + differences.join(u"; ")));
    }
    QCOMPARE(server.posts(), 8);
}

QTEST_GUILESS_MAIN(tst_ChatLoopback)
#include "tst_chatloopback.moc"
