// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/instrumentwords.h"

#include <QAbstractTableModel>

#include <vector>

namespace streamgauge {

/// The figures of an instrument check beside their limits, in words and icons.
class InstrumentRowsModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstrumentRowsModel)

public:
    enum Column { ResultColumn, NameColumn, MeasuredColumn, LimitColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<InstrumentRow> rows);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<InstrumentRow> m_rows;
};

} // namespace streamgauge
