// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/gallery/sampledata.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/chartview.h"
#include "ui/charts/linearx.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QFontMetricsF>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

int pixelsOf(const QImage &image, const QColor &colour, const QRectF &within)
{
    const double ratio = image.devicePixelRatio();
    const QRect area = QRectF(within.topLeft() * ratio, within.size() * ratio).toRect() & image.rect();
    int count = 0;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x)
            count += image.pixelColor(x, y) == colour ? 1 : 0;
    }
    return count;
}

Plot plotOfLine(SeriesRole role, std::vector<QPointF> points)
{
    Plot plot;
    plot.title = u"A title"_s;
    plot.x = niceAxis(u"time, s"_s, 0, 10, 5, true);
    plot.y = niceAxis(u"requests"_s, 0, 10, 5, true);
    plot.series = {{role, SeriesShape::Line, u"line"_s, std::move(points)}};
    return plot;
}

QList<Plot> samplePlots()
{
    const LivePlots busy = test::sampleLevel(32, 170, {u"simulated"_s, u"incomplete"_s});
    const LivePlots young = test::sampleLevel(1, 4, {});
    return {busy.ttft(), busy.itl(), busy.outputRate(), busy.inFlight(), young.ttft(), young.itl(), LivePlots().ttft()};
}

} // namespace

class tst_ChartView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingIsCutOff_data();
    void nothingIsCutOff();
    void labelsThatTouchAreLeftOut();
    void aLogarithmicAxisSpacesLevelsEvenly();
    void pointsOfOneXAreNamed();
    void aDegenerateAxisDrawsNothingWild();
    void aLineStandsWhereItsValuesAre();
    void aStepHoldsItsValue();
    void aCloudIsDrawnAsPoints();
    void aBandIsFilled();
    void theEmptyTextStandsInTheMiddle();
    void followsTheScheme();
    void seriesThatGoLeaveNothing();
    void whatIsHiddenIsDrawnWhenShown();
    void assistiveTechnologySeesOneChart();
    void aMillionPointsAreDrawn();
};

void tst_ChartView::initTestCase()
{
    QApplication::setPalette(Theme::palette(false));
}

void tst_ChartView::nothingIsCutOff_data()
{
    QTest::addColumn<QSizeF>("size");
    QTest::newRow("small") << QSizeF(300, 180);
    QTest::newRow("usual") << QSizeF(430, 220);
    QTest::newRow("large") << QSizeF(900, 400);
}

void tst_ChartView::nothingIsCutOff()
{
    QFETCH(QSizeF, size);
    const QRectF whole(QPointF(0, 0), size);
    const QFont font = QApplication::font();
    const QFontMetricsF caption(Theme::caption(font));
    for (const Plot &plot : samplePlots()) {
        const ChartLayout layout(plot, size, font);
        QCOMPARE(layout.titleText, plot.title);
        QVERIFY(layout.plotArea.width() > size.width() * 0.75);
        QVERIFY(layout.plotArea.height() > size.height() * 0.4);
        for (const QRectF &rect : {layout.title, layout.marks, layout.yTitle, layout.xTitle, layout.plotArea})
            QVERIFY(whole.contains(rect) || rect.isEmpty());
        QVERIFY(caption.horizontalAdvance(layout.marksText) <= layout.marks.width() || layout.marksText.isEmpty());
        QVERIFY(caption.horizontalAdvance(plot.x.title) <= layout.xTitle.width());
        for (const auto *ticks : {&layout.xTicks, &layout.yTicks}) {
            for (const TickLabel &tick : *ticks) {
                QVERIFY(whole.contains(tick.rect));
                QVERIFY(caption.horizontalAdvance(tick.text) <= tick.rect.width());
            }
        }
        double left = layout.yTitle.right();
        for (const LegendEntry &entry : layout.legend) {
            QVERIFY(entry.sample.left() > left);
            QVERIFY(entry.text.left() > entry.sample.right());
            QVERIFY(caption.horizontalAdvance(entry.name) <= entry.text.width());
            QVERIFY(!entry.name.contains(u'…'));
            left = entry.text.right();
        }
        QVERIFY(left <= size.width());
    }
}

