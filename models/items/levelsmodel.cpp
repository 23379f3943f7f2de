// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/levelsmodel.h"

#include <cmath>
#include <utility>

namespace streamgauge {

namespace {

constexpr double deviationMarked = 0.01;

QVariant variant(const std::optional<double> &value)
{
    return value ? QVariant(*value) : QVariant();
}

std::optional<double> returnedShare(const LevelRow &row)
{
    if (!row.metrics.outputTokensMean || row.outputTokensAsked <= 0)
        return std::nullopt;
    return *row.metrics.outputTokensMean / row.outputTokensAsked;
}

/// The distribution behind a percentile's column, and which percentile it is.
struct Percentile
{
    const Distribution *distribution = nullptr;
    std::optional<double> value;
    qsizetype needed = 0;
};

Percentile percentileOf(const Distribution &distribution, int place)
{
    switch (place) {
    case 0:
        return {&distribution, distribution.p50, samplesForP50};
    case 1:
        return {&distribution, distribution.p95, samplesForP95};
    default:
        return {&distribution, distribution.p99, samplesForP99};
    }
}

Percentile percentileOf(const LevelRow &row, int column)
{
    if (column >= LevelsModel::TtftP50Column && column <= LevelsModel::TtftP99Column)
        return percentileOf(row.metrics.ttft, column - LevelsModel::TtftP50Column);
    if (column >= LevelsModel::ItlP50Column && column <= LevelsModel::ItlP99Column)
        return percentileOf(row.metrics.itl, column - LevelsModel::ItlP50Column);
    if (column >= LevelsModel::LatencyP50Column && column <= LevelsModel::LatencyP99Column)
        return percentileOf(row.metrics.latency, column - LevelsModel::LatencyP50Column);
    return {};
}

QVariant valueOf(const LevelRow &row, int column)
{
    switch (column) {
    case LevelsModel::LevelColumn:
        return row.concurrency;
    case LevelsModel::OkColumn:
        return row.metrics.succeeded;
    case LevelsModel::FailedColumn:
        return row.metrics.failed + row.metrics.timedOut;
    case LevelsModel::ItlCountColumn:
        return qint64(row.metrics.itl.n);
    case LevelsModel::OutputRateColumn:
        return row.metrics.outputThroughput;
    case LevelsModel::PerStreamColumn:
        return variant(row.tokensPerSecondPerStream);
    case LevelsModel::RequestRateColumn:
        return row.metrics.requestThroughput;
    case LevelsModel::ReturnedColumn:
        return variant(returnedShare(row));
    default:
        return variant(percentileOf(row, column).value);
    }
}

QVariant returnedData(const LevelRow &row, int role)
{
    const std::optional<double> share = returnedShare(row);
    switch (role) {
    case LevelsModel::DeviatesRole:
        return share && std::fabs(*share - 1) > deviationMarked;
    case LevelsModel::ReturnedMeanRole:
        return variant(row.metrics.outputTokensMean);
    case LevelsModel::AskedRole:
        return row.outputTokensAsked;
    default:
        return {};
    }
}

} // namespace

LevelsModel::LevelsModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void LevelsModel::setRows(std::vector<LevelRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int LevelsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LevelsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LevelsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const LevelRow &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case ValueRole:
        return valueOf(row, index.column());
    case InterruptedRole:
        return row.interrupted;
    case CountsChunksRole:
        return row.metrics.method == TokenCountMethod::StreamChunks;
    case SampleSizeRole:
    case SampleNeededRole: {
        const Percentile percentile = percentileOf(row, index.column());
        if (!percentile.distribution)
            return {};
        return role == SampleSizeRole ? qint64(percentile.distribution->n) : qint64(percentile.needed);
    }
    default:
        return index.column() == ReturnedColumn ? returnedData(row, role) : QVariant();
    }
}

} // namespace streamgauge
