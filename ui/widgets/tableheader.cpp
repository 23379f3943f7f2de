// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tableheader.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace streamgauge {

namespace {

constexpr int arrowSize = 8;

void drawArrow(QPainter *painter, const QRect &box, Qt::SortOrder order)
{
    const QPointF centre = QRectF(box).center();
    const double down = order == Qt::AscendingOrder ? -1 : 1;
    painter->drawPolyline(QPolygonF{
        centre + QPointF(-3, -1.5 * down), centre + QPointF(0, 1.5 * down), centre + QPointF(3, -1.5 * down)});
}

} // namespace

TableHeader::TableHeader(QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setHighlightSections(false);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setSectionResizeMode(QHeaderView::ResizeToContents);
    setResizeContentsPrecision(200);
    setMinimumHeight(Theme::rowHeight);
}

void TableHeader::paintEvent(QPaintEvent *event)
{
    QHeaderView::paintEvent(event);
    // The hairline runs on to the right of the last column.
    QPainter painter(viewport());
    painter.fillRect(
        QRect(0, viewport()->height() - 1, viewport()->width(), 1), Theme::colour(ColourRole::Hairline, palette()));
}

void TableHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    painter->fillRect(rect, palette().color(QPalette::Base));
    const QVariant set = model()->headerData(logicalIndex, orientation(), Qt::TextAlignmentRole);
    const auto alignment = set.isValid() ? Qt::Alignment(set.toInt()) : defaultAlignment();
    const QString text = model()->headerData(logicalIndex, orientation(), Qt::DisplayRole).toString();
    painter->setPen(QPen(Theme::colour(ColourRole::Muted, palette()), 1.5));
    QRect room = rect.adjusted(Theme::gap, 0, -Theme::gap, 0);
    if (isSortIndicatorShown() && sortIndicatorSection() == logicalIndex) {
        // On the side that the words do not lean on, so that they stay above their column.
        const bool right = !(alignment & Qt::AlignRight);
        const int left = right ? room.right() - arrowSize : room.left();
        painter->setRenderHint(QPainter::Antialiasing);
        drawArrow(painter, QRect(left, room.top(), arrowSize, room.height()), sortIndicatorOrder());
        room.adjust(right ? 0 : arrowSize + Theme::smallGap, 0, right ? -arrowSize - Theme::smallGap : 0, 0);
    }
    painter->drawText(room, int(alignment | Qt::AlignVCenter), text);
}

QSize TableHeader::sectionSizeFromContents(int logicalIndex) const
{
    const QString text = model()->headerData(logicalIndex, orientation(), Qt::DisplayRole).toString();
    const int arrow = isSortIndicatorShown() ? arrowSize + Theme::smallGap : 0;
    const QSize words = fontMetrics().size(0, text); // of all its lines
    return {words.width() + 2 * Theme::gap + arrow, std::max(Theme::rowHeight, words.height() + Theme::gap)};
}

} // namespace streamgauge
