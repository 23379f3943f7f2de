// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/summary.h"

#include <QWidget>

class QPushButton;

namespace streamgauge {

class LevelsModel;
class LevelsPresentation;
class TableView;
class TextLabel;

/// The summary of a result, a row a level: the columns that fit a small window, the others at a press, below them what
/// the cells cannot say and how the current column is defined.
class LevelsTable final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LevelsTable)

public:
    explicit LevelsTable(QWidget *parent = nullptr);

    /// Hidden without a row.
    void setRows(const std::vector<SummaryRow> &rows);

private:
    void setUpTable();
    void layOut();
    void showColumns();
    void showDefinition(int column);

    LevelsModel *m_levels;
    LevelsPresentation *m_presentation;
    TableView *m_table;
    TextLabel *m_notes;
    TextLabel *m_definition;
    QPushButton *m_more;
};

} // namespace streamgauge
