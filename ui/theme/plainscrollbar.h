// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyle>

class QPainter;
class QStyleOptionSlider;

namespace streamgauge {

/// A scroll bar as PlainStyle shows it: a handle on a quiet track, without buttons at its ends.
namespace PlainScrollBar {

inline constexpr int extent = 12;

/// Of a scroll bar's parts; the buttons have no room.
[[nodiscard]] QRect partRect(const QStyleOptionSlider &bar, QStyle::SubControl part);
void draw(const QStyleOptionSlider &bar, QPainter &painter);

} // namespace PlainScrollBar

} // namespace streamgauge
