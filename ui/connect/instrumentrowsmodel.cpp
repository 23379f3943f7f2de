// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/instrumentrowsmodel.h"

#include "ui/theme/theme.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QVariant resultData(const InstrumentRow &row, int role)
{
    if (!row.within)
        return {};
    if (role == Qt::DisplayRole)
        return *row.within ? InstrumentRowsModel::tr("ok") : InstrumentRowsModel::tr("beyond");
    if (role == Qt::DecorationRole)
        return *row.within ? Theme::icon(u"check"_s, ColourRole::Pass) : Theme::icon(u"caution"_s, ColourRole::Caution);
    return {};
}

QString textOf(const InstrumentRow &row, int column)
{
    switch (column) {
    case InstrumentRowsModel::NameColumn:
        return row.name;
    case InstrumentRowsModel::MeasuredColumn:
        return row.measured;
    case InstrumentRowsModel::LimitColumn:
        return row.limit.isEmpty() ? InstrumentRowsModel::tr("no limit") : row.limit;
    default:
        return {};
    }
}

} // namespace

void InstrumentRowsModel::setRows(std::vector<InstrumentRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int InstrumentRowsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int InstrumentRowsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant InstrumentRowsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const InstrumentRow &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole)
        return row.meaning;
    if (index.column() == ResultColumn)
        return resultData(row, role);
    return role == Qt::DisplayRole ? QVariant(textOf(row, index.column())) : QVariant();
}

QVariant InstrumentRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    const QString titles[] = {tr("Result"), tr("Figure"), tr("Measured"), tr("Limit")};
    return section >= 0 && section < ColumnCount ? titles[section] : QVariant();
}

} // namespace streamgauge
