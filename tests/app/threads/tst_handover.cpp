// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/threads/handover.h"

#include <QTest>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <thread>
#include <vector>

using namespace streamgauge;

class TestHandover final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ringsOnceABatch()
    {
        Handover<int> handover;
        int rung = 0;
        handover.setBell([&rung] { ++rung; });
        handover.give(1);
        handover.give(2);
        QCOMPARE(rung, 1);
        QCOMPARE(handover.takeAll(), (std::deque<int>{1, 2}));
        QVERIFY(handover.takeAll().empty());
        handover.give(3);
        QCOMPARE(rung, 2);
    }

    void carriesWhatCannotBeCopied()
    {
        Handover<std::unique_ptr<int>> handover;
        handover.give(std::make_unique<int>(7));
        const auto all = handover.takeAll();
        QCOMPARE(*all.front(), 7);
    }

    void keepsWhatCameBeforeTheBell()
    {
        Handover<int> handover;
        handover.give(1);
        int rung = 0;
        handover.setBell([&rung] { ++rung; });
        handover.give(2);
        QCOMPARE(rung, 0);
        QCOMPARE(handover.takeAll().size(), size_t(2));
    }

    void losesNothingBetweenThreads()
    {
        constexpr int givers = 4;
        constexpr int each = 20'000;
        struct Value {
            int giver;
            int number;
            std::vector<int> payload;
        };
        Handover<Value> handover;
        std::mutex mutex;
        std::condition_variable bell;
        bool rung = false;
        handover.setBell([&] {
            const std::lock_guard lock(mutex);
            rung = true;
            bell.notify_one();
        });

        std::vector<std::thread> threads;
        for (int giver = 0; giver < givers; ++giver) {
            threads.emplace_back([&handover, giver] {
                for (int number = 0; number < each; ++number)
                    handover.give({giver, number, std::vector<int>(3, number)});
            });
        }
        std::vector<int> next(givers, 0);
        int taken = 0;
        bool inOrder = true;
        while (taken < givers * each) {
            std::unique_lock lock(mutex);
            // A bell that is missed would leave this waiting for ever; the limit turns that into a failure.
            QVERIFY(bell.wait_for(lock, std::chrono::seconds(30), [&rung] { return rung; }));
            rung = false;
            lock.unlock();
            for (const Value &value : handover.takeAll()) {
                inOrder = inOrder && value.number == next[static_cast<size_t>(value.giver)]++
                    && value.payload == std::vector<int>(3, value.number);
                ++taken;
            }
        }
        for (std::thread &thread : threads)
            thread.join();
        QVERIFY(inOrder);
        QVERIFY(handover.takeAll().empty());
    }
};

QTEST_GUILESS_MAIN(TestHandover)
#include "tst_handover.moc"
