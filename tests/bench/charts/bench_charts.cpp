// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/gallery/sampledata.h"
#include "ui/charts/chartview.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTest>

using namespace streamgauge;

/// What one tick of a live run costs on the GUI thread: the charts of a level with full series, drawn anew.
class bench_Charts final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void plots();
    void tick_data();
    void tick();
    void thinning();

private:
    LivePlots m_full;
    LivePlots m_next;
};

void bench_Charts::initTestCase()
{
    QApplication::setPalette(Theme::palette(false));
    m_full = test::sampleLevel(64, 400, {});
    // One more tick, so that every series has to be replaced.
    m_next = test::sampleLevel(64, 400.1, {});
    qInfo(
        "%zu requests, %zu rates", m_full.ttft().series[0].points.size(), m_full.outputRate().series[0].points.size());
}

void bench_Charts::plots()
{
    QBENCHMARK
    {
        for (const Plot &plot : {m_full.ttft(), m_full.itl(), m_full.outputRate(), m_full.inFlight()})
            QVERIFY(!plot.series.empty());
    }
}

void bench_Charts::tick_data()
{
    QTest::addColumn<int>("chart");
    QTest::newRow("TTFT") << 0;
    QTest::newRow("ITL") << 1;
    QTest::newRow("output rate") << 2;
    QTest::newRow("in flight") << 3;
}

void bench_Charts::tick()
{
    QFETCH(int, chart);
    const Plot full[]{m_full.ttft(), m_full.itl(), m_full.outputRate(), m_full.inFlight()};
    const Plot next[]{m_next.ttft(), m_next.itl(), m_next.outputRate(), m_next.inFlight()};
    ChartView view;
    view.resize(430, 220);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QPixmap target(view.size());
    bool odd = false;
    QBENCHMARK
    {
        view.setPlot((odd = !odd) ? full[chart] : next[chart]);
        view.render(&target);
    }
}

void bench_Charts::thinning()
{
    std::vector<QPointF> points;
    for (int i = 0; i < 1'000'000; ++i)
        points.emplace_back(i, i % 97);
    QBENCHMARK
    {
        QVERIFY(!decimated(points, 0, 1e6, 1200).empty());
    }
}

QTEST_MAIN(bench_Charts)
#include "bench_charts.moc"
