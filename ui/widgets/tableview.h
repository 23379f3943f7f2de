// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace streamgauge {

class TableDelegate;

/// The one look of tables: no grid, rows of 28 px, a muted header with one hairline, columns as wide as their content,
/// the hovered row raised. Rows are selected whole; Ctrl+C copies them (all rows when none is selected) as
/// tab-separated text with the header as first line. Tab leaves the table.
class TableView final : public QTableView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableView)

public:
    explicit TableView(QWidget *parent = nullptr);

    /// What Ctrl+C copies: lines end in LF; tabs and line ends within a cell become blanks.
    [[nodiscard]] QString selectionAsText() const;
    void copySelection() const;

    /// The height of the header and so many rows, for tables that show all they have.
    [[nodiscard]] int heightForRows(int rows) const;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void hoverRow(int row);

    TableDelegate *m_delegate = nullptr;
};

} // namespace streamgauge
