// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace streamgauge {

/// Cells of our tables: 8 px of room at both sides, the row under the mouse on raised ground, a frame around the
/// current cell while the table has the focus.
class TableDelegate final : public QStyledItemDelegate {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableDelegate)

public:
    explicit TableDelegate(QObject *parent);

    void setHoveredRow(int row) { m_hoveredRow = row; }
    [[nodiscard]] int hoveredRow() const { return m_hoveredRow; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int m_hoveredRow = -1;
};

} // namespace streamgauge
