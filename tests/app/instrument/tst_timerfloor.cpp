// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/timerfloor.h"

#include <QTest>

#include <algorithm>

using namespace streamgauge;

class TestTimerFloor final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seesEachBeatOnce()
    {
        TimerFloor floor;
        std::atomic<bool> done = false;
        floor.start(200'000'000, [&done] { done = true; });
        const std::vector<qint64> lags = floor.take();
        QVERIFY(done);
        // One a millisecond, those missed while something else ran counted too; not those after the end.
        QVERIFY2(lags.size() > 100 && lags.size() <= 5'000, qPrintable(QString::number(lags.size())));
        QVERIFY(std::ranges::all_of(lags, [](qint64 lag) { return lag >= 0; }));
        QVERIFY(floor.take().empty());
        floor.start(1'000'000, [] {});
    }

    void endsWithItsOwner()
    {
        QElapsedTimer elapsed;
        elapsed.start();
        {
            TimerFloor floor;
            floor.start(3'600'000'000'000, [] {});
        }
        QVERIFY(elapsed.elapsed() < 60'000);
    }
};

QTEST_GUILESS_MAIN(TestTimerFloor)
#include "tst_timerfloor.moc"
