// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <sys/resource.h>

#include <algorithm>
#include <utility>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace std::chrono_literals;

using Ending = CurlReply::Ending;

namespace {

class StillClock final : public Clock {
public:
    [[nodiscard]] qint64 nowNs() const override { return time; }
    qint64 time = 1000;
};

/// Runs a function whenever bytes come.
class CallingSink final : public ByteSink {
public:
    explicit CallingSink(std::function<void(CurlReply &)> call)
        : m_call(std::move(call))
    {
    }
    void received(CurlReply &reply, QByteArrayView, qint64) override { m_call(reply); }

private:
    std::function<void(CurlReply &)> m_call;
};

ServerScript ticking(int chunks)
{
    ServerScript script;
    script.send(streamHead());
    for (int i = 0; i < chunks; ++i)
        script.send(httpChunk("tick")).pause(10ms);
    return script.send(lastHttpChunk);
}

} // namespace

/// Turns of the loop: what handlers may do, the clock, the beat.
class TestCurlLoop : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stampsByInjectedClock();
    void deliversBytesBeforeFinished();
    void slowDeliveriesDoNotHoldUpReading();
    void handlerMayDeleteItsReply();
    void handlerMayDeleteOtherReplies();
    void handlerMayAbortOthers();
    void handlerMayPost();
    void handlerMayDestroyManagers();
    void failingPostsInHandlersDoNotStarveTheLoop();
    void managerTakesItsRepliesAlong();
    void replyWithOtherParentEndsWithManager();
    void loopMayGoFirst();
    void beats();
    void carries1024Slots();
    void raisesDescriptorLimit();
};

void TestCurlLoop::stampsByInjectedClock()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "x")); });
    StillClock clock;
    TransportRig rig(clock);
    CollectingSink sink;
    CurlReply *reply = rig.post(server.url());
    reply->setSink(&sink);
    clock.time = 5000;
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->startedNs(), 1000);
    QCOMPARE(sink.stamps, std::vector<qint64>{5000});
    QCOMPARE(reply->endedNs(), 5000);
}

void TestCurlLoop::deliversBytesBeforeFinished()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "whole")); });
    TransportRig rig;
    CurlReply *reply = rig.post(server.url());
    QStringList order;
    connect(reply, &CurlReply::dispatched, this, [&] { order << QStringLiteral("dispatched"); });
    connect(reply, &QNetworkReply::metaDataChanged, this, [&] { order << QStringLiteral("head"); });
    connect(reply, &QNetworkReply::readyRead, this, [&] { order << QStringLiteral("bytes"); });
    connect(reply, &QNetworkReply::finished, this, [&] { order << QStringLiteral("finished"); });
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(order.join(u' '), QStringLiteral("dispatched head bytes finished"));
}

void TestCurlLoop::slowDeliveriesDoNotHoldUpReading()
{
    // While one is delivered all others come to have something; of these a turn takes some, then it reads again.
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "whole")); });
    TransportRig rig;
    constexpr int replies = 60;
    int ended = 0;
    int inTurn = 0;
    int mostInTurn = 0;
    rig.loop.setTurnEnd([&](qint64) {
        mostInTurn = std::max(mostInTurn, std::exchange(inTurn, 0));
        return false;
    });
    for (int i = 0; i < replies; ++i) {
        connect(rig.post(server.url()), &QNetworkReply::finished, this, [&] {
            QThread::msleep(4);
            ++ended;
            ++inTurn;
        });
    }
    QTRY_COMPARE(ended, replies);
    QVERIFY2(mostInTurn <= 5, qPrintable(QString::number(mostInTurn)));
}

