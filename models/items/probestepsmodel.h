// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/probereport.h"

#include <QAbstractTableModel>

#include <vector>

namespace streamgauge {

/// The steps of a connection test as rows that only grow; the last one may be put in other words. Display text is the
/// raw value (the step's stable name, the fact, nanoseconds); words and icons for people are the view's.
class ProbeStepsModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProbeStepsModel)

public:
    enum Column { StateColumn, NameColumn, FactColumn, TimeColumn, ColumnCount };
    enum Role {
        StateRole = Qt::UserRole + 1, ///< int of ProbeStep::State
        NameRole, ///< QString, stable
        FactRole, ///< QString, for people
        DurationRole, ///< qint64 nanoseconds, invalid where it was not timed
    };

    explicit ProbeStepsModel(QObject *parent = nullptr);

    void append(const std::vector<ProbeStep> &steps);
    /// Needs a step.
    void replaceLast(const ProbeStep &step);
    void clear();
    [[nodiscard]] const std::vector<ProbeStep> &steps() const { return m_steps; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<ProbeStep> m_steps;
};

} // namespace streamgauge
