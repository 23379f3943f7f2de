// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/plainstyle.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QProgressBar>
#include <QStyle>
#include <QStyleOption>
#include <QTest>
#include <QWindow>

#include <cmath>
#include <map>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// Contrast ratio as WCAG 2 defines it.
double contrast(const QColor &a, const QColor &b)
{
    const double brighter = std::max(luminance(a), luminance(b));
    const double darker = std::min(luminance(a), luminance(b));
    return (brighter + 0.05) / (darker + 0.05);
}

constexpr SeriesRole allSeries[]{SeriesRole::Ttft, SeriesRole::TtftP50, SeriesRole::TtftP95, SeriesRole::TtftP99,
    SeriesRole::Itl, SeriesRole::ItlP50, SeriesRole::ItlP95, SeriesRole::ItlMax, SeriesRole::OutputRate,
    SeriesRole::InFlight};

/// The colour of most of what is drawn at all.
QColor inkOf(const QImage &image)
{
    std::map<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (qAlpha(image.pixel(x, y)) == 255)
                ++counts[image.pixel(x, y)];
        }
    }
    QRgb most = 0;
    int count = 0;
    for (const auto &[colour, times] : counts) {
        if (times > count)
            most = colour;
        count = std::max(count, times);
    }
    return QColor::fromRgb(most);
}

} // namespace

class tst_Theme final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyWordCanBeRead_data();
    void everyWordCanBeRead();
    void edgesOfControlsCanBeSeen();
    void palettePairsCanBeRead();
    void paletteTellsItsScheme();
    void seriesDifferByMoreThanColour();
    void fontsAreRelative();
    void everyIconIsThere_data();
    void everyIconIsThere();
    void iconsFollowTheScheme();
    void anUnknownIconIsNull();
    void followsTheScheme();
    void aBarWithoutWordsIsAThinLine();
    void aScrollBarsHandleStandsOut();
    void framesCanBeSeen();
    void theKeyboardsPlaceCanBeSeen();
};

void tst_Theme::everyWordCanBeRead_data()
{
    QTest::addColumn<ColourRole>("role");
    QTest::newRow("text") << ColourRole::Text;
    QTest::newRow("muted") << ColourRole::Muted;
    QTest::newRow("accent") << ColourRole::Accent;
    QTest::newRow("TTFT") << ColourRole::Ttft;
    QTest::newRow("ITL") << ColourRole::Itl;
    QTest::newRow("output rate") << ColourRole::OutputRate;
    QTest::newRow("in flight") << ColourRole::InFlight;
    QTest::newRow("pass") << ColourRole::Pass;
    QTest::newRow("fail") << ColourRole::Fail;
    QTest::newRow("caution") << ColourRole::Caution;
}

void tst_Theme::everyWordCanBeRead()
{
    QFETCH(ColourRole, role);
    for (const bool dark : {false, true}) {
        for (const ColourRole surface : {ColourRole::Surface, ColourRole::SurfaceRaised}) {
            const double ratio = contrast(Theme::colour(role, dark), Theme::colour(surface, dark));
            QVERIFY2(ratio >= 4.5, qPrintable(u"%1 %2"_s.arg(dark ? u"dark"_s : u"light"_s).arg(ratio)));
        }
    }
}

void tst_Theme::edgesOfControlsCanBeSeen()
{
    for (const bool dark : {false, true}) {
        for (const ColourRole surface : {ColourRole::Surface, ColourRole::SurfaceRaised})
            QVERIFY(contrast(Theme::colour(ColourRole::ControlEdge, dark), Theme::colour(surface, dark)) >= 3);
    }
}

void tst_Theme::palettePairsCanBeRead()
{
    const QList<std::pair<QPalette::ColorRole, QPalette::ColorRole>> pairs{{QPalette::WindowText, QPalette::Window},
        {QPalette::Text, QPalette::Base}, {QPalette::Text, QPalette::AlternateBase},
        {QPalette::ButtonText, QPalette::Button}, {QPalette::HighlightedText, QPalette::Highlight},
        {QPalette::ToolTipText, QPalette::ToolTipBase}, {QPalette::PlaceholderText, QPalette::Base},
        {QPalette::Link, QPalette::Window}};
    for (const bool dark : {false, true}) {
        const QPalette palette = Theme::palette(dark);
        for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
            for (const auto &[text, ground] : pairs)
                QVERIFY2(contrast(palette.color(group, text), palette.color(group, ground)) >= 4.5,
                    qPrintable(u"%1 %2 %3"_s.arg(dark).arg(group).arg(text)));
        }
    }
}

void tst_Theme::paletteTellsItsScheme()
{
    QVERIFY(Theme::isDark(Theme::palette(true)));
    QVERIFY(!Theme::isDark(Theme::palette(false)));
    QCOMPARE(Theme::colour(ColourRole::Ttft, Theme::palette(true)), QColor(0x56, 0xB4, 0xE9));
    QCOMPARE(Theme::colour(ColourRole::Ttft, Theme::palette(false)), QColor(0x00, 0x72, 0xB2));
}

