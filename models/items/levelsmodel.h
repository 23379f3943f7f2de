// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <QAbstractTableModel>

#include <vector>

namespace streamgauge {

/// One level of a result with what it was asked for.
struct LevelRow
{
    int concurrency = 0;
    bool interrupted = false;              ///< by Stop: fewer requests than planned
    int outputTokensAsked = 0;
    LevelMetrics metrics;
    std::optional<double> tokensPerSecondPerStream; ///< median over the requests
};

/// The summary of a load result: a row a level, raw numbers (nanoseconds, a second, shares); an invalid value where
/// there is none. Cells also tell the sample behind them.
class LevelsModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LevelsModel)

public:
    enum Column {
        LevelColumn,
        OkColumn,
        FailedColumn,
        TtftP50Column,
        TtftP95Column,
        TtftP99Column,
        ItlCountColumn,
        ItlP50Column,
        ItlP95Column,
        ItlP99Column,
        OutputRateColumn,
        PerStreamColumn,
        ReturnedColumn, ///< mean output tokens / asked, as a share
        LatencyP50Column,
        LatencyP95Column,
        LatencyP99Column,
        RequestRateColumn,
        ColumnCount
    };
    enum Role {
        ValueRole = Qt::UserRole + 1, ///< the raw number, also Qt::DisplayRole and for sorting
        SampleSizeRole,               ///< qint64, of a percentile
        SampleNeededRole,             ///< qint64, below which the percentile is left out
        InterruptedRole,              ///< bool, of the row
        CountsChunksRole,             ///< bool, of the row: rates count chunks
        DeviatesRole,                 ///< bool, of ReturnedColumn: off by more than 1 %
        ReturnedMeanRole,             ///< double, of ReturnedColumn
        AskedRole,                    ///< int, of ReturnedColumn
    };

    explicit LevelsModel(QObject *parent = nullptr);

    void setRows(std::vector<LevelRow> rows);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<LevelRow> m_rows;
};

} // namespace streamgauge
