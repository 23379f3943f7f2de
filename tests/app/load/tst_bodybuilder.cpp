// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/bodybuilder.h"

#include <QSemaphore>
#include <QTest>

#include <algorithm>
#include <mutex>
#include <set>

using namespace streamgauge;

namespace {

constexpr int patienceMs = 30'000;

QByteArray named(quint64 number)
{
    return "body " + QByteArray::number(number);
}

} // namespace

class TestBodyBuilder final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void buildsInOrderAndOnlyAsDeepAsAsked()
    {
        std::atomic<int> built = 0;
        BodyBuilder builder([&built](quint64 number) {
            ++built;
            return named(number);
        });
        QSemaphore filled;
        builder.begin(10, 3, [&filled] { filled.release(); });
        QVERIFY(filled.tryAcquire(1, patienceMs));
        QCOMPARE(built.load(), 3);
        for (quint64 number = 0; number < 10; ++number) {
            auto [body, noMore] = takeOrWait(builder);
            QVERIFY(body);
            QVERIFY(!noMore);
            QCOMPARE(body->number, number);
            QCOMPARE(body->body, named(number));
        }
        QVERIFY(builder.take({}).noMore);
    }

    void countsOnFromPhaseToPhase()
    {
        BodyBuilder builder(named);
        QSemaphore filled;
        const auto bell = [&filled] { filled.release(); };
        builder.begin(4, 4, bell);
        QVERIFY(filled.tryAcquire(1, patienceMs));
        for (quint64 number = 0; number < 4; ++number)
            QCOMPARE(builder.take({}).body->number, number);
        builder.begin(2, 4, bell);
        QVERIFY(filled.tryAcquire(1, patienceMs));
        QCOMPARE(builder.take({}).body->number, quint64(4));
        builder.drop();
        QVERIFY(builder.take({}).noMore);
        builder.begin(1, 1, bell);
        QVERIFY(filled.tryAcquire(1, patienceMs));
        // Number 5 was built and dropped: numbers are left out rather than sent twice.
        QCOMPARE(builder.take({}).body->number, quint64(6));
    }

    void holdsNoMoreBytesThanTheLimit()
    {
        BodyBuilder builder([](quint64) { return QByteArray(1000, 'x'); }, 2500);
        QSemaphore filled;
        builder.begin(50, 50, [&filled] { filled.release(); });
        QVERIFY(filled.tryAcquire(1, patienceMs));
        QVERIFY(builder.take({}).body);
        QVERIFY(builder.take({}).body);
        for (int i = 0; i < 48; ++i)
            QVERIFY(takeOrWait(builder).body);
        QVERIFY(builder.take({}).noMore);
    }

    void buildsABodyLongerThanTheLimit()
    {
        BodyBuilder builder([](quint64) { return QByteArray(1000, 'x'); }, 10);
        QSemaphore filled;
        builder.begin(2, 8, [&filled] { filled.release(); });
        QVERIFY(filled.tryAcquire(1, patienceMs));
        QVERIFY(takeOrWait(builder).body);
        QVERIFY(takeOrWait(builder).body);
    }

    void feedsManyTakersEachNumberOnce()
    {
        constexpr quint64 count = 5000;
        BodyBuilder builder(named);
        builder.begin(count, 16, [] {});
        std::mutex mutex;
        std::set<quint64> numbers;
        std::vector<std::thread> takers;
        for (int i = 0; i < 4; ++i) {
            takers.emplace_back([&] {
                for (;;) {
                    const auto taken = takeOrWait(builder);
                    if (!taken.body)
                        return;
                    const std::lock_guard lock(mutex);
                    numbers.insert(taken.body->number);
                }
            });
        }
        for (std::thread &taker : takers)
            taker.join();
        QCOMPARE(numbers.size(), size_t(count));
        QCOMPARE(*numbers.rbegin(), count - 1);
    }

    void endsWhileItWaitsAndWhileItBuilds()
    {
        BodyBuilder idle(named);
        BodyBuilder full(named);
        full.begin(1000, 2, [] {});
        BodyBuilder closed(named);
        closed.begin(10, 10, [] {});
        closed.close();
        QVERIFY(closed.take({}).noMore);
    }

private:
    /// As a worker does: waits for the bell when nothing is built yet.
    static BodyBuilder::Taken takeOrWait(BodyBuilder &builder)
    {
        const auto there = std::make_shared<QSemaphore>();
        for (;;) {
            auto taken = builder.take([there] { there->release(); });
            if (taken.body || taken.noMore)
                return taken;
            if (!there->tryAcquire(1, patienceMs))
                return {};
        }
    }
};

QTEST_GUILESS_MAIN(TestBodyBuilder)
#include "tst_bodybuilder.moc"
