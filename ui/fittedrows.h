// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace streamgauge {

class TableView;

/// Keeps a table as high as its rows, so that the page scrolls and not the table in it. Belongs to the table.
class FittedRows final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FittedRows)

public:
    /// The table has its model already.
    explicit FittedRows(TableView &table);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();

    TableView &m_table;
    bool m_fitting = false;
};

} // namespace streamgauge
