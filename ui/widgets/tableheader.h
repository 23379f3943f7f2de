// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace streamgauge {

/// The header of our tables: muted words on the page's ground, one hairline below, the sort arrow beside the word. A
/// title of two lines is a group and a name: neighbours of the same group have its words once, above all of them.
class TableHeader final : public QHeaderView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableHeader)

public:
    explicit TableHeader(QWidget *parent);

    /// The sections that share the words above one, from first to last in the order that is seen; just that one where
    /// it has no group, or is alone in it.
    struct Group {
        QString words;
        int firstVisual = 0;
        int lastVisual = 0;
    };
    [[nodiscard]] Group groupOf(int logicalIndex) const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    [[nodiscard]] QSize sectionSizeFromContents(int logicalIndex) const override;

private:
    [[nodiscard]] QString title(int logicalIndex) const;
    [[nodiscard]] QString groupWords(int visualIndex) const;
    [[nodiscard]] Qt::Alignment alignmentOf(int logicalIndex) const;
    void paintGroups(QPainter &painter) const;
};

} // namespace streamgauge
