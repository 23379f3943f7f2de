// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace streamgauge {

/// The header of our tables: muted words on the page's ground, one hairline below, the sort arrow beside the word.
class TableHeader final : public QHeaderView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableHeader)

public:
    explicit TableHeader(QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    [[nodiscard]] QSize sectionSizeFromContents(int logicalIndex) const override;
};

} // namespace streamgauge