void tst_Theme::seriesDifferByMoreThanColour()
{
    // Two series of different colours never share both dash and marker; two of one colour never share the width.
    const QPalette palette = Theme::palette(false);
    for (const SeriesRole a : allSeries) {
        for (const SeriesRole b : allSeries) {
            if (Theme::seriesColour(a) == Theme::seriesColour(b))
                continue;
            const bool sameDash =
                Theme::seriesPen(a, palette).dashPattern() == Theme::seriesPen(b, palette).dashPattern();
            QVERIFY(!sameDash || Theme::seriesMarker(a) != Theme::seriesMarker(b));
        }
    }
    QCOMPARE(Theme::seriesMarker(SeriesRole::Ttft), SeriesMarker::Circle);
    QCOMPARE(Theme::seriesMarker(SeriesRole::ItlMax), SeriesMarker::Square);
    QCOMPARE(Theme::seriesMarker(SeriesRole::OutputRate), SeriesMarker::Triangle);
    QCOMPARE(Theme::seriesPen(SeriesRole::TtftP50, palette).style(), Qt::SolidLine);
    QVERIFY(!Theme::seriesPen(SeriesRole::ItlP50, palette).dashPattern().isEmpty());
    QVERIFY(Theme::seriesPen(SeriesRole::TtftP50, palette).widthF()
        > Theme::seriesPen(SeriesRole::TtftP95, palette).widthF());
    QVERIFY(Theme::seriesPen(SeriesRole::ItlP50, palette).widthF()
        > Theme::seriesPen(SeriesRole::ItlP95, palette).widthF());
}

void tst_Theme::fontsAreRelative()
{
    QFont base;
    base.setPointSizeF(20);
    QCOMPARE(Theme::caption(base).pointSizeF(), 17.0);
    QCOMPARE(Theme::heading(base).pointSizeF(), 25.0);
    QCOMPARE(Theme::keyNumber(base).pointSizeF(), 36.0);
    base.setPixelSize(10);
    QCOMPARE(Theme::keyNumber(base).pixelSize(), 18);
}

void tst_Theme::everyIconIsThere_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"connect", "run", "results", "settings", "stop", "play", "copy", "open", "check", "cross",
             "caution", "info", "save", "help"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_Theme::everyIconIsThere()
{
    QFETCH(QString, name);
    for (const bool dark : {false, true}) {
        const QIcon icon = Theme::icon(name, Theme::palette(dark));
        QVERIFY(!icon.isNull());
        const QPixmap pixmap = icon.pixmap(QSize(16, 16), 2.0);
        QCOMPARE(pixmap.size(), QSize(32, 32));
        QCOMPARE(inkOf(pixmap.toImage()), Theme::colour(ColourRole::Text, dark));
        QCOMPARE(
            inkOf(icon.pixmap(QSize(64, 64), 1.0, QIcon::Disabled).toImage()), Theme::colour(ColourRole::Muted, dark));
    }
}

void tst_Theme::iconsFollowTheScheme()
{
    const QIcon icon = Theme::icon(u"check"_s, ColourRole::Pass);
    for (const bool dark : {true, false}) {
        QApplication::setPalette(Theme::palette(dark));
        QCOMPARE(inkOf(icon.pixmap(QSize(64, 64), 1.0).toImage()), Theme::colour(ColourRole::Pass, dark));
    }
    QVERIFY(!Theme::applicationIcon().pixmap(QSize(16, 16), 1.0).toImage().isNull());
    QCOMPARE(inkOf(Theme::applicationIcon().pixmap(QSize(64, 64), 1.0).toImage()), QColor(0x14, 0x30, 0x4F));
}

void tst_Theme::anUnknownIconIsNull()
{
    QVERIFY(Theme::icon(u"no such drawing"_s).isNull());
}

void tst_Theme::followsTheScheme()
{
    QWidget window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    qputenv("STREAMGAUGE_SCHEME", "dark");
    Theme::install(*qApp);
    QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::colour(ColourRole::Surface, true));
    QVERIFY(!QApplication::windowIcon().isNull());

    qputenv("STREAMGAUGE_SCHEME", "light");
    QEvent themeChange(QEvent::ThemeChange);
    QApplication::sendEvent(window.windowHandle(), &themeChange);
    QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::colour(ColourRole::Surface, false));
    QTRY_COMPARE(window.palette().color(QPalette::Window), Theme::colour(ColourRole::Surface, false));

    // Without the override the system decides; this platform is light.
    qunsetenv("STREAMGAUGE_SCHEME");
    QApplication::setPalette(Theme::palette(true));
    QApplication::sendEvent(window.windowHandle(), &themeChange);
    QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::colour(ColourRole::Surface, false));
}

