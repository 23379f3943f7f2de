// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/probestepsmodel.h"

namespace streamgauge {

ProbeStepsModel::ProbeStepsModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void ProbeStepsModel::append(const std::vector<ProbeStep> &steps)
{
    if (steps.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(steps.size()) - 1);
    m_steps.insert(m_steps.end(), steps.begin(), steps.end());
    endInsertRows();
}

void ProbeStepsModel::replaceLast(const ProbeStep &step)
{
    Q_ASSERT(!m_steps.empty());
    m_steps.back() = step;
    Q_EMIT dataChanged(index(rowCount() - 1, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ProbeStepsModel::clear()
{
    if (m_steps.empty())
        return;
    beginResetModel();
    m_steps.clear();
    endResetModel();
}

int ProbeStepsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size());
}

int ProbeStepsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProbeStepsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::DisplayRole) {
        static constexpr int roles[] = {StateRole, NameRole, FactRole, DurationRole};
        role = roles[index.column()];
    }
    const ProbeStep &step = m_steps[static_cast<std::size_t>(index.row())];
    switch (role) {
    case StateRole:
        return static_cast<int>(step.state);
    case NameRole:
        return step.name;
    case FactRole:
        return step.fact;
    case DurationRole:
        return step.durationNs ? QVariant(*step.durationNs) : QVariant();
    default:
        return {};
    }
}

} // namespace streamgauge
