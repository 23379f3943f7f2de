// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/plainstyle.h"

#include "ui/theme/plainscrollbar.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr double radius = 3;
constexpr int controlHeight = 28;
constexpr int progressHeight = 6;

QColor mixed(const QColor &a, const QColor &b, double shareOfB)
{
    const auto part = [shareOfB](int x, int y) { return int(x + (y - x) * shareOfB); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

/// The edge of a control: accent and twice as wide while it has the focus.
QPen edgePen(const QStyleOption *option)
{
    if (option->state & QStyle::State_HasFocus)
        return {option->palette.color(QPalette::Highlight), 2};
    const bool enabled = option->state & QStyle::State_Enabled;
    return {Theme::colour(enabled ? ColourRole::ControlEdge : ColourRole::Hairline, option->palette), 1};
}

void drawBox(QPainter *painter, const QRectF &rect, const QPen &edge, const QBrush &fill)
{
    const double inset = edge.style() == Qt::NoPen ? 0 : edge.widthF() / 2;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(edge);
    painter->setBrush(fill);
    painter->drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter->restore();
}

void drawButton(const QStyleOption *option, QPainter *painter)
{
    const QColor ground = option->palette.color(QPalette::Button);
    const QColor ink = option->palette.color(QPalette::ButtonText);
    const bool enabled = option->state & QStyle::State_Enabled;
    double shade = 0;
    if (option->state & (QStyle::State_Sunken | QStyle::State_On))
        shade = 0.16;
    else if (enabled && option->state & QStyle::State_MouseOver)
        shade = 0.07;
    const bool accented = ground == option->palette.color(QPalette::Highlight);
    QStyleOption plain = *option;
    // The focus is shown by a ring, and only while the keyboard is in use.
    plain.state &= ~QStyle::State_HasFocus;
    drawBox(painter, option->rect, accented ? QPen(Qt::NoPen) : edgePen(&plain), mixed(ground, ink, shade));
}

void drawFocus(const QStyleOption *option, QPainter *painter)
{
    // On a button in the accent colour the ring takes the colour of its words, and stands inside it to be seen.
    const bool accented = option->palette.color(QPalette::Button) == option->palette.color(QPalette::Highlight);
    const QPalette::ColorRole role = accented ? QPalette::HighlightedText : QPalette::Highlight;
    const int inset = accented ? 2 : 0;
    drawBox(painter, option->rect.adjusted(inset, inset, -inset, -inset), QPen(option->palette.color(role), 1.5),
        Qt::NoBrush);
}

void drawCheck(const QStyleOption *option, QPainter *painter, bool round)
{
    const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool on = option->state & (QStyle::State_On | QStyle::State_NoChange);
    const bool enabled = option->state & QStyle::State_Enabled;
    const QColor accent =
        enabled ? option->palette.color(QPalette::Highlight) : Theme::colour(ColourRole::Muted, option->palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(on ? QPen(accent, 1) : edgePen(option));
    painter->setBrush(on ? accent : option->palette.color(QPalette::Base));
    painter->drawRoundedRect(box, round ? box.width() / 2 : radius, round ? box.height() / 2 : radius);
    const QPointF centre = box.center();
    painter->setPen(QPen(option->palette.color(QPalette::Active, QPalette::HighlightedText), 1.75, Qt::SolidLine,
        Qt::RoundCap, Qt::RoundJoin));
    if (on && round) {
        painter->setBrush(painter->pen().color());
        painter->drawEllipse(centre, 1.75, 1.75);
    } else if (option->state & QStyle::State_On) {
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(
            QPolygonF{centre + QPointF(-3.25, 0.25), centre + QPointF(-1, 2.5), centre + QPointF(3.25, -2.5)});
    } else if (option->state & QStyle::State_NoChange) {
        painter->drawLine(centre + QPointF(-3, 0), centre + QPointF(3, 0));
    }
    painter->restore();
}

void drawArrow(QPainter *painter, const QPointF &centre, bool down, const QStyleOption *option)
{
    const double dy = down ? 2 : -2;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(
        QPen(Theme::colour(ColourRole::Muted, option->palette), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(QPolygonF{centre + QPointF(-3.5, -dy), centre + QPointF(0, dy), centre + QPointF(3.5, -dy)});
    painter->restore();
}

/// A bar without words is a thin line in the middle of its room, however high that is.
QRectF progressLine(const QStyleOptionProgressBar &bar)
{
    if (bar.textVisible)
        return bar.rect;
    const int top = bar.rect.top() + (bar.rect.height() - progressHeight) / 2;
    return QRect(bar.rect.left(), top, bar.rect.width(), progressHeight);
}

void drawProgress(const QStyleOptionProgressBar *bar, QPainter *painter)
{
    QRectF done = progressLine(*bar);
    QColor accent = bar->palette.color(QPalette::Highlight);
    const double span = double(bar->maximum) - bar->minimum;
    if (span <= 0) {
        // How far it is cannot be told: the whole bar, faint.
        accent.setAlphaF(0.4F);
    } else {
        const double share = std::clamp((bar->progress - bar->minimum) / span, 0.0, 1.0);
        if (share == 0)
            return;
        done.setWidth(done.width() * share);
        if (bar->direction == Qt::RightToLeft)
            done.moveRight(progressLine(*bar).right());
    }
    drawBox(painter, done, Qt::NoPen, accent);
}

} // namespace

PlainStyle::PlainStyle()
    : QProxyStyle(u"Fusion"_s)
{
}

void PlainStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
        drawButton(option, painter);
        if (option->state & State_HasFocus && option->state & State_KeyboardFocusChange)
            drawFocus(option, painter); // Fusion draws a push button without its focus rectangle
        return;
    case PE_FrameFocusRect:
        if (option->state & State_KeyboardFocusChange)
            drawFocus(option, painter);
        return;
    case PE_PanelStatusBar:
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)),
            Theme::colour(ColourRole::Hairline, option->palette));
        return;
    case PE_Frame: // of popups, too, which stand on the page's own colour
    case PE_FrameMenu:
        painter->save();
        painter->setPen(Theme::colour(ColourRole::ControlEdge, option->palette));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_FrameLineEdit:
        drawBox(painter, option->rect, edgePen(option), Qt::NoBrush);
        return;
    case PE_IndicatorCheckBox:
        drawCheck(option, painter, false);
        return;
    case PE_IndicatorRadioButton:
        drawCheck(option, painter, true);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void PlainStyle::drawControl(
    ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option);
    if (element == CE_ProgressBarGroove && bar != nullptr) {
        drawBox(painter, progressLine(*bar), Qt::NoPen, Theme::colour(ColourRole::Hairline, option->palette));
        return;
    }
    if (element == CE_ProgressBarContents && bar != nullptr) {
        drawProgress(bar, painter);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void PlainStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ComboBox) {
        drawBox(painter, option->rect, edgePen(option), option->palette.color(QPalette::Base));
        const QRectF arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
        drawArrow(painter, arrow.center(), true, option);
        return;
    }
    const auto *scroll = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control == CC_ScrollBar && scroll != nullptr) {
        PlainScrollBar::draw(*scroll, *painter);
        return;
    }
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    if (control == CC_SpinBox && spin != nullptr) {
        if (spin->frame)
            drawBox(painter, option->rect, edgePen(option), option->palette.color(QPalette::Base));
        if (spin->buttonSymbols == QAbstractSpinBox::NoButtons)
            return;
        drawArrow(painter, QRectF(subControlRect(CC_SpinBox, option, SC_SpinBoxUp, widget)).center(), false, option);
        drawArrow(painter, QRectF(subControlRect(CC_SpinBox, option, SC_SpinBoxDown, widget)).center(), true, option);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QSize PlainStyle::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize whole = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        whole.rwidth() += 2 * Theme::gap;
        [[fallthrough]];
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox:
        whole.setHeight(std::max(whole.height(), controlHeight));
        break;
    default:
        break;
    }
    return whole;
}

QRect PlainStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element == SE_LineEditContents)
        rect.adjust(Theme::smallGap, 0, -Theme::smallGap, 0);
    else if (element == SE_PushButtonFocusRect)
        rect = option->rect.adjusted(2, 2, -2, -2);
    return rect;
}

QRect PlainStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const
{
    const auto *scroll = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control == CC_ScrollBar && scroll != nullptr)
        return PlainScrollBar::partRect(*scroll, part);
    QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    // A field to type into has its own room.
    if (control == CC_ComboBox && part == SC_ComboBoxEditField && combo != nullptr && !combo->editable)
        rect.adjust(Theme::smallGap, 0, -Theme::smallGap, 0);
    else if (control == CC_ComboBox && part == SC_ComboBoxListBoxPopup)
        rect.translate(0, 2); // clear of the edge
    return rect;
}

int PlainStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    if (metric == PM_ScrollBarExtent)
        return PlainScrollBar::extent;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

int PlainStyle::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returned) const
{
    // Nothing moves, and Fusion's own pictures are of another hand.
    if (hint == SH_Widget_Animation_Duration || hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

} // namespace streamgauge