void tst_ChartView::labelsThatTouchAreLeftOut()
{
    Plot plot = plotOfLine(SeriesRole::TtftP50, {{1, 1}});
    plot.x.max = 1000;
    plot.x.ticks = {1, 2, 4, 8, 1000};
    const ChartLayout layout(plot, QSizeF(300, 180), QApplication::font());
    QCOMPARE(layout.xTicks.size(), std::size_t(5));
    QCOMPARE(layout.xTicks.front().text, u"1"_s);
    QVERIFY(layout.xTicks[1].text.isEmpty());
    QCOMPARE(layout.xTicks.back().text, u"1,000"_s);
}

void tst_ChartView::aLogarithmicAxisSpacesLevelsEvenly()
{
    Plot plot = plotOfLine(SeriesRole::TtftP50, {{-1, 5}, {0, 5}, {1, 2}, {8, 4}, {4096, 6}});
    plot.bands = {{SeriesRole::Itl, u"band"_s, {{1, 1}, {8, 1}}, {{0, 2}, {8, 2}}}};
    plot.x.logarithmic = true;
    plot.x.ticks = {1, 8, 64, 4096};
    plot.x.min = 0.5;
    plot.x.max = 8192;
    const Plot drawn = withLinearX(plot);
    const std::vector<QPointF> points{{0, 2}, {3, 4}, {12, 6}};
    QCOMPARE(drawn.series[0].points, points);
    QCOMPARE(drawn.bands[0].lower.size(), 2U);
    QCOMPARE(drawn.bands[0].upper.size(), 1U);
    const ChartLayout layout(drawn, QSizeF(430, 220), QApplication::font());
    QCOMPARE(layout.xTicks.size(), 4U);
    QCOMPARE(layout.xTicks[1].text, u"8"_s);
    QCOMPARE(layout.xTicks[3].text, u"4,096"_s);
    const double step = layout.xTicks[1].position - layout.xTicks[0].position;
    QCOMPARE(layout.xTicks[2].position - layout.xTicks[1].position, step);
    QCOMPARE(layout.xTicks[3].position - layout.xTicks[2].position, 2 * step);
    QCOMPARE(layout.toPixel(drawn.series[0].points[1]).x(), layout.xTicks[1].position);
    QCOMPARE(withLinearX(plotOfLine(SeriesRole::TtftP50, {{-1, 5}})).series[0].points.size(), 1U);
}

void tst_ChartView::pointsOfOneXAreNamed()
{
    Plot plot = plotOfLine(SeriesRole::TtftP50, {{5, 0}});
    plot.series.push_back({SeriesRole::TtftP95, SeriesShape::Line, u"p95"_s, {{5, 9.9}}});
    plot.series.push_back({SeriesRole::TtftP99, SeriesShape::Line, u"p99"_s, {{5, 10}}});
    QVERIFY(ChartLayout(plot, QSizeF(430, 220), QApplication::font()).pointLabels.empty());
    plot.namesPoints = true;
    const ChartLayout layout(plot, QSizeF(430, 220), QApplication::font());
    QCOMPARE(layout.pointLabels.size(), 3U);
    QCOMPARE(layout.pointLabels[0].text, u"p99  10.0"_s);
    QCOMPARE(layout.pointLabels[2].text, u"line  0.000"_s);
    for (std::size_t i = 0; i < 3; ++i) {
        QVERIFY(layout.pointLabels[i].rect.left() > layout.toPixel({5, 0}).x());
        QVERIFY(layout.pointLabels[i].rect.bottom() <= layout.plotArea.bottom());
        QVERIFY(i == 0 || layout.pointLabels[i].rect.top() >= layout.pointLabels[i - 1].rect.bottom());
    }
    plot.series.resize(1);
    plot.series[0].name = plot.y.title;
    QCOMPARE(ChartLayout(plot, QSizeF(430, 220), QApplication::font()).pointLabels[0].text, u"0.000"_s);
}

