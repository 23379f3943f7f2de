// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/seriespool.h"

#include <QAreaSeries>
#include <QChart>
#include <QLineSeries>
#include <QSignalSpy>
#include <QTest>
#include <QValueAxis>

using namespace streamgauge;

namespace {

LineDrawing line(QList<QPointF> points)
{
    return {std::move(points), QPen(Qt::red)};
}

} // namespace

class tst_SeriesPool final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTickReplacesOnce();
    void samePointsAreNotReplaced();
    void axesChangeOnlyWhenTheyDiffer();
    void seriesAreUsedAgain();
    void linesStayAboveBands();
};

void tst_SeriesPool::aTickReplacesOnce()
{
    QChart chart;
    SeriesPool pool(&chart);
    pool.draw({}, {line({{0, 0}})});
    auto *series = qobject_cast<QLineSeries *>(chart.series().constFirst());
    QVERIFY(series != nullptr);
    QSignalSpy replaced(series, &QXYSeries::pointsReplaced);
    QSignalSpy added(series, &QXYSeries::pointAdded);
    pool.draw({}, {line({{0, 0}, {1, 1}, {2, 2}})});
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(added.count(), 0);
    QCOMPARE(series->points(), (QList<QPointF>{{0, 0}, {1, 1}, {2, 2}}));
}

void tst_SeriesPool::samePointsAreNotReplaced()
{
    QChart chart;
    SeriesPool pool(&chart);
    pool.draw({}, {line({{0, 0}, {1, 1}})});
    QSignalSpy replaced(qobject_cast<QLineSeries *>(chart.series().constFirst()), &QXYSeries::pointsReplaced);
    pool.draw({}, {line({{0, 0}, {1, 1}})});
    QCOMPARE(replaced.count(), 0);
}

void tst_SeriesPool::axesChangeOnlyWhenTheyDiffer()
{
    QChart chart;
    SeriesPool pool(&chart);
    pool.setRanges(0, 10, 0, 100);
    auto *x = qobject_cast<QValueAxis *>(chart.axes(Qt::Horizontal).constFirst());
    auto *y = qobject_cast<QValueAxis *>(chart.axes(Qt::Vertical).constFirst());
    QSignalSpy xChanged(x, &QValueAxis::rangeChanged);
    QSignalSpy yChanged(y, &QValueAxis::rangeChanged);
    pool.setRanges(0, 10, 0, 100);
    QCOMPARE(xChanged.count() + yChanged.count(), 0);
    pool.setRanges(0, 20, 0, 100);
    QCOMPARE(xChanged.count(), 1);
    QCOMPARE(yChanged.count(), 0);
    QCOMPARE(x->max(), 20.0);
}

void tst_SeriesPool::seriesAreUsedAgain()
{
    QChart chart;
    SeriesPool pool(&chart);
    pool.draw({}, {line({{0, 0}}), line({{0, 1}})});
    const auto before = chart.series();
    pool.draw({}, {line({{0, 5}})});
    QCOMPARE(chart.series(), before);
    QVERIFY(chart.series()[0]->isVisible());
    QVERIFY(!chart.series()[1]->isVisible());
    pool.draw({}, {line({{0, 5}}), line({{0, 6}})});
    QCOMPARE(chart.series(), before);
    QVERIFY(chart.series()[1]->isVisible());
}

void tst_SeriesPool::linesStayAboveBands()
{
    QChart chart;
    SeriesPool pool(&chart);
    pool.draw({}, {line({{0, 0}})});
    pool.draw({{{{0, 0}, {1, 0}}, {{0, 1}, {1, 1}}, Qt::blue}}, {line({{0, 0}, {1, 1}})});
    QCOMPARE(chart.series().size(), 2);
    auto *band = qobject_cast<QAreaSeries *>(chart.series()[0]);
    QVERIFY(band != nullptr);
    QCOMPARE(band->upperSeries()->points(), (QList<QPointF>{{0, 1}, {1, 1}}));
    auto *above = qobject_cast<QLineSeries *>(chart.series()[1]);
    QVERIFY(above != nullptr);
    QCOMPARE(above->points(), (QList<QPointF>{{0, 0}, {1, 1}}));
}

QTEST_MAIN(tst_SeriesPool)
#include "tst_seriespool.moc"
