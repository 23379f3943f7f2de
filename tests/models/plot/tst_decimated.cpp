// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/plot.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace streamgauge;

namespace {

using Points = std::vector<QPointF>;

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

Q_DECLARE_METATYPE(Points)

class tst_Decimated final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cases_data();
    void cases();
    void aMillionPointsKeepSpikesOrderAndBound();
    void cellsKeepOneEach();
    void cellsOfAMillionPoints();
};

void tst_Decimated::cases_data()
{
    QTest::addColumn<Points>("points");
    QTest::addColumn<double>("xMin");
    QTest::addColumn<double>("xMax");
    QTest::addColumn<int>("columns");
    QTest::addColumn<Points>("expected");

    QTest::newRow("empty") << Points{} << 0.0 << 10.0 << 5 << Points{};
    QTest::newRow("one") << Points{{3, 7}} << 0.0 << 10.0 << 5 << Points{{3, 7}};
    QTest::newRow("one on the right edge") << Points{{10, 7}} << 0.0 << 10.0 << 5 << Points{{10, 7}};
    QTest::newRow("few stay") << Points{{1, 1}, {5, 2}, {9, 3}} << 0.0 << 10.0 << 5 << Points{{1, 1}, {5, 2}, {9, 3}};
    QTest::newRow("highest before lowest")
        << Points{{0.1, 5}, {0.2, 9}, {0.3, 6}, {0.4, 1}, {0.5, 5}} << 0.0 << 10.0 << 1 << Points{{0.2, 9}, {0.4, 1}};
    QTest::newRow("lowest before highest")
        << Points{{0.1, 5}, {0.2, 1}, {0.3, 6}, {0.4, 9}, {0.5, 5}} << 0.0 << 10.0 << 1 << Points{{0.2, 1}, {0.4, 9}};
    QTest::newRow("a level line is one point")
        << Points{{0.1, 5}, {0.2, 5}, {0.3, 5}} << 0.0 << 10.0 << 1 << Points{{0.1, 5}};
    QTest::newRow("equal x") << Points{{2, 5}, {2, 8}, {2, 1}, {2, 6}} << 0.0 << 10.0 << 5 << Points{{2, 8}, {2, 1}};
    QTest::newRow("not a number is left out") << Points{{1, notANumber}, {2, 4}, {3, notANumber}, {notANumber, 3},
        {5, infinity}} << 0.0 << 10.0 << 5 << Points{{2, 4}};
    QTest::newRow("neighbours outside stay")
        << Points{{-3, 1}, {-2, 2}, {4, 5}, {12, 3}, {13, 4}} << 0.0 << 10.0 << 5 << Points{{-2, 2}, {4, 5}, {12, 3}};
    QTest::newRow("nothing inside, a line across")
        << Points{{-2, 2}, {12, 3}} << 0.0 << 10.0 << 5 << Points{{-2, 2}, {12, 3}};
    QTest::newRow("a neighbour that is not a number")
        << Points{{-3, 1}, {-2, notANumber}, {4, 5}} << 0.0 << 10.0 << 5 << Points{{-3, 1}, {4, 5}};
    QTest::newRow("no column") << Points{{1, 1}} << 0.0 << 10.0 << 0 << Points{};
    QTest::newRow("no range") << Points{{1, 1}} << 1.0 << 1.0 << 5 << Points{};
    QTest::newRow("endless range") << Points{{1, 1}} << -infinity << infinity << 5 << Points{};
}

void tst_Decimated::cases()
{
    QFETCH(Points, points);
    QFETCH(double, xMin);
    QFETCH(double, xMax);
    QFETCH(int, columns);
    QFETCH(Points, expected);
    QCOMPARE(decimated(points, xMin, xMax, columns), expected);
}

void tst_Decimated::aMillionPointsKeepSpikesOrderAndBound()
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> noise(-1, 1);
    Points points;
    for (int i = 0; i < 1'000'000; ++i)
        points.emplace_back(i * 1e-3, noise(random));
    points[123'456].setY(50);
    points[777'777].setY(-50);

    const Points thin = decimated(points, 0, 1000, 600);
    QVERIFY(thin.size() <= 2 * 600 + 2);
    QVERIFY(thin.size() > 600);
    QVERIFY(std::is_sorted(thin.begin(), thin.end(), [](auto &a, auto &b) { return a.x() < b.x(); }));
    QVERIFY(std::find(thin.begin(), thin.end(), points[123'456]) != thin.end());
    QVERIFY(std::find(thin.begin(), thin.end(), points[777'777]) != thin.end());

    // Zoomed in until single points show, all of them are there, and one neighbour at each side.
    const Points zoomed = decimated(points, 500.0005, 500.0105, 600);
    QCOMPARE(zoomed.size(), std::size_t(12));
    QCOMPARE(zoomed.front(), points[500'000]);
    QCOMPARE(zoomed.back(), points[500'011]);
}

void tst_Decimated::cellsKeepOneEach()
{
    PlotAxis x;
    x.max = 10;
    PlotAxis y;
    y.max = 10;
    const Points points{{0.1, 0.1}, {0.2, 0.2}, {0.3, 9}, {5, notANumber}, {5, 11}, {-1, 5}, {9.9, 9.9}, {10, 10}};
    QCOMPARE(thinnedToCells(points, x, y, 10, 10), (Points{{0.1, 0.1}, {0.3, 9}, {9.9, 9.9}}));
    QCOMPARE(thinnedToCells({}, x, y, 10, 10), Points{});
    QCOMPARE(thinnedToCells(points, x, y, 0, 10), Points{});
    y.max = y.min;
    QCOMPARE(thinnedToCells(points, x, y, 10, 10), Points{});
}

void tst_Decimated::cellsOfAMillionPoints()
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> noise(0, 1);
    Points points;
    for (int i = 0; i < 1'000'000; ++i)
        points.emplace_back(i * 1e-6, noise(random) * 0.5);
    points[400'000].setY(0.95);
    const Points thin = thinnedToCells(points, {}, {}, 100, 50);
    QVERIFY(thin.size() <= 100 * 50);
    QVERIFY(std::find(thin.begin(), thin.end(), points[400'000]) != thin.end());
}

QTEST_GUILESS_MAIN(tst_Decimated)
#include "tst_decimated.moc"