void tst_ChartView::aDegenerateAxisDrawsNothingWild()
{
    Plot plot = plotOfLine(SeriesRole::TtftP50, {{1, 1}, {2, 2}});
    plot.x.min = plot.x.max = 3;
    plot.y.ticks.clear();
    const ChartLayout layout(plot, QSizeF(300, 180), QApplication::font());
    QCOMPARE(layout.toPixel({3, 0}).x(), layout.plotArea.left());
    ChartView view;
    view.resize(300, 180);
    view.setPlot(plot);
    QVERIFY(!view.grab().isNull());
    view.resize(1, 1);
    QVERIFY(!view.grab().isNull());
}

void tst_ChartView::aLineStandsWhereItsValuesAre()
{
    const Plot plot = plotOfLine(SeriesRole::TtftP50, {{0, 5}, {10, 5}});
    ChartView view;
    view.resize(400, 220);
    view.setPlot(plot);
    const QImage image = view.grab().toImage();
    const ChartLayout layout(plot, view.size(), view.font());
    const QColor colour = Theme::colour(ColourRole::Ttft, false);
    const double y = layout.toPixel({5, 5}).y();
    const QRectF row(layout.plotArea.left(), y - 3, layout.plotArea.width(), 6);
    QVERIFY(pixelsOf(image, colour, row) >= int(layout.plotArea.width()) - 4);
    QVERIFY(pixelsOf(image, colour, layout.plotArea.adjusted(8, 0, -8, 6 - layout.plotArea.height() / 2 - 12)) == 0);
}

void tst_ChartView::aStepHoldsItsValue()
{
    Plot plot = plotOfLine(SeriesRole::InFlight, {{0, 2}, {5, 8}, {10, 8}});
    plot.series[0].shape = SeriesShape::Step;
    ChartView view;
    view.resize(400, 220);
    view.setPlot(plot);
    const QImage image = view.grab().toImage();
    const ChartLayout layout(plot, view.size(), view.font());
    // Just before the step the line is still at 2; a slope would be near 8.
    const QPointF before = layout.toPixel({4.5, 2});
    const auto isInk = [&image](const QPointF &at) {
        for (int dy = -2; dy <= 2; ++dy) {
            if (image.pixelColor(int(at.x()), int(at.y()) + dy).saturation() > 60)
                return true;
        }
        return false;
    };
    QVERIFY(isInk(before));
    QVERIFY(!isInk(layout.toPixel({4.5, 7.4})));
    QVERIFY(isInk(layout.toPixel({7, 8})));
}

void tst_ChartView::aCloudIsDrawnAsPoints()
{
    Plot plot = plotOfLine(SeriesRole::Ttft, {{2, 4}, {8, 6}});
    plot.series[0].shape = SeriesShape::Points;
    ChartView view;
    view.resize(400, 220);
    view.setPlot(plot);
    const QImage image = view.grab().toImage();
    const ChartLayout layout(plot, view.size(), view.font());
    QVERIFY(image.pixelColor(layout.toPixel({2, 4}).toPoint()).saturation() > 60);
    QVERIFY(image.pixelColor(layout.toPixel({8, 6}).toPoint()).saturation() > 60);
    QVERIFY(image.pixelColor(layout.toPixel({5, 5}).toPoint()).saturation() < 20);
}

void tst_ChartView::aBandIsFilled()
{
    Plot plot = plotOfLine(SeriesRole::ItlP50, {{0, 2}, {10, 2}});
    plot.bands = {{SeriesRole::Itl, u"band"_s, {{0, 2}, {10, 2}}, {{0, 9}, {10, 9}}}};
    ChartView view;
    view.resize(400, 220);
    view.setPlot(plot);
    const QImage image = view.grab().toImage();
    const ChartLayout layout(plot, view.size(), view.font());
    const QColor inside = image.pixelColor(layout.toPixel({5, 5}).toPoint());
    QVERIFY(inside != Theme::colour(ColourRole::Surface, false));
    QVERIFY(inside.red() > inside.blue());
    QCOMPARE(image.pixelColor(layout.toPixel({5, 9.5}).toPoint()), Theme::colour(ColourRole::Surface, false));
}

