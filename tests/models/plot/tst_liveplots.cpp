// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/liveplots.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

LiveSnapshot ofLevel(int level, int concurrency)
{
    LiveSnapshot snapshot;
    snapshot.phase = RunPhase::Level;
    snapshot.level = level;
    snapshot.concurrency = concurrency;
    return snapshot;
}

QString axisText(const PlotAxis &axis)
{
    QStringList ticks;
    for (const double tick : axis.ticks)
        ticks.append(QString::number(tick, 'f', axis.decimals));
    return axis.title + u" ["_s + ticks.join(u' ') + u']';
}

QString pointsText(const std::vector<QPointF> &points)
{
    QStringList texts;
    for (const QPointF &point : points)
        texts.append(u"%1,%2"_s.arg(point.x()).arg(point.y()));
    return texts.join(u' ');
}

/// A plot as text, line by line.
QStringList described(const Plot &plot)
{
    QStringList lines{plot.title, axisText(plot.x), axisText(plot.y)};
    for (const PlotBand &band : plot.bands)
        lines.append(u"band %1: %2 | %3"_s.arg(band.name, pointsText(band.lower), pointsText(band.upper)));
    for (const PlotSeries &series : plot.series)
        lines.append(u"%1: %2"_s.arg(series.name, pointsText(series.points)));
    lines.append(plot.summary.isEmpty() ? plot.emptyText : plot.summary);
    return lines;
}

bool ascends(const std::vector<QPointF> &points)
{
    return std::is_sorted(points.begin(), points.end(), [](auto &a, auto &b) { return a.x() < b.x(); });
}

double highest(const std::vector<QPointF> &points)
{
    double value = 0;
    for (const QPointF &point : points)
        value = std::max(value, point.y());
    return value;
}

} // namespace

class tst_LivePlots final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingYet();
    void onePoint();
    void fewPoints();
    void chunksAreNamed();
    void anotherLevelStartsAnew();
    void pointsOutsideALevelAreInNoChart();
    void aGrownSliceReplacesItself();
    void pointsOutOfOrderAreSorted();
    void whatIsNoNumberIsLeftOut();
    void aMillionPoints();
    void longRunsMergeSlices();
    void axesGrowInSteps();
    void everyChartCarriesTheMarks();
};

void tst_LivePlots::nothingYet()
{
    LivePlots plots;
    plots.start({});
    QCOMPARE(described(plots.ttft()),
        (QStringList{u"TTFT by request"_s, u"time, s [0 2 4 6 8 10]"_s, u"TTFT, ms [0.00 0.25 0.50 0.75 1.00]"_s,
            u"request: "_s, u"p50 so far: "_s, u"p95 so far: "_s, u"Waiting for the first content…"_s}));
    QCOMPARE(plots.itl().emptyText, u"Waiting for the first content…"_s);
    QVERIFY(plots.itl().summary.isEmpty());
    QCOMPARE(plots.outputRate().emptyText, u"Waiting for the first content…"_s);
    QCOMPARE(plots.inFlight().emptyText, u"Waiting for the first request…"_s);
}

void tst_LivePlots::onePoint()
{
    LivePlots plots;
    plots.start({u"simulated"_s});
    LiveSnapshot snapshot = ofLevel(0, 8);
    snapshot.newTtft = {{1.5, 184.25e6, 184.25e6, {}}};
    snapshot.ttftN = 1;
    plots.add(snapshot);
    QCOMPARE(described(plots.ttft()),
        (QStringList{u"TTFT by request"_s, u"time in level 8, s [0 2 4 6 8 10]"_s, u"TTFT, ms [0 50 100 150 200]"_s,
            u"request: 1.5,184.25"_s, u"p50 so far: 1.5,184.25"_s, u"p95 so far: "_s,
            u"TTFT by request, level 8: n 1, p50 184\u2009ms, p95 not known below 20 requests, lowest 184\u2009ms, "
            "highest 184\u2009ms."_s}));
}

