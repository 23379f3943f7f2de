// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/timeleft.h"

#include <QTest>

using namespace streamgauge;

namespace {

constexpr qint64 second = 1'000'000'000;

LoadPlan planOf(std::vector<int> levels, int requests)
{
    LoadPlan plan;
    plan.concurrency = std::move(levels);
    plan.requests = requests;
    return plan;
}

void end(TimeLeft &left, int requests, qint64 slotNs)
{
    for (int i = 0; i < requests; ++i)
        left.requestEnded(slotNs);
}

} // namespace

class TestTimeLeft final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysNothingBeforeARequestHasEnded()
    {
        TimeLeft left(planOf({1, 8}, 10));
        left.levelStarted(0);
        QVERIFY(!left.seconds(1));
        left.requestEnded(second);
        QVERIFY(left.seconds(1));
    }

    void countsDownTheOnlyLevel()
    {
        TimeLeft left(planOf({4}, 20));
        left.levelStarted(0);
        end(left, 8, 2 * second);
        // 12 to do of 2 s each over 4 slots, the 4 in flight half done.
        QCOMPARE(left.seconds(4), 5.0);
        end(left, 12, 2 * second);
        QCOMPARE(left.seconds(0), 0.0);
    }

    void assumesLevelsToComeFromTheGrowthSeen()
    {
        // A server with room to spare: requests take as long at 4 as at 1, so they will at 16.
        TimeLeft roomy(planOf({1, 4, 16}, 16));
        roomy.levelStarted(0);
        end(roomy, 16, second);
        roomy.levelStarted(1);
        end(roomy, 16, second);
        QCOMPARE(roomy.seconds(0), 1.0);
        // One that is full: four times the slots, four times the time.
        TimeLeft full(planOf({1, 4, 16}, 16));
        full.levelStarted(0);
        end(full, 16, second);
        full.levelStarted(1);
        end(full, 16, 4 * second);
        QCOMPARE(full.seconds(0), 16.0);
    }

    void standsHalfWayWhileGrowthIsUnknown()
    {
        TimeLeft left(planOf({1, 4}, 16));
        left.levelStarted(0);
        end(left, 16, second);
        left.levelStarted(1);
        // Between 4 s (room to spare) and 16 s (full).
        QCOMPARE(left.seconds(0), 8.0);
    }

    void neverUsesMoreSlotsThanThereAreRequests()
    {
        TimeLeft left(planOf({1, 64}, 4));
        left.levelStarted(0);
        end(left, 4, second);
        left.levelStarted(1);
        QCOMPARE(left.seconds(0), 2.0);
    }
};

QTEST_GUILESS_MAIN(TestTimeLeft)
#include "tst_timeleft.moc"
