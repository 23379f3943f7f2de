// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tabledelegate.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace streamgauge {

namespace {

constexpr int padding = Theme::gap - 3; // the style itself leaves 3

/// Around the cell that the keys move, while the table has the focus.
void drawFocusFrame(QPainter &painter, const QStyleOptionViewItem &option)
{
    const bool selected = option.state & QStyle::State_Selected;
    const QPalette::ColorRole role = selected ? QPalette::HighlightedText : QPalette::Highlight;
    constexpr double width = 1.5;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(option.palette.color(QPalette::Active, role), width));
    painter.setBrush(Qt::NoBrush);
    const QRectF frame = QRectF(option.rect).adjusted(width, width, -width, -width);
    painter.drawRoundedRect(frame, 2, 2);
    painter.restore();
}

} // namespace

TableDelegate::TableDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{
}

void TableDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    // The ground fills the whole cell, the content stands within the padding.
    QStyleOptionViewItem content = option;
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, option.palette.color(QPalette::Normal, QPalette::Highlight));
    else if (index.row() == m_hoveredRow)
        painter->fillRect(option.rect, Theme::colour(ColourRole::SurfaceRaised, option.palette));
    content.rect.adjust(padding, 0, -padding, 0);
    content.state &= ~(QStyle::State_MouseOver | QStyle::State_HasFocus);
    content.state |= QStyle::State_Active;
    QStyledItemDelegate::paint(painter, content, index);
    if (option.state & QStyle::State_HasFocus)
        drawFocusFrame(*painter, option);
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    // Text that wraps has the width within the padding, as when it is painted.
    QStyleOptionViewItem content = option;
    content.rect.adjust(padding, 0, -padding, 0);
    QSize size = QStyledItemDelegate::sizeHint(content, index);
    return {size.width() + 2 * padding, std::max(Theme::rowHeight, size.height() + Theme::gap)};
}

} // namespace streamgauge