void tst_LivePlots::fewPoints()
{
    LivePlots plots;
    plots.start({});
    LiveSnapshot snapshot = ofLevel(1, 2);
    snapshot.newTtft = {{0.5, 100e6, 100e6, {}}, {0.75, 300e6, 200e6, 290e6}};
    snapshot.ttftN = 20;
    snapshot.itlBuckets = {{0, 20e6, 24e6, 31e6}, {1, 21e6, 25e6, 26e6}};
    snapshot.newRates = {{0.5, 0, 2}, {1, 48.25, 1}};
    plots.add(snapshot);
    QCOMPARE(described(plots.ttft()),
        (QStringList{u"TTFT by request"_s, u"time in level 2, s [0 2 4 6 8 10]"_s, u"TTFT, ms [0 100 200 300 400]"_s,
            u"request: 0.5,100 0.75,300"_s, u"p50 so far: 0.5,100 0.75,200"_s, u"p95 so far: 0.75,290"_s,
            u"TTFT by request, level 2: n 20, p50 200\u2009ms, p95 290\u2009ms, lowest 100\u2009ms, "
            "highest 300\u2009ms."_s}));
    QCOMPARE(described(plots.itl()),
        (QStringList{u"ITL over time"_s, u"time in level 2, s [0 2 4 6 8 10]"_s, u"ITL, ms [0 10 20 30 40]"_s,
            u"band p50 to p95: 0,20 1,21 | 0,24 1,25"_s, u"p50: 0,20 1,21"_s, u"max: 0,31 1,26"_s,
            u"ITL over time, level 2: p50 from 20.0\u2009ms to 21.0\u2009ms, p95 up to 25.0\u2009ms, "
            "maximum 31.0\u2009ms."_s}));
    QCOMPARE(described(plots.outputRate()),
        (QStringList{u"Output tokens/s"_s, u"time in level 2, s [0 2 4 6 8 10]"_s, u"tokens/s [0 20 40 60]"_s,
            u"Output tokens/s: 0.5,0 1,48.25"_s, u"Output tokens/s, level 2: now 48.3, highest 48.3."_s}));
    QCOMPARE(described(plots.inFlight()),
        (QStringList{u"In flight"_s, u"time in level 2, s [0 2 4 6 8 10]"_s, u"requests [0 1 2 3]"_s,
            u"In flight: 0.5,2 1,1"_s, u"Requests in flight, level 2: now 1, most 2."_s}));
}

void tst_LivePlots::chunksAreNamed()
{
    LivePlots plots;
    plots.start({});
    LiveSnapshot snapshot = ofLevel(0, 1);
    snapshot.countsChunks = true;
    snapshot.newRates = {{1, 12, 1}};
    plots.add(snapshot);
    QCOMPARE(plots.outputRate().title, u"Output chunks/s"_s);
    QCOMPARE(plots.outputRate().y.title, u"chunks/s"_s);
}

void tst_LivePlots::anotherLevelStartsAnew()
{
    LivePlots plots;
    plots.start({u"simulated"_s});
    LiveSnapshot first = ofLevel(0, 1);
    first.newTtft = {{90, 100e6, 100e6, {}}};
    plots.add(first);
    LiveSnapshot between;
    between.phase = RunPhase::Finishing;
    plots.add(between);
    QCOMPARE(plots.ttft().series[0].points.size(), std::size_t(1));

    plots.add(ofLevel(1, 8));
    QVERIFY(plots.ttft().series[0].points.empty());
    QCOMPARE(plots.ttft().x.max, 10.0);
    QCOMPARE(plots.ttft().marks, std::vector<QString>{u"simulated"_s});
    LiveSnapshot late = ofLevel(1, 8);
    late.client.eventLoopLag = {30e6};
    plots.add(late);
    const std::vector<QString> both{u"simulated"_s, u"client late"_s};
    for (const Plot &plot : {plots.ttft(), plots.itl(), plots.outputRate(), plots.inFlight()})
        QCOMPARE(plot.marks, both);
    plots.add(between);
    QCOMPARE(plots.itl().marks, both);
    plots.add(ofLevel(1, 8));
    QCOMPARE(plots.ttft().marks, std::vector<QString>{u"simulated"_s});
    plots.start({});
    QVERIFY(plots.ttft().marks.empty());
}

void tst_LivePlots::pointsOutsideALevelAreInNoChart()
{
    LivePlots plots;
    plots.start({});
    LiveSnapshot warmUp;
    warmUp.phase = RunPhase::WarmingUp;
    warmUp.newTtft = {{1, 100e6, {}, {}}};
    warmUp.newRates = {{1, 40, 1}};
    plots.add(warmUp);
    QVERIFY(plots.ttft().series[0].points.empty());
    QVERIFY(plots.outputRate().series[0].points.empty());
}

void tst_LivePlots::aGrownSliceReplacesItself()
{
    LivePlots plots;
    plots.start({});
    LiveSnapshot snapshot = ofLevel(0, 1);
    snapshot.itlBuckets = {{0, 20e6, 21e6, 22e6}, {1, 30e6, 31e6, 32e6}};
    plots.add(snapshot);
    snapshot.itlBuckets = {{1, 40e6, 41e6, 42e6}, {2, 50e6, 51e6, 52e6}};
    plots.add(snapshot);
    const Plot plot = plots.itl();
    QCOMPARE(pointsText(plot.bands[0].lower), u"0,20 1,40 2,50"_s);
    QCOMPARE(pointsText(plot.bands[0].upper), u"0,21 1,41 2,51"_s);
    QCOMPARE(pointsText(plot.series[1].points), u"0,22 1,42 2,52"_s);
}

void tst_LivePlots::pointsOutOfOrderAreSorted()
{
    LivePlots plots;
    plots.start({});
    LiveSnapshot snapshot = ofLevel(0, 4);
    snapshot.newTtft = {{3, 1e6, {}, {}}, {1, 2e6, {}, {}}, {2, 3e6, {}, {}}, {3, 4e6, {}, {}}};
    plots.add(snapshot);
    QCOMPARE(pointsText(plots.ttft().series[0].points), u"1,2 2,3 3,1 3,4"_s);
}

