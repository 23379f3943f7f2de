// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/levelsmodel.h"

#include <utility>

namespace streamgauge {

namespace {

QVariant variant(const std::optional<double> &value)
{
    return value ? QVariant(*value) : QVariant();
}

const SummaryCell &percentile(const SummaryPercentiles &of, int place)
{
    return place == 0 ? of.p50 : place == 1 ? of.p95 : of.p99;
}

/// The percentiles that a column is one of, and the first of their three columns.
std::pair<const SummaryPercentiles *, int> percentilesOf(const SummaryRow &row, int column)
{
    const std::pair<const SummaryPercentiles *, int> measures[] = {
        {&row.ttft, LevelsModel::TtftP50Column},
        {&row.itl, LevelsModel::ItlP50Column},
        {&row.tpot, LevelsModel::TpotP50Column},
        {&row.firstAnswer, LevelsModel::FirstAnswerP50Column},
        {&row.latency, LevelsModel::LatencyP50Column},
    };
    for (const auto &measure : measures) {
        if (column >= measure.second && column < measure.second + 3)
            return measure;
    }
    return {nullptr, 0};
}

/// The summary's own cell of a column, or nullptr.
const SummaryCell *cellOf(const SummaryRow &row, int column)
{
    if (const auto [percentiles, first] = percentilesOf(row, column); percentiles)
        return &percentile(*percentiles, column - first);
    switch (column) {
    case LevelsModel::OkColumn:
        return &row.succeeded;
    case LevelsModel::FailedColumn:
        return &row.errors;
    case LevelsModel::OutputRateColumn:
        return &row.outputRate;
    case LevelsModel::SteadyRateColumn:
        return &row.steadyRate;
    case LevelsModel::SteadyShareColumn:
        return &row.steadyShare;
    case LevelsModel::SteadyInFlightColumn:
        return &row.steadyInFlight;
    case LevelsModel::PerStreamColumn:
        return &row.ratePerStream;
    case LevelsModel::ReturnedColumn:
        return &row.returned;
    case LevelsModel::TokensPerChunkColumn:
        return &row.tokensPerChunk;
    case LevelsModel::InputRateColumn:
        return &row.inputRate;
    default:
        return nullptr;
    }
}

QVariant valueOf(const SummaryRow &row, int column)
{
    if (const SummaryCell *cell = cellOf(row, column))
        return variant(cell->value);
    switch (column) {
    case LevelsModel::LevelColumn:
        return row.concurrency;
    case LevelsModel::ItlCountColumn:
        return qint64(row.itl.n);
    default:
        return row.metrics.requestThroughput;
    }
}

} // namespace

LevelsModel::LevelsModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void LevelsModel::setRows(std::vector<SummaryRow> rows)
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
    const SummaryRow &row = m_rows[static_cast<std::size_t>(index.row())];
    const SummaryCell *cell = cellOf(row, index.column());
    switch (role) {
    case Qt::DisplayRole:
    case ValueRole:
        return valueOf(row, index.column());
    case TextRole:
        return cell ? QVariant(cell->text) : QVariant();
    case WhyRole:
        return cell ? cell->why : QString();
    case SampleSizeRole: {
        const SummaryPercentiles *percentiles = percentilesOf(row, index.column()).first;
        return percentiles ? QVariant(qint64(percentiles->n)) : QVariant();
    }
    case InterruptedRole:
        return row.interrupted;
    case ClientWordsRole:
        return row.clientWords.join(QStringLiteral(", "));
    case CountsChunksRole:
        return row.metrics.method == TokenCountMethod::StreamChunks;
    case DeviatesRole:
        return index.column() == ReturnedColumn && row.returnedOff;
    default:
        return {};
    }
}

} // namespace streamgauge
