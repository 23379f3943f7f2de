// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/core/json.h"

#include <QTest>

#include <limits>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class TestFormat final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundsHalfAway_data();
    void roundsHalfAway();
    void roundsToWholeMicroseconds_data();
    void roundsToWholeMicroseconds();
    void formatsForPeople();
    void formatsDurations_data();
    void formatsDurations();
};

void TestFormat::roundsHalfAway_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a true tie, up") << 0.0625 << 3 << QByteArray("0.063");
    QTest::newRow("a true tie, even neighbour below") << 0.8125 << 3 << QByteArray("0.813");
    QTest::newRow("a true tie, negative") << -0.0625 << 3 << QByteArray("-0.063");
    QTest::newRow("2.5 to whole") << 2.5 << 0 << QByteArray("3");
    QTest::newRow("-2.5 to whole") << -2.5 << 0 << QByteArray("-3");
    QTest::newRow("0.5 to whole") << 0.5 << 0 << QByteArray("1");
    QTest::newRow("1.0005 is below the tie") << 1.0005 << 3 << QByteArray("1");
    QTest::newRow("1.0015 is above the tie") << 1.0015 << 3 << QByteArray("1.002");
    QTest::newRow("2.6755 is below the tie") << 2.6755 << 3 << QByteArray("2.675");
    QTest::newRow("1.005 is below the tie") << 1.005 << 2 << QByteArray("1");
    QTest::newRow("to zero, unsigned") << -0.0001 << 3 << QByteArray("0");
    QTest::newRow("already short") << 48.2 << 3 << QByteArray("48.2");
    QTest::newRow("large") << 123456789012.34567 << 3 << QByteArray("123456789012.346");
    QTest::newRow("beyond decimals") << 1e300 << 3 << QByteArray("1e+300");
}

void TestFormat::roundsHalfAway()
{
    QFETCH(double, value);
    QFETCH(int, decimals);
    QFETCH(QByteArray, text);
    QCOMPARE(jsonNumber(roundedHalfAway(value, decimals)), text);
}

void TestFormat::roundsToWholeMicroseconds_data()
{
    QTest::addColumn<double>("ns");
    QTest::addColumn<qint64>("us");
    QTest::newRow("zero") << 0.0 << qint64(0);
    QTest::newRow("just below") << 1499.9999999999998 << qint64(1);
    QTest::newRow("half") << 1500.0 << qint64(2);
    QTest::newRow("half, odd") << 2500.0 << qint64(3);
    QTest::newRow("negative half") << -1500.0 << qint64(-2);
    // 1234500 ns as milliseconds is no tie in binary; as nanoseconds it is one.
    QTest::newRow("1.2345 ms") << 1'234'500.0 << qint64(1235);
    QTest::newRow("many digits") << 9007199254740499.0 << qint64(9007199254740);
    QTest::newRow("many digits, half") << 9007199254740500.0 << qint64(9007199254741);
}

void TestFormat::roundsToWholeMicroseconds()
{
    QFETCH(double, ns);
    QFETCH(qint64, us);
    QCOMPARE(wholeMicroseconds(ns), us);
}

void TestFormat::formatsForPeople()
{
    QCOMPARE(formatNumber(1234.5, 2), u"1,234.50"_s);
    QCOMPARE(formatNumber(-1234567.25, 1), u"-1,234,567.3"_s);
    QCOMPARE(formatNumber(-123.25, 0), u"-123"_s);
    QCOMPARE(formatNumber(1e6, 0), u"1,000,000"_s);
    QCOMPARE(formatNumber(-0.001, 1), u"0.0"_s);
    QCOMPARE(formatCount(0), u"0"_s);
    QCOMPARE(formatCount(999), u"999"_s);
    QCOMPARE(formatCount(1000), u"1,000"_s);
    QCOMPARE(formatCount(-123'456), u"-123,456"_s);
    QCOMPARE(formatCount(12'345'678), u"12,345,678"_s);
    QCOMPARE(pluralOf(1), 1);
    QCOMPARE(pluralOf(qint64(1) << 40), std::numeric_limits<int>::max());
    QCOMPARE(formatList({}), QString());
    QCOMPARE(formatList({u"1"_s}), u"1"_s);
    QCOMPARE(formatList({u"1"_s, u"8"_s}), u"1 and 8"_s);
    QCOMPARE(formatList({u"1"_s, u"8"_s, u"32"_s}), u"1, 8 and 32"_s);
    QCOMPARE(formatMs(184.3e6), u"184\u2009ms"_s);
    QCOMPARE(formatMs(21.34e6), u"21.3\u2009ms"_s);
    QCOMPARE(formatMs(2.345e6), u"2.35\u2009ms"_s);
    QCOMPARE(formatMs(41e3), u"0.041\u2009ms"_s);
    QCOMPARE(formatMs(184.3e6, 1), u"184.3\u2009ms"_s);
    QCOMPARE(formatRate(342, u"tokens"), u"342.0\u2009tokens/s"_s);
    QCOMPARE(formatRate(0.25, u"requests", 3), u"0.250\u2009requests/s"_s);
}

void TestFormat::formatsDurations_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << 0.0 << u"0.00\u2009s"_s;
    QTest::newRow("part of a second") << 0.354 << u"0.35\u2009s"_s;
    QTest::newRow("seconds") << 3.25 << u"3.3\u2009s"_s;
    QTest::newRow("ten") << 9.96 << u"10\u2009s"_s;
    QTest::newRow("a minute nearly") << 59.6 << u"1\u2009min 0\u2009s"_s;
    QTest::newRow("minutes") << 161.0 << u"2\u2009min 41\u2009s"_s;
    QTest::newRow("an hour nearly") << 3599.9 << u"1\u2009h 0\u2009min"_s;
    QTest::newRow("hours") << 3790.0 << u"1\u2009h 3\u2009min"_s;
}

void TestFormat::formatsDurations()
{
    QFETCH(double, seconds);
    QFETCH(QString, text);
    QCOMPARE(formatDuration(seconds), text);
}

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