void tst_LivePlots::whatIsNoNumberIsLeftOut()
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    LivePlots plots;
    plots.start({});
    LiveSnapshot snapshot = ofLevel(0, 4);
    snapshot.newTtft = {{nan, 1e6, {}, {}}, {-1, 1e6, {}, {}}, {1, infinity, {}, {}}, {2, 5e6, nan, infinity}};
    snapshot.itlBuckets = {{0, nan, 1, 1}, {1, 1, 1, infinity}, {infinity, 1, 1, 1}};
    snapshot.newRates = {{1, nan, 3}, {nan, 2, 4}};
    plots.add(snapshot);
    QCOMPARE(pointsText(plots.ttft().series[0].points), u"2,5"_s);
    QVERIFY(plots.ttft().series[1].points.empty());
    QVERIFY(plots.ttft().series[2].points.empty());
    QVERIFY(plots.itl().bands[0].lower.empty());
    QVERIFY(plots.outputRate().series[0].points.empty());
    QCOMPARE(pointsText(plots.inFlight().series[0].points), u"1,3"_s);
}

void tst_LivePlots::aMillionPoints()
{
    LivePlots plots;
    plots.start({});
    constexpr int perSnapshot = 1000;
    for (int batch = 0; batch < 1000; ++batch) {
        LiveSnapshot snapshot = ofLevel(0, 256);
        snapshot.ttftN = qint64(batch + 1) * perSnapshot;
        for (int i = 0; i < perSnapshot; ++i) {
            const int number = batch * perSnapshot + i;
            const double ms = number == 5'000 ? 9'000 : number == 640'000 ? 1 : 100 + number % 17;
            snapshot.newTtft.push_back({number * 1e-3, ms * 1e6, 108e6, 116e6});
            snapshot.newRates.push_back({number * 1e-3, number == 5'000 ? 7e5 : 5e5, 256});
        }
        plots.add(snapshot);
    }
    const Plot ttft = plots.ttft();
    for (const PlotSeries &series : ttft.series) {
        QVERIFY(series.points.size() <= LivePlots::limit);
        QVERIFY(series.points.size() >= LivePlots::limit / 2);
        QVERIFY(ascends(series.points));
        QCOMPARE(series.points.back().x(), 999.999);
    }
    QCOMPARE(highest(ttft.series[0].points), 9000.0);
    QVERIFY(ttft.summary.contains(u"n 1,000,000, p50 108"_s));
    QVERIFY(ttft.summary.contains(u"lowest 1.00\u2009ms, highest 9,000\u2009ms"_s));
    QCOMPARE(ttft.x.max, 1000.0);
    QCOMPARE(highest(plots.outputRate().series[0].points), 7e5);
    QVERIFY(plots.inFlight().series[0].points.size() <= LivePlots::limit);
}

void tst_LivePlots::longRunsMergeSlices()
{
    LivePlots plots;
    plots.start({});
    for (int second = 0; second < 20'000; ++second) {
        LiveSnapshot snapshot = ofLevel(0, 1);
        snapshot.itlBuckets = {{double(second), second == 77 ? 5e6 : 20e6, 24e6, second == 99 ? 900e6 : 30e6}};
        plots.add(snapshot);
    }
    const Plot plot = plots.itl();
    QVERIFY(plot.bands[0].lower.size() <= LivePlots::limit);
    QCOMPARE(plot.bands[0].lower.size(), plot.bands[0].upper.size());
    QCOMPARE(plot.bands[0].lower.size(), plot.series[1].points.size());
    QVERIFY(ascends(plot.bands[0].lower));
    QCOMPARE(highest(plot.series[1].points), 900.0);
    QVERIFY(plot.summary.contains(u"p50 from 5.00\u2009ms to 20.0\u2009ms"_s));
}

void tst_LivePlots::axesGrowInSteps()
{
    LivePlots plots;
    plots.start({});
    double end = 0;
    int changes = 0;
    for (int tick = 0; tick < 6000; ++tick) {
        LiveSnapshot snapshot = ofLevel(0, 1);
        snapshot.newRates = {{tick * 0.1, 40, 1}};
        plots.add(snapshot);
        const PlotAxis axis = plots.outputRate().x;
        QVERIFY(axis.max >= tick * 0.1);
        QVERIFY(axis.max >= end);
        QCOMPARE(axis.decimals, 0);
        changes += axis.max > end ? 1 : 0;
        end = axis.max;
    }
    QCOMPARE(end, 600.0);
    QVERIFY(changes <= 18);
}

void tst_LivePlots::everyChartCarriesTheMarks()
{
    LivePlots plots;
    plots.start({u"simulated"_s, u"incomplete"_s});
    const std::vector<QString> expected{u"simulated"_s, u"incomplete"_s};
    for (const Plot &plot : {plots.ttft(), plots.itl(), plots.outputRate(), plots.inFlight()})
        QCOMPARE(plot.marks, expected);
}

QTEST_GUILESS_MAIN(tst_LivePlots)
#include "tst_liveplots.moc"
