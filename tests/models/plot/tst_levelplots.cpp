// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/levelplots.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

/// TTFT 100 ms at one request in flight, 100 more with each doubling; 50 tokens/s for each request in flight.
SummaryRow rowOf(int concurrency, qsizetype n = 100)
{
    SummaryRow row;
    row.concurrency = concurrency;
    row.metrics.succeeded = int(n);
    row.outputRate.value = n > 0 ? 50.0 * concurrency : 0.0;
    row.outputUnit = u"tokens"_s;
    row.ttft.n = n;
    const double ns = 1e8 + 1e8 * std::log2(concurrency);
    if (n >= 1)
        row.ttft.p50.value = ns;
    if (n >= 20)
        row.ttft.p95.value = ns * 1.5;
    if (n >= 100)
        row.ttft.p99.value = ns * 2;
    return row;
}

std::vector<QString> namesOf(const Plot &plot)
{
    std::vector<QString> names;
    for (const PlotSeries &series : plot.series)
        names.push_back(series.name);
    return names;
}

bool within(const PlotAxis &axis, double value)
{
    return value >= axis.min && value <= axis.max;
}

} // namespace

class TestLevelPlots final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhenThereIsNothing();
    void showsOneLevelInTheMiddle();
    void showsEachLevelOnce();
    void leavesOutWhatSamplesDoNotSupport();
    void sortsTheLevels();
    void namesWhatIsCounted();
    void takesManyLevels();
};

void TestLevelPlots::saysWhenThereIsNothing()
{
    for (const Plot &plot : {LevelPlots::ttft({}, {}), LevelPlots::outputRate({}, {})}) {
        QVERIFY(plot.series.empty());
        QVERIFY(plot.summary.isEmpty());
        QCOMPARE(plot.emptyText, u"No level came to an end."_s);
        QVERIFY(plot.x.min > 0 && plot.x.min < plot.x.max && plot.y.min < plot.y.max);
    }
    const std::vector<SummaryRow> failed{rowOf(8, 0)};
    for (const Plot &plot : {LevelPlots::ttft(failed, {}), LevelPlots::outputRate(failed, {})}) {
        QVERIFY(plot.series.empty());
        QCOMPARE(plot.emptyText, u"No request succeeded."_s);
    }
}

void TestLevelPlots::showsOneLevelInTheMiddle()
{
    const Plot plot = LevelPlots::ttft({rowOf(8)}, {u"simulated"_s});
    QCOMPARE(plot.x.ticks, std::vector<double>{8});
    QCOMPARE(plot.x.min * plot.x.max, 64.0); // 8 is the middle of a logarithmic axis
    QCOMPARE(plot.series.size(), 3U);
    QCOMPARE(plot.series[0].points, std::vector<QPointF>{QPointF(8, 400)});
    QCOMPARE(plot.marks, std::vector<QString>{u"simulated"_s});
    QCOMPARE(plot.y.min, 0.0);
    QVERIFY(plot.namesPoints);
    QVERIFY(plot.y.max >= 800);
}

void TestLevelPlots::showsEachLevelOnce()
{
    const std::vector<SummaryRow> rows{rowOf(1), rowOf(8), rowOf(32)};
    const Plot ttft = LevelPlots::ttft(rows, {});
    QVERIFY(ttft.x.logarithmic);
    QVERIFY(!ttft.namesPoints);
    QCOMPARE(ttft.x.title, u"requests at a time"_s);
    const std::vector<double> ticks{1, 8, 32};
    QCOMPARE(ttft.x.ticks, ticks);
    QVERIFY(ttft.x.min > 0 && ttft.x.min < 1 && ttft.x.max > 32);
    const std::vector<QPointF> p50{{1, 100}, {8, 400}, {32, 600}};
    QCOMPARE(ttft.series[0].points, p50);
    QCOMPARE(ttft.series[0].role, SeriesRole::TtftP50);
    QCOMPARE(ttft.series[2].role, SeriesRole::TtftP99);
    for (const PlotSeries &series : ttft.series) {
        for (const QPointF &point : series.points)
            QVERIFY(within(ttft.x, point.x()) && within(ttft.y, point.y()));
    }
    QCOMPARE(QString(ttft.summary).remove(QChar(0x2009)),
        u"TTFT p50 by requests at a time: 100ms at 1, 400ms at 8 and 600ms at 32."_s);

    const Plot rate = LevelPlots::outputRate(rows, {u"incomplete"_s});
    QCOMPARE(rate.title, u"Output tokens/s by level"_s);
    QCOMPARE(rate.marks.size(), 1U);
    const std::vector<QPointF> perSecond{{1, 50}, {8, 400}, {32, 1600}};
    QCOMPARE(rate.series.at(0).points, perSecond);
    QCOMPARE(rate.summary, u"Output tokens/s by requests at a time: 50 at 1, 400 at 8 and 1,600 at 32."_s);
}

void TestLevelPlots::leavesOutWhatSamplesDoNotSupport()
{
    const Plot plot = LevelPlots::ttft({rowOf(1, 20), rowOf(8, 3), rowOf(32, 0)}, {});
    QCOMPARE(namesOf(plot), std::vector<QString>({u"p50"_s, u"p95"_s}));
    QCOMPARE(plot.series[0].points.size(), 2U);
    QCOMPARE(plot.series[1].points, std::vector<QPointF>{QPointF(1, 150)});
    QCOMPARE(plot.x.ticks.size(), 3U); // the level without a success has its place
    QCOMPARE(LevelPlots::outputRate({rowOf(1, 20), rowOf(32, 0)}, {}).series.at(0).points.size(), 1U);
}

void TestLevelPlots::sortsTheLevels()
{
    const Plot plot = LevelPlots::outputRate({rowOf(32), rowOf(1), rowOf(8), rowOf(8)}, {});
    const std::vector<QPointF> points{{1, 50}, {8, 400}, {8, 400}, {32, 1600}};
    QCOMPARE(plot.series.at(0).points, points);
    QCOMPARE(plot.x.ticks.size(), 3U);
}

void TestLevelPlots::namesWhatIsCounted()
{
    SummaryRow chunks = rowOf(8);
    chunks.outputUnit = u"chunks"_s;
    QCOMPARE(LevelPlots::outputRate({chunks}, {}).title, u"Output chunks/s by level"_s);
    QCOMPARE(LevelPlots::outputRate({chunks}, {}).y.title, u"Output chunks/s"_s);
    QCOMPARE(LevelPlots::outputRate({rowOf(1), chunks}, {}).title, u"Output/s by level"_s);
}

void TestLevelPlots::takesManyLevels()
{
    std::vector<SummaryRow> rows;
    for (int concurrency = 1; concurrency <= 4096; ++concurrency)
        rows.push_back(rowOf(concurrency));
    const Plot plot = LevelPlots::ttft(rows, {});
    QCOMPARE(plot.series[0].points.size(), 4096U);
    QVERIFY(plot.summary.size() < 1000);
}

QTEST_GUILESS_MAIN(TestLevelPlots)
#include "tst_levelplots.moc"
