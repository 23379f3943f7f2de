// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/summary.h"

#include <QAbstractTableModel>

#include <vector>

namespace streamgauge {

/// The summary of a load result: a row a level, raw numbers (nanoseconds, a second, shares); an invalid value where
/// there is none.
class LevelsModel final : public QAbstractTableModel {
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
        ItlP50Column,
        ItlP95Column,
        ItlP99Column,
        TpotP50Column,
        TpotP95Column,
        TpotP99Column,
        OutputRateColumn,
        PerStreamColumn,
        SteadyRateColumn,
        SteadyShareColumn,
        SteadyInFlightColumn,
        ReturnedColumn, ///< mean output tokens / asked, as a share
        ItlCountColumn,
        TokensPerChunkColumn,
        FirstAnswerP50Column,
        FirstAnswerP95Column,
        FirstAnswerP99Column,
        LatencyP50Column,
        LatencyP95Column,
        LatencyP99Column,
        RequestRateColumn,
        InputRateColumn,
        ColumnCount
    };
    enum Role {
        ValueRole = Qt::UserRole + 1, ///< the raw number, also Qt::DisplayRole and for sorting
        TextRole, ///< QString: with the decimals of its column, where the summary gives it
        WhyRole, ///< QString: why there is no value; "" where there is one
        SampleSizeRole, ///< qint64, of a percentile
        InterruptedRole, ///< bool, of the row
        ClientWordsRole, ///< QString, of the row: "client late"; "" where its client was in time
        CountsChunksRole, ///< bool, of the row: rates count chunks
        DeviatesRole, ///< bool, of ReturnedColumn: off by more than 1 %
    };

    explicit LevelsModel(QObject *parent = nullptr);

    void setRows(std::vector<SummaryRow> rows);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<SummaryRow> m_rows;
};

} // namespace streamgauge
