// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tableheader.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace streamgauge {

namespace {

constexpr int arrowSize = 8;
constexpr int lineGap = 3; // between the group's words and the names below them, for a hairline

void drawArrow(QPainter *painter, const QRect &box, Qt::SortOrder order)
{
    const QPointF centre = QRectF(box).center();
    const double down = order == Qt::AscendingOrder ? -1 : 1;
    painter->drawPolyline(QPolygonF{
        centre + QPointF(-3, -1.5 * down), centre + QPointF(0, 1.5 * down), centre + QPointF(3, -1.5 * down)});
}

QString firstLine(const QString &title)
{
    return title.section(u'\n', 0, 0);
}

QString lastLine(const QString &title)
{
    return title.section(u'\n', -1);
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

QString TableHeader::title(int logicalIndex) const
{
    return model()->headerData(logicalIndex, orientation(), Qt::DisplayRole).toString();
}

QString TableHeader::groupWords(int visualIndex) const
{
    const QString words = title(logicalIndex(visualIndex));
    return words.contains(u'\n') ? firstLine(words) : QString();
}

Qt::Alignment TableHeader::alignmentOf(int logicalIndex) const
{
    const QVariant set = model()->headerData(logicalIndex, orientation(), Qt::TextAlignmentRole);
    return set.isValid() ? Qt::Alignment(set.toInt()) : defaultAlignment();
}

TableHeader::Group TableHeader::groupOf(int logicalIndex) const
{
    const int own = visualIndex(logicalIndex);
    Group group{groupWords(own), own, own};
    if (group.words.isEmpty())
        return group;
    // A hidden section in between hides nothing of the group.
    for (int at = own; at >= 0 && groupWords(at) == group.words; --at) {
        if (!isSectionHidden(this->logicalIndex(at)))
            group.firstVisual = at;
    }
    for (int at = own; at < count() && groupWords(at) == group.words; ++at) {
        if (!isSectionHidden(this->logicalIndex(at)))
            group.lastVisual = at;
    }
    return group;
}

void TableHeader::paintEvent(QPaintEvent *event)
{
    QHeaderView::paintEvent(event);
    QPainter painter(viewport());
    paintGroups(painter);
    // The hairline runs on to the right of the last column.
    painter.fillRect(
        QRect(0, viewport()->height() - 1, viewport()->width(), 1), Theme::colour(ColourRole::Hairline, palette()));
}

void TableHeader::paintGroups(QPainter &painter) const
{
    const int line = fontMetrics().height();
    const int top = (viewport()->height() - 2 * line - lineGap) / 2;
    for (int visual = 0; visual < count(); ++visual) {
        const int logical = logicalIndex(visual);
        const Group group = groupOf(logical);
        if (isSectionHidden(logical) || group.words.isEmpty() || group.firstVisual != visual)
            continue;
        const int last = logicalIndex(group.lastVisual);
        const int left = sectionViewportPosition(logical);
        const int right = sectionViewportPosition(last) + sectionSize(last);
        const QRect room(left + Theme::gap, top, right - left - 2 * Theme::gap, line);
        const bool alone = group.firstVisual == group.lastVisual;
        painter.setPen(Theme::colour(ColourRole::Muted, palette()));
        const Qt::Alignment across = alone ? alignmentOf(logical) & Qt::AlignHorizontal_Mask : Qt::AlignHCenter;
        painter.drawText(
            room, int(across | Qt::AlignVCenter), fontMetrics().elidedText(group.words, Qt::ElideRight, room.width()));
        if (!alone)
            painter.fillRect(
                QRect(room.left(), room.bottom() + 1, room.width(), 1), Theme::colour(ColourRole::Hairline, palette()));
    }
}

void TableHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    painter->fillRect(rect, palette().color(QPalette::Base));
    const Qt::Alignment alignment = alignmentOf(logicalIndex);
    const QString words = title(logicalIndex);
    painter->setPen(QPen(Theme::colour(ColourRole::Muted, palette()), 1.5));
    QRect room = rect.adjusted(Theme::gap, 0, -Theme::gap, 0);
    if (words.contains(u'\n')) {
        const int line = fontMetrics().height();
        room.setTop(rect.top() + (rect.height() - 2 * line - lineGap) / 2 + line + lineGap);
        room.setHeight(line);
    }
    if (isSortIndicatorShown() && sortIndicatorSection() == logicalIndex) {
        // On the side that the words do not lean on, so that they stay above their column.
        const bool right = !(alignment & Qt::AlignRight);
        const int left = right ? room.right() - arrowSize : room.left();
        painter->setRenderHint(QPainter::Antialiasing);
        drawArrow(painter, QRect(left, room.top(), arrowSize, room.height()), sortIndicatorOrder());
        room.adjust(right ? 0 : arrowSize + Theme::smallGap, 0, right ? -arrowSize - Theme::smallGap : 0, 0);
    }
    painter->drawText(room, int(alignment | Qt::AlignVCenter), lastLine(words));
}

QSize TableHeader::sectionSizeFromContents(int logicalIndex) const
{
    const QString words = title(logicalIndex);
    const Group group = groupOf(logicalIndex);
    const int arrow = isSortIndicatorShown() ? arrowSize + Theme::smallGap : 0;
    int width = fontMetrics().horizontalAdvance(lastLine(words));
    // Neighbours share the room that the group's words need.
    const int sharing = group.lastVisual - group.firstVisual + 1;
    const int share = (fontMetrics().horizontalAdvance(group.words) + sharing - 1) / sharing;
    width = std::max(width, sharing > 1 ? share - 2 * Theme::gap * (sharing - 1) / sharing : share);
    const int height = fontMetrics().size(0, words).height() + (words.contains(u'\n') ? lineGap : 0);
    return {width + 2 * Theme::gap + arrow, std::max(Theme::rowHeight, height + Theme::gap)};
}

} // namespace streamgauge
