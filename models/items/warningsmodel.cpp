// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/warningsmodel.h"

#include <utility>

namespace streamgauge {

WarningsModel::WarningsModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void WarningsModel::setWarnings(std::vector<RunWarning> warnings)
{
    beginResetModel();
    m_warnings = std::move(warnings);
    endResetModel();
}

void WarningsModel::append(RunWarning warning)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_warnings.push_back(std::move(warning));
    endInsertRows();
}

int WarningsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_warnings.size());
}

int WarningsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant WarningsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::DisplayRole) {
        static constexpr int roles[] = {LevelRole, MessageRole, CodeRole};
        role = roles[index.column()];
    }
    const RunWarning &warning = m_warnings[static_cast<std::size_t>(index.row())];
    switch (role) {
    case CodeRole:
        return warning.code;
    case MessageRole:
        return warning.message;
    case LevelRole:
        return warning.level ? QVariant(*warning.level) : QVariant();
    case RequestRole:
        return warning.request ? QVariant(*warning.request) : QVariant();
    default:
        return {};
    }
}

} // namespace streamgauge
