// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/calibration.h"
#include "app/prompts/promptsynthesizer.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace streamgauge;

namespace {

using Server = std::function<qint64(int words)>;

CalibrationReport calibrate(int target, const Server &server)
{
    std::vector<CalibrationPoint> points;
    CalibrationReport report;
    while (std::ssize(points) < calibrationRequests && !report.reached) {
        const int words = nextCalibrationWords(points, target);
        points.push_back({words, server(words)});
        report = calibrated(points, target);
    }
    return report;
}

} // namespace

class TestCalibration final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void toleratesOnePercentButAtLeastTwoTokens()
    {
        QVERIFY(calibrated({{500, 517}}, 512).reached);
        QVERIFY(!calibrated({{500, 518}}, 512).reached);
        QVERIFY(calibrated({{8, 12}}, 10).reached);
        QVERIFY(!calibrated({{8, 13}}, 10).reached);
    }

    void reachesTheTarget_data()
    {
        QTest::addColumn<double>("tokensPerWord");
        QTest::addColumn<int>("templateTokens");
        QTest::addColumn<int>("target");
        QTest::addColumn<int>("requests");
        QTest::newRow("one token a word, short template") << 1.0 << 12 << 512 << 2;
        QTest::newRow("long template") << 1.0 << 300 << 512 << 2;
        QTest::newRow("more tokens than words") << 1.37 << 25 << 512 << 3;
        QTest::newRow("fewer tokens than words") << 0.8 << 25 << 512 << 4;
        QTest::newRow("long prompt") << 1.21 << 40 << 8192 << 3;
        QTest::newRow("short prompt") << 1.3 << 8 << 32 << 3;
    }

    void reachesTheTarget()
    {
        QFETCH(double, tokensPerWord);
        QFETCH(int, templateTokens);
        QFETCH(int, target);
        QFETCH(int, requests);
        const auto report =
            calibrate(target, [&](int words) { return std::llround(words * tokensPerWord) + templateTokens; });
        QVERIFY(report.done);
        QVERIFY(report.reached);
        QVERIFY(std::ssize(report.points) <= requests);
        QCOMPARE(report.words, report.points.back().words);
    }

    void usesTheClosestWhenItIsNotReached()
    {
        const auto report = calibrate(20, [](int words) { return words + 40; });
        QVERIFY(report.done);
        QVERIFY(!report.reached);
        QCOMPARE(report.words, 1);
    }

    void survivesServersThatCountStrangely()
    {
        QCOMPARE(nextCalibrationWords({{512, 4096}, {1, 4096}}, 512), 1);
        QCOMPARE(nextCalibrationWords({{512, 100}, {512, 100}}, 512), 924);
        QVERIFY(nextCalibrationWords({{512, 1}, {513, 2}, {100000, 3}}, 512) <= 2 * 512 + 1000);
        QCOMPARE(nextCalibrationWords({{600, 400}, {500, 450}}, 512), 562);
    }

    void leavesOneWordATokenWithoutPoints()
    {
        const auto report = calibrated({}, 512);
        QVERIFY(!report.done);
        QVERIFY(!report.reached);
        QCOMPARE(report.words, 512);
    }

    void keepsItsNumbersApartFromTheRuns()
    {
        QCOMPARE(firstProbeNumber, quint64(4'294'967'296));
        QVERIFY(firstCalibrationNumber > firstProbeNumber);
    }
};

QTEST_GUILESS_MAIN(TestCalibration)
#include "tst_calibration.moc"