void TestCurlLoop::handlerMayDeleteItsReply()
{
    LoopbackServer server([](const ServerRequest &) { return ticking(3); });
    TransportRig rig;
    int calls = 0;
    CallingSink sink([&](CurlReply &reply) {
        ++calls;
        delete &reply;
    });
    QPointer<CurlReply> inSink = rig.post(server.url());
    inSink->setSink(&sink);
    QPointer<CurlReply> inDispatched = rig.post(server.url());
    connect(inDispatched, &CurlReply::dispatched, this, [&] { delete inDispatched; });
    QPointer<CurlReply> inHead = rig.post(server.url());
    connect(inHead, &QNetworkReply::metaDataChanged, this, [&] { delete inHead; });
    QPointer<CurlReply> inReady = rig.post(server.url());
    connect(inReady, &QNetworkReply::readyRead, this, [&] { delete inReady; });
    QPointer<CurlReply> inFinished = rig.post(server.url());
    connect(inFinished, &QNetworkReply::finished, this, [&] { delete inFinished; });
    QPointer<CurlReply> inError = rig.get(QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(closedPort())));
    connect(inError, &QNetworkReply::errorOccurred, this, [&] { delete inError; });
    QTRY_VERIFY(!inSink && !inDispatched && !inHead && !inReady && !inFinished && !inError);
    QCOMPARE(calls, 1);
    QTRY_COMPARE(server.openConnections(), 1); // the one whose stream ended
}

void TestCurlLoop::handlerMayDeleteOtherReplies()
{
    LoopbackServer server([](const ServerRequest &) { return ticking(20); });
    TransportRig rig;
    std::vector<QPointer<CurlReply>> replies;
    CallingSink sink([&](CurlReply &reply) {
        for (QPointer<CurlReply> &other : replies) {
            if (other && other != &reply)
                delete other;
        }
    });
    for (int i = 0; i < 50; ++i) {
        replies.emplace_back(rig.post(server.url()));
        replies.back()->setSink(&sink);
    }
    const auto left = [&] { return std::count_if(replies.begin(), replies.end(), [](const auto &r) { return !!r; }); };
    QTRY_COMPARE(left(), 1);
    QTRY_COMPARE(server.openConnections(), 1);
}

void TestCurlLoop::handlerMayAbortOthers()
{
    LoopbackServer server([](const ServerRequest &) { return ticking(20); });
    TransportRig rig;
    std::vector<CurlReply *> replies;
    int finished = 0;
    CallingSink sink([&](CurlReply &) {
        for (CurlReply *other : replies)
            other->abort();
    });
    for (int i = 0; i < 50; ++i) {
        replies.push_back(rig.post(server.url()));
        replies.back()->setSink(&sink);
        connect(replies.back(), &QNetworkReply::finished, this, [&] { ++finished; });
    }
    QTRY_COMPARE(finished, 50);
    for (const CurlReply *reply : replies)
        QCOMPARE(reply->ending(), Ending::Aborted);
}

void TestCurlLoop::handlerMayPost()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "x")); });
    TransportRig rig;
    int left = 100;
    bool dispatchedAtOnce = true;
    std::function<void()> next = [&] {
        CurlReply *reply = rig.post(server.url());
        if (left < 100)
            dispatchedAtOnce = dispatchedAtOnce && reply->dispatchNs() >= 0;
        connect(reply, &QNetworkReply::finished, this, [&, reply] {
            reply->deleteLater();
            if (--left > 0)
                next();
        });
    };
    next();
    QTRY_COMPARE(left, 0);
    QVERIFY(dispatchedAtOnce);
    QCOMPARE(server.posts(), 100);
    QCOMPARE(server.connections(), 1);
}

void TestCurlLoop::handlerMayDestroyManagers()
{
    LoopbackServer server([](const ServerRequest &) { return ticking(5); });
    CurlLoop loop;
    std::vector<std::unique_ptr<StreamAccessManager>> managers;
    int calls = 0;
    CallingSink sink([&](CurlReply &) {
        ++calls;
        managers.clear();
    });
    for (int i = 0; i < 20; ++i) {
        managers.push_back(std::make_unique<StreamAccessManager>(loop));
        for (int n = 0; n < 3; ++n)
            static_cast<CurlReply *>(managers.back()->post(QNetworkRequest(server.url()), "{}"))->setSink(&sink);
    }
    QTRY_COMPARE(calls, 1);
    QTRY_COMPARE(server.openConnections(), 0);
    QCOMPARE(calls, 1);
}

void TestCurlLoop::failingPostsInHandlersDoNotStarveTheLoop()
{
    TransportRig rig;
    const QUrl refused(QStringLiteral("http://127.0.0.1:%1/").arg(closedPort()));
    int failures = 0;
    std::function<void()> next = [&] {
        CurlReply *reply = rig.post(refused);
        connect(reply, &QNetworkReply::finished, this, [&, reply] {
            ++failures;
            reply->deleteLater();
            if (rig.manager)
                next();
        });
    };
    next();
    bool timerCame = false;
    QTimer::singleShot(20, this, [&] {
        timerCame = true;
        rig.manager.reset();
    });
    QTRY_VERIFY(timerCame);
    QVERIFY(failures > 1);
}

