// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/plainscrollbar.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyleOptionSlider>

#include <algorithm>

namespace streamgauge {

namespace {

constexpr int shortestHandle = 28;
constexpr double inset = 3;

/// Where the handle begins and how long it is, along the bar.
struct Handle {
    int at = 0;
    int length = 0;
};

Handle handleOf(const QStyleOptionSlider &bar, int room)
{
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    if (range <= 0)
        return {0, room};
    const auto share = int(qint64(bar.pageStep) * room / (range + std::max(1, bar.pageStep)));
    const int length = std::clamp(share, std::min(shortestHandle, room), room);
    const int at =
        QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, room - length, bar.upsideDown);
    return {at, length};
}

} // namespace

QRect PlainScrollBar::partRect(const QStyleOptionSlider &bar, QStyle::SubControl part)
{
    const bool across = bar.orientation == Qt::Horizontal;
    const int room = across ? bar.rect.width() : bar.rect.height();
    const auto piece = [&](int at, int length) {
        const QRect rect = across ? QRect(bar.rect.left() + at, bar.rect.top(), length, bar.rect.height())
                                  : QRect(bar.rect.left(), bar.rect.top() + at, bar.rect.width(), length);
        return QStyle::visualRect(bar.direction, bar.rect, rect);
    };
    const Handle handle = handleOf(bar, room);
    switch (part) {
    case QStyle::SC_ScrollBarGroove:
        return piece(0, room);
    case QStyle::SC_ScrollBarSlider:
        return piece(handle.at, handle.length);
    case QStyle::SC_ScrollBarSubPage:
        return piece(0, handle.at);
    case QStyle::SC_ScrollBarAddPage:
        return piece(handle.at + handle.length, room - handle.at - handle.length);
    default:
        return {};
    }
}

void PlainScrollBar::draw(const QStyleOptionSlider &bar, QPainter &painter)
{
    painter.save();
    painter.fillRect(bar.rect, Theme::colour(ColourRole::SurfaceRaised, bar.palette));
    const bool held = bar.activeSubControls & QStyle::SC_ScrollBarSlider
        && bar.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::colour(held ? ColourRole::Muted : ColourRole::ControlEdge, bar.palette));
    const QRectF handle = QRectF(partRect(bar, QStyle::SC_ScrollBarSlider)).adjusted(inset, inset, -inset, -inset);
    const double radius = std::min(handle.width(), handle.height()) / 2;
    if (bar.maximum > bar.minimum)
        painter.drawRoundedRect(handle, radius, radius);
    painter.restore();
}

} // namespace streamgauge