void tst_Theme::aBarWithoutWordsIsAThinLine()
{
    QProgressBar bar;
    bar.setTextVisible(false);
    bar.setRange(0, 100);
    bar.setValue(50);
    bar.resize(200, 20);
    const QImage image = bar.grab().toImage();
    const QPalette palette = bar.palette();
    QCOMPARE(image.pixelColor(50, 10), palette.color(QPalette::Highlight));
    QCOMPARE(image.pixelColor(150, 10), Theme::colour(ColourRole::Hairline, palette));
    QCOMPARE(image.pixelColor(50, 2), palette.color(QPalette::Window));
}

void tst_Theme::aScrollBarsHandleStandsOut()
{
    for (const bool dark : {false, true}) {
        const PlainStyle style;
        QStyleOptionSlider bar;
        bar.rect = QRect(0, 0, style.pixelMetric(QStyle::PM_ScrollBarExtent), 200);
        bar.orientation = Qt::Vertical;
        bar.maximum = 300;
        bar.pageStep = 100;
        bar.sliderPosition = bar.sliderValue = 150;
        bar.subControls = QStyle::SC_All;
        bar.state = QStyle::State_Enabled;
        bar.palette = Theme::palette(dark);
        const QRect handle = style.subControlRect(QStyle::CC_ScrollBar, &bar, QStyle::SC_ScrollBarSlider);
        QCOMPARE(handle, QRect(0, 75, bar.rect.width(), 50));
        QCOMPARE(style.subControlRect(QStyle::CC_ScrollBar, &bar, QStyle::SC_ScrollBarSubPage).height(), 75);
        QCOMPARE(style.subControlRect(QStyle::CC_ScrollBar, &bar, QStyle::SC_ScrollBarAddPage).top(), 125);
        QVERIFY(style.subControlRect(QStyle::CC_ScrollBar, &bar, QStyle::SC_ScrollBarAddLine).isEmpty());
        QImage image(bar.rect.size(), QImage::Format_ARGB32_Premultiplied);
        image.fill(bar.palette.color(QPalette::Window));
        QPainter painter(&image);
        style.drawComplexControl(QStyle::CC_ScrollBar, &bar, &painter);
        const QColor ground = image.pixelColor(bar.rect.width() / 2, 20);
        QVERIFY(contrast(image.pixelColor(handle.center()), ground) >= 3);
        QVERIFY(contrast(ground, bar.palette.color(QPalette::Window)) < 1.5);
    }
}

void tst_Theme::framesCanBeSeen()
{
    for (const bool dark : {false, true}) {
        for (const QStyle::PrimitiveElement element : {QStyle::PE_Frame, QStyle::PE_FrameMenu}) {
            QStyleOptionFrame frame;
            frame.rect = QRect(0, 0, 40, 20);
            frame.palette = Theme::palette(dark);
            QImage image(frame.rect.size(), QImage::Format_ARGB32_Premultiplied);
            image.fill(frame.palette.color(QPalette::Base));
            QPainter painter(&image);
            PlainStyle().drawPrimitive(element, &frame, &painter);
            for (const QPoint corner : {QPoint(0, 0), QPoint(39, 19)})
                QVERIFY(contrast(image.pixelColor(corner), frame.palette.color(QPalette::Base)) >= 3);
            QCOMPARE(image.pixelColor(20, 10), frame.palette.color(QPalette::Base));
        }
    }
}

/// Push buttons, the primary one too: it differs from itself without the focus by a ring that can be seen.
void tst_Theme::theKeyboardsPlaceCanBeSeen()
{
    const auto drawn = [](const QPalette &palette, QStyle::State state) {
        QStyleOptionButton button;
        button.rect = QRect(0, 0, 80, 28);
        button.palette = palette;
        button.state = QStyle::State_Enabled | QStyle::State_Raised | state;
        QImage image(button.rect.size(), QImage::Format_ARGB32_Premultiplied);
        image.fill(palette.color(QPalette::Window));
        QPainter painter(&image);
        PlainStyle().drawControl(QStyle::CE_PushButton, &button, &painter);
        return image;
    };
    for (const bool dark : {false, true}) {
        const QPalette plain = Theme::palette(dark);
        QPalette primary = plain;
        primary.setColor(QPalette::Button, plain.color(QPalette::Highlight));
        for (const QPalette &palette : {plain, primary}) {
            const QImage without = drawn(palette, {});
            QCOMPARE(drawn(palette, QStyle::State_HasFocus), without); // the mouse put it there
            const QImage with = drawn(palette, QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange);
            double most = 1;
            for (int y = 0; y < 6; ++y) {
                if (with.pixel(40, y) != without.pixel(40, y))
                    most = std::max(most, contrast(with.pixelColor(40, y), with.pixelColor(40, 14)));
            }
            QVERIFY2(most >= 3, qPrintable(QString::number(most)));
        }
    }
}

QTEST_MAIN(tst_Theme)
#include "tst_theme.moc"