void TestCurlLoop::managerTakesItsRepliesAlong()
{
    LoopbackServer server([](const ServerRequest &) { return ticking(100); });
    TransportRig rig;
    QPointer<CurlReply> reply = rig.post(server.url());
    QSignalSpy finished(reply, &QNetworkReply::finished);
    QTRY_COMPARE(reply->httpStatus(), 200);
    rig.manager.reset();
    QVERIFY(!reply);
    QCOMPARE(finished.count(), 0);
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestCurlLoop::replyWithOtherParentEndsWithManager()
{
    LoopbackServer server([](const ServerRequest &) { return ticking(3); });
    TransportRig rig;
    std::unique_ptr<CurlReply> reply(rig.post(server.url()));
    reply->setParent(nullptr);
    rig.manager.reset();
    QVERIFY(reply->isFinished());
    QCOMPARE(reply->ending(), Ending::Aborted);
    reply->abort();
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestCurlLoop::loopMayGoFirst()
{
    LoopbackServer server([](const ServerRequest &) { return ticking(100); });
    auto loop = std::make_unique<CurlLoop>();
    StreamAccessManager manager(*loop);
    std::unique_ptr<QNetworkReply> reply(manager.post(QNetworkRequest(server.url()), "{}"));
    QTRY_COMPARE(server.posts(), 1);
    loop.reset();
    reply->abort();
    QCOMPARE(reply->error(), QNetworkReply::OperationCanceledError);
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestCurlLoop::beats()
{
    CurlLoop loop;
    loop.setBeat(10'000'000);
    QTest::qWait(100);
    const std::vector<qint64> quiet = loop.takeBeatLags();
    QVERIFY(quiet.size() >= 5 && quiet.size() <= 20);
    for (const qint64 lag : quiet)
        QVERIFY(lag >= 0);
    QThread::msleep(80); // the thread is held up: every missed beat counts
    QTest::qWait(20);
    const std::vector<qint64> held = loop.takeBeatLags();
    QVERIFY(held.size() >= 7);
    QVERIFY(*std::max_element(held.begin(), held.end()) >= 60'000'000);
    loop.setBeat(0);
    (void)loop.takeBeatLags();
    QTest::qWait(40);
    QVERIFY(loop.takeBeatLags().empty());
}

void TestCurlLoop::carries1024Slots()
{
    raiseDescriptorLimit();
    constexpr int slotCount = 1024;
    constexpr int chunks = 20;
    LoopbackServer server([](const ServerRequest &) { return ticking(chunks); });
    CurlLoop loop;
    std::vector<std::unique_ptr<StreamAccessManager>> managers;
    std::vector<CollectingSink> sinks(slotCount);
    int running = 0;
    for (CollectingSink &sink : sinks) {
        managers.push_back(std::make_unique<StreamAccessManager>(loop));
        auto *reply = static_cast<CurlReply *>(managers.back()->post(QNetworkRequest(server.url()), "{}"));
        reply->setSink(&sink);
        ++running;
        connect(reply, &QNetworkReply::finished, this, [&, reply] {
            if (reply->ending() == Ending::Complete)
                --running;
        });
    }
    QTRY_COMPARE_WITH_TIMEOUT(running, 0, 60'000);
    QCOMPARE(server.posts(), slotCount);
    for (const CollectingSink &sink : sinks)
        QCOMPARE(sink.text, QByteArray("tick").repeated(chunks));
}

void TestCurlLoop::raisesDescriptorLimit()
{
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const rlim_t hard = limit.rlim_max;
    setDescriptorLimit(256);
    QCOMPARE(raiseDescriptorLimit(), 256);
    ::getrlimit(RLIMIT_NOFILE, &limit);
    QCOMPARE(limit.rlim_cur, hard);
    QCOMPARE(limit.rlim_max, hard);
}

QTEST_GUILESS_MAIN(TestCurlLoop)
#include "tst_curlloop.moc"
