// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/plot.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using namespace streamgauge;

class tst_NiceAxis final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ticks_data();
    void ticks();
    void holdsEveryRange_data();
    void holdsEveryRange();
    void hostileRangesGiveASensibleAxis_data();
    void hostileRangesGiveASensibleAxis();
};

void tst_NiceAxis::ticks_data()
{
    QTest::addColumn<double>("lo");
    QTest::addColumn<double>("hi");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<bool>("fromZero");
    QTest::addColumn<QList<double>>("expected");
    QTest::addColumn<int>("decimals");

    QTest::newRow("from zero") << 0.0 << 330.0 << 4 << true << QList<double>{0, 100, 200, 300, 400} << 0;
    QTest::newRow("zero is added") << 120.0 << 330.0 << 4 << true << QList<double>{0, 100, 200, 300, 400} << 0;
    QTest::newRow("zero is not needed") << 120.0 << 330.0 << 4 << false << QList<double>{100, 200, 300, 400} << 0;
    QTest::newRow("two and a half") << 0.0 << 10.0 << 4 << true << QList<double>{0, 2.5, 5, 7.5, 10} << 1;
    QTest::newRow("25 has no decimals") << 0.0 << 100.0 << 4 << true << QList<double>{0, 25, 50, 75, 100} << 0;
    QTest::newRow("small") << 0.0 << 0.004 << 4 << true << QList<double>{0, 0.001, 0.002, 0.003, 0.004} << 3;
    QTest::newRow("carry to the next power") << 0.0 << 3.9 << 4 << true << QList<double>{0, 1, 2, 3, 4} << 0;
    QTest::newRow("negative") << -35.0 << 12.0 << 5 << true << QList<double>{-40, -30, -20, -10, 0, 10, 20} << 0;
    QTest::newRow("swapped") << 10.0 << 0.0 << 5 << true << QList<double>{0, 2, 4, 6, 8, 10} << 0;
    QTest::newRow("one value") << 200.0 << 200.0 << 4 << false << QList<double>{100, 150, 200, 250, 300} << 0;
    QTest::newRow("nothing") << 0.0 << 0.0 << 4 << true << QList<double>{0, 0.25, 0.5, 0.75, 1} << 2;
}

void tst_NiceAxis::ticks()
{
    QFETCH(double, lo);
    QFETCH(double, hi);
    QFETCH(int, wanted);
    QFETCH(bool, fromZero);
    QFETCH(QList<double>, expected);
    QFETCH(int, decimals);

    const PlotAxis axis = niceAxis(u"TTFT, ms"_s, lo, hi, wanted, fromZero);
    QCOMPARE(axis.title, u"TTFT, ms"_s);
    QCOMPARE(axis.ticks.size(), std::size_t(expected.size()));
    for (qsizetype i = 0; i < expected.size(); ++i)
        QVERIFY2(std::abs(axis.ticks[std::size_t(i)] - expected[i]) < 1e-12, qPrintable(QString::number(i)));
    QCOMPARE(axis.decimals, decimals);
    QCOMPARE(axis.min, axis.ticks.front());
    QCOMPARE(axis.max, axis.ticks.back());
}

void tst_NiceAxis::holdsEveryRange_data()
{
    QTest::addColumn<int>("exponent");
    for (int exponent = -6; exponent <= 12; ++exponent)
        QTest::addRow("1e%d", exponent) << exponent;
}

void tst_NiceAxis::holdsEveryRange()
{
    QFETCH(int, exponent);
    for (double mantissa = 1; mantissa < 10; mantissa += 0.37) {
        const double hi = mantissa * std::pow(10.0, exponent);
        const PlotAxis axis = niceAxis({}, 0, hi, 4, true);
        QVERIFY(axis.min <= 0 && axis.max >= hi * (1 - 1e-9));
        QVERIFY(axis.max <= hi * 2);
        QVERIFY(axis.ticks.size() >= 3 && axis.ticks.size() <= 6);
        // The labels tell all ticks apart and lose nothing.
        for (const double tick : axis.ticks)
            QVERIFY(std::abs(QString::number(tick, 'f', axis.decimals).toDouble() - tick) <= hi * 1e-9);
    }
}

void tst_NiceAxis::hostileRangesGiveASensibleAxis_data()
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double max = std::numeric_limits<double>::max();
    QTest::addColumn<double>("lo");
    QTest::addColumn<double>("hi");
    QTest::addColumn<int>("wanted");
    QTest::newRow("infinite") << 0.0 << infinity << 4;
    QTest::newRow("not a number") << nan << 5.0 << 4;
    QTest::newRow("largest") << -max << max << 4;
    QTest::newRow("denormal") << 0.0 << std::numeric_limits<double>::denorm_min() << 4;
    QTest::newRow("equal but for the last bit") << 1e15 << std::nextafter(1e15, 2e15) << 4;
    QTest::newRow("no tick wanted") << 0.0 << 10.0 << 0;
    QTest::newRow("fewer than none wanted") << 0.0 << 10.0 << -5;
}

void tst_NiceAxis::hostileRangesGiveASensibleAxis()
{
    QFETCH(double, lo);
    QFETCH(double, hi);
    QFETCH(int, wanted);
    const PlotAxis axis = niceAxis({}, lo, hi, wanted, false);
    QVERIFY(std::isfinite(axis.min) && std::isfinite(axis.max));
    QVERIFY(axis.min < axis.max);
    QVERIFY(axis.ticks.size() >= 2 && axis.ticks.size() <= 12);
}

QTEST_GUILESS_MAIN(tst_NiceAxis)
#include "tst_niceaxis.moc"
