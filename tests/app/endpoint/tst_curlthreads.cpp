// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"

#include <QProcess>
#include <QTest>
#include <QThread>

#include <semaphore>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace std::chrono_literals;

using Ending = CurlReply::Ending;

namespace {

/// Calls `work` in the thread of `object` and waits for it. The semaphores are for the thread sanitizer, which does not
/// see those of Qt.
template <typename Work>
void inThreadOf(QObject &object, Work work)
{
    std::binary_semaphore handedOver(0);
    std::binary_semaphore done(0);
    handedOver.release();
    const auto call = [&] {
        handedOver.acquire();
        work();
        done.release();
    };
    QMetaObject::invokeMethod(&object, call, Qt::BlockingQueuedConnection);
    done.acquire();
}

/// What must not be done; in a debug build it ends the process.
int useFromAnotherThread()
{
    TransportRig rig;
    QThread thread;
    thread.start();
    QObject there;
    there.moveToThread(&thread);
    inThreadOf(there, [&] { (void)rig.get(QUrl(QStringLiteral("http://127.0.0.1:1/"))); });
    thread.quit();
    thread.wait();
    return 0;
}

} // namespace

/// A loop with its managers belongs to one thread, and may be moved to another one.
class TestCurlThreads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void movesIdle();
    void movesInMidTransfer();
    void usingItFromAnotherThreadIsAnAssertion();
};

void TestCurlThreads::movesIdle()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "x")); });
    QThread thread;
    auto loop = std::make_unique<CurlLoop>();
    loop->setBeat(5'000'000);
    auto *manager = new StreamAccessManager(*loop, loop.get());
    auto *first = static_cast<CurlReply *>(manager->get(QNetworkRequest(server.url())));
    QVERIFY(waitForEnd(*first));
    thread.start();
    loop->moveToThread(&thread);
    inThreadOf(*manager, [&] {
        auto *reply = static_cast<CurlReply *>(manager->get(QNetworkRequest(server.url())));
        QVERIFY(waitForEnd(*reply));
        QCOMPARE(reply->ending(), Ending::Complete);
        QCOMPARE(reply->connects(), 0); // the kept connection came along
        QTest::qWait(30);
        QVERIFY(!loop->takeBeatLags().empty());
        loop.reset();
    });
    thread.quit();
    thread.wait();
}

void TestCurlThreads::movesInMidTransfer()
{
    LoopbackServer server([](const ServerRequest &) {
        ServerScript script;
        script.send(streamHead());
        for (int i = 0; i < 30; ++i)
            script.send(httpChunk("tick")).pause(10ms);
        return script.send(lastHttpChunk);
    });
    QThread thread;
    auto loop = std::make_unique<CurlLoop>();
    std::vector<std::unique_ptr<StreamAccessManager>> managers;
    std::vector<CurlReply *> replies;
    std::vector<CollectingSink> sinks(20);
    for (CollectingSink &sink : sinks) {
        managers.push_back(std::make_unique<StreamAccessManager>(*loop));
        QNetworkRequest request(server.url());
        request.setTransferTimeout(20'000);
        replies.push_back(static_cast<CurlReply *>(managers.back()->post(request, "{}")));
        replies.back()->setSink(&sink);
    }
    for (CollectingSink &sink : sinks)
        QTRY_VERIFY(sink.pieces.size() >= 2);
    thread.start();
    for (auto &manager : managers)
        manager->moveToThread(&thread);
    loop->moveToThread(&thread);
    inThreadOf(*loop, [&] {
        for (std::size_t i = 0; i < replies.size(); ++i) {
            QVERIFY(waitForEnd(*replies[i]));
            QCOMPARE(replies[i]->ending(), Ending::Complete);
            QCOMPARE(sinks[i].text, QByteArray("tick").repeated(30));
        }
        managers.clear();
        loop.reset();
    });
    thread.quit();
    thread.wait();
}

void TestCurlThreads::usingItFromAnotherThreadIsAnAssertion()
{
#ifdef QT_NO_DEBUG
    QSKIP("assertions are off");
#else
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--misuse")});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    QVERIFY(process.readAllStandardError().contains("used from another thread"));
#endif
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (app.arguments().contains(QStringLiteral("--misuse")))
        return useFromAnotherThread();
    TestCurlThreads test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_curlthreads.moc"