void tst_ChartView::theEmptyTextStandsInTheMiddle()
{
    Plot plot = plotOfLine(SeriesRole::TtftP50, {});
    plot.emptyText = u"Waiting for the first content…"_s;
    ChartView view;
    view.resize(400, 220);
    view.setPlot(plot);
    const QImage image = view.grab().toImage();
    const QColor ground = Theme::colour(ColourRole::Surface, false);
    QVERIFY(pixelsOf(image, ground, QRectF(100, 80, 200, 80)) < 200 * 80 - 100);
    QCOMPARE(pixelsOf(image, ground, QRectF(0, 160, 400, 60)), 400 * 60);
    QCOMPARE(view.accessibleDescription(), plot.emptyText);
}

void tst_ChartView::followsTheScheme()
{
    const Plot plot = plotOfLine(SeriesRole::TtftP50, {{0, 5}, {10, 5}});
    ChartView view;
    view.resize(400, 220);
    view.setPlot(plot);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    for (const bool dark : {true, false}) {
        QApplication::setPalette(Theme::palette(dark));
        QTRY_COMPARE(Theme::isDark(view.palette()), dark);
        const QImage image = view.grab().toImage();
        QCOMPARE(image.pixelColor(1, 219), Theme::colour(ColourRole::Surface, dark));
        QVERIFY(pixelsOf(image, Theme::colour(ColourRole::Ttft, dark), view.rect()) > 200);
        QCOMPARE(pixelsOf(image, Theme::colour(ColourRole::Ttft, !dark), view.rect()), 0);
    }
}

void tst_ChartView::seriesThatGoLeaveNothing()
{
    Plot plot = plotOfLine(SeriesRole::TtftP50, {{0, 5}, {10, 5}});
    plot.series.push_back({SeriesRole::InFlight, SeriesShape::Line, u"other"_s, {{0, 3}, {10, 3}}});
    plot.bands = {{SeriesRole::Itl, u"band"_s, {{0, 6}, {10, 6}}, {{0, 9}, {10, 9}}}};
    ChartView view;
    view.resize(400, 220);
    view.setPlot(plot);
    view.grab();
    const Plot one = plotOfLine(SeriesRole::TtftP50, {{0, 5}, {10, 5}});
    view.setPlot(one);
    const QImage after = view.grab().toImage();
    ChartView fresh;
    fresh.resize(400, 220);
    fresh.setPlot(one);
    QCOMPARE(after, fresh.grab().toImage());
}

void tst_ChartView::whatIsHiddenIsDrawnWhenShown()
{
    QWidget window;
    window.resize(400, 220);
    ChartView view(&window);
    view.resize(400, 220);
    view.hide();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    view.setPlot(plotOfLine(SeriesRole::TtftP50, {{0, 5}, {10, 5}}));
    view.show();
    QVERIFY(pixelsOf(window.grab().toImage(), Theme::colour(ColourRole::Ttft, false), window.rect()) > 200);
}

void tst_ChartView::assistiveTechnologySeesOneChart()
{
    ChartView view;
    Plot plot = plotOfLine(SeriesRole::TtftP50, {{0, 5}});
    plot.summary = u"One value, 5 ms."_s;
    view.setPlot(plot);
    QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(&view);
    QVERIFY(seen != nullptr);
    QCOMPARE(seen->role(), QAccessible::Chart);
    QCOMPARE(seen->text(QAccessible::Name), plot.title);
    QCOMPARE(seen->text(QAccessible::Description), plot.summary);
    QCOMPARE(seen->childCount(), 0);
    QCOMPARE(view.focusPolicy(), Qt::NoFocus);
}

void tst_ChartView::aMillionPointsAreDrawn()
{
    std::vector<QPointF> points;
    for (int i = 0; i < 1'000'000; ++i)
        points.emplace_back(i * 1e-5, 3 + (i % 100) * 0.01);
    points[500'000].setY(9.5);
    const Plot plot = plotOfLine(SeriesRole::TtftP50, std::move(points));
    ChartView view;
    view.resize(400, 220);
    view.setPlot(plot);
    const QImage image = view.grab().toImage();
    const ChartLayout layout(plot, view.size(), view.font());
    const QPointF spike = layout.toPixel({5, 8});
    QVERIFY(image.pixelColor(spike.toPoint()).saturation() > 60);
}

QTEST_MAIN(tst_ChartView)
#include "tst_chartview.moc"
