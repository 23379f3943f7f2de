// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/distribution.h"
#include "models/stats/livehistogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace streamgauge;

class TestLiveHistogram final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isExactForSmallValues();
    void staysWithinHalfAPercent();
    void givesOnlyWhatTheSampleSupports();
    void takesExtremes();
    void clears();
};

void TestLiveHistogram::isExactForSmallValues()
{
    LiveHistogram histogram;
    for (qint64 value = 511; value >= 0; --value)
        histogram.add(value);
    QCOMPARE(*histogram.p50(), 255.5);
    QCOMPARE(histogram.max(), 511);
}

void TestLiveHistogram::staysWithinHalfAPercent()
{
    // A spread over nine decades, from a fixed linear congruence.
    LiveHistogram histogram;
    std::vector<qint64> samples;
    quint64 state = 1;
    for (int i = 0; i < 20'000; ++i) {
        state = state * Q_UINT64_C(6364136223846793005) + Q_UINT64_C(1442695040888963407);
        const double unit = double(state >> 11) / double(quint64(1) << 53);
        samples.push_back(std::llround(std::pow(10, 2 + 9 * unit)));
        histogram.add(samples.back());
    }
    std::sort(samples.begin(), samples.end());
    for (int permille = 0; permille <= 1000; permille += 5) {
        const double q = permille / 1000.0;
        const double exact = percentileOfSorted(samples, q);
        const double live = *histogram.percentile(q);
        QVERIFY2(std::fabs(live - exact) <= 0.0025 * exact,
            qPrintable(QStringLiteral("q %1: %2 against %3").arg(q).arg(live).arg(exact)));
    }
    QCOMPARE(histogram.max(), samples.back());
    QCOMPARE(histogram.count(), 20'000);
}

void TestLiveHistogram::givesOnlyWhatTheSampleSupports()
{
    LiveHistogram histogram;
    QVERIFY(!histogram.p50());
    for (int n = 1; n <= 100; ++n) {
        histogram.add(1'000'000);
        QVERIFY(histogram.p50());
        QCOMPARE(histogram.p95().has_value(), n >= 20);
        QCOMPARE(histogram.p99().has_value(), n >= 100);
    }
}

void TestLiveHistogram::takesExtremes()
{
    LiveHistogram histogram;
    histogram.add(-5); // a clock that went back counts as no time
    QCOMPARE(*histogram.p50(), 0.0);
    const qint64 largest = std::numeric_limits<qint64>::max();
    histogram.add(largest);
    histogram.add(largest);
    QCOMPARE(histogram.max(), largest);
    QVERIFY(std::fabs(*histogram.p50() - double(largest)) <= 0.0025 * double(largest));
}

void TestLiveHistogram::clears()
{
    LiveHistogram histogram;
    histogram.add(7);
    histogram.clear();
    QCOMPARE(histogram.count(), 0);
    QCOMPARE(histogram.max(), 0);
    QVERIFY(!histogram.p50());
    histogram.add(3);
    QCOMPARE(*histogram.p50(), 3.0);
}

QTEST_GUILESS_MAIN(TestLiveHistogram)
#include "tst_livehistogram.moc"
