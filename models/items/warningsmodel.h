// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <QAbstractTableModel>

#include <vector>

namespace streamgauge {

/// The warnings of a run, in the order they were raised.
class WarningsModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WarningsModel)

public:
    enum Column { LevelColumn, MessageColumn, CodeColumn, ColumnCount };
    enum Role {
        CodeRole = Qt::UserRole + 1, ///< QString, stable
        MessageRole, ///< QString, for people
        LevelRole, ///< int, the level's concurrency; invalid where it concerns the run
        RequestRole, ///< quint64, the request's index; invalid where it concerns no single one
    };

    explicit WarningsModel(QObject *parent = nullptr);

    void setWarnings(std::vector<RunWarning> warnings);
    void append(RunWarning warning);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<RunWarning> m_warnings;
};

} // namespace streamgauge
