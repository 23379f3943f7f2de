// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/distribution.h"
#include "models/stats/exactratio.h"

#include <QTest>

#include <limits>
#include <numeric>

using namespace streamgauge;

namespace {

/// 1, 2, ... n in an order that is not sorted.
std::vector<qint64> shuffled(qint64 n)
{
    std::vector<qint64> values;
    for (qint64 i = 0; i < n; ++i)
        values.push_back(1 + (i * 7919) % n);
    return values;
}

} // namespace

class TestDistribution final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void interpolatesBetweenClosestRanks_data();
    void interpolatesBetweenClosestRanks();
    void givesOnlyWhatTheSampleSupports_data();
    void givesOnlyWhatTheSampleSupports();
    void sumsExactly();
    void roundsRatiosOnce_data();
    void roundsRatiosOnce();
};

void TestDistribution::interpolatesBetweenClosestRanks_data()
{
    QTest::addColumn<std::vector<qint64>>("sorted");
    QTest::addColumn<double>("q");
    QTest::addColumn<double>("value");
    // Worked by hand from the definition; numpy.percentile gives the same.
    QTest::newRow("one sample") << std::vector<qint64>{42} << 0.99 << 42.0;
    QTest::newRow("two, middle") << std::vector<qint64>{10, 20} << 0.5 << 15.0;
    QTest::newRow("four, quarter") << std::vector<qint64>{1, 2, 4, 8} << 0.25 << 1.75;
    QTest::newRow("lowest") << std::vector<qint64>{1, 2, 4, 8} << 0.0 << 1.0;
    QTest::newRow("highest") << std::vector<qint64>{1, 2, 4, 8} << 1.0 << 8.0;
    QTest::newRow("five, p95") << std::vector<qint64>{15, 20, 35, 40, 50} << 0.95 << 48.0;
    QTest::newRow("negative") << std::vector<qint64>{-10, 10} << 0.5 << 0.0;
}

void TestDistribution::interpolatesBetweenClosestRanks()
{
    QFETCH(std::vector<qint64>, sorted);
    QFETCH(double, q);
    QFETCH(double, value);
    QCOMPARE(percentileOfSorted(sorted, q), value);
}

void TestDistribution::givesOnlyWhatTheSampleSupports_data()
{
    QTest::addColumn<qint64>("n");
    QTest::addColumn<double>("p50");
    QTest::addColumn<double>("p95"); // 0: not supported
    QTest::addColumn<double>("p99");
    QTest::newRow("0") << qint64(0) << 0.0 << 0.0 << 0.0;
    QTest::newRow("1") << qint64(1) << 1.0 << 0.0 << 0.0;
    QTest::newRow("19") << qint64(19) << 10.0 << 0.0 << 0.0;
    QTest::newRow("20") << qint64(20) << 10.5 << 19.05 << 0.0;
    QTest::newRow("99") << qint64(99) << 50.0 << 94.1 << 0.0;
    QTest::newRow("100") << qint64(100) << 50.5 << 95.05 << 99.01;
}

void TestDistribution::givesOnlyWhatTheSampleSupports()
{
    QFETCH(qint64, n);
    QFETCH(double, p50);
    QFETCH(double, p95);
    QFETCH(double, p99);
    const Distribution distribution = Distribution::of(shuffled(n));
    QCOMPARE(distribution.n, n);
    QCOMPARE(distribution.mean.has_value(), n > 0);
    QCOMPARE(distribution.max.has_value(), n > 0);
    QCOMPARE(distribution.p50.value_or(0), p50);
    QCOMPARE(distribution.p95.value_or(0), p95);
    QCOMPARE(distribution.p99.value_or(0), p99);
    if (n > 0) {
        QCOMPARE(*distribution.mean, double(n + 1) / 2);
        QCOMPARE(*distribution.max, double(n));
    }
}

void TestDistribution::sumsExactly()
{
    // The sum leaves 64 bits, and a sum of doubles would lose the ones.
    const qint64 large = std::numeric_limits<qint64>::max() - 2;
    QCOMPARE(*Distribution::of({large, large, large}).mean, double(large));
    std::vector<qint64> samples(1000, 9'007'199'254'740'993);
    samples[0] += 1000;
    QCOMPARE(*Distribution::of(samples).mean, 9'007'199'254'740'994.0);
}

void TestDistribution::roundsRatiosOnce_data()
{
    QTest::addColumn<qint64>("numerator");
    QTest::addColumn<qint64>("denominator");
    QTest::addColumn<double>("ratio");
    QTest::newRow("zero") << qint64(0) << qint64(3) << 0.0;
    QTest::newRow("third") << qint64(1) << qint64(3) << 1.0 / 3.0;
    QTest::newRow("negative") << qint64(-2) << qint64(3) << -2.0 / 3.0;
    QTest::newRow("whole") << qint64(12) << qint64(4) << 3.0;
    QTest::newRow("just below a tie") << qint64(9007199254740992) * 3 + 2 << qint64(3) << 9007199254740992.0;
    QTest::newRow("just above a tie") << qint64(9007199254740992) * 3 + 4 << qint64(3) << 9007199254740994.0;
    QTest::newRow("a tie, to even") << qint64(9007199254740992) + 1 << qint64(1) << 9007199254740992.0;
}

void TestDistribution::roundsRatiosOnce()
{
    QFETCH(qint64, numerator);
    QFETCH(qint64, denominator);
    QFETCH(double, ratio);
    // QCOMPARE on doubles forgives small differences; here none is allowed.
    QVERIFY2(exactRatio(numerator, denominator) == ratio,
        qPrintable(QString::number(exactRatio(numerator, denominator), 'g', 17)));
}

QTEST_GUILESS_MAIN(TestDistribution)
#include "tst_distribution.moc"
