// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <QObject>
#include <QTimer>

namespace streamgauge {

/// The limits that a plan may set to its run; reaching one ends the run as Stop does.
class RunLimits final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunLimits)

public:
    explicit RunLimits(const LoadPlan &plan, QObject *parent = nullptr);

    /// The run begins now.
    void start();
    void finish();
    void levelStarted(int concurrency);
    /// A request of the level has ended. From ten requests on (or the plan's, if they are
    /// fewer): one failure among the first few says little.
    void requestEnded(const RequestRecord &record);
    [[nodiscard]] bool isReached() const { return m_reached; }

Q_SIGNALS:
    /// Once; max_minutes_reached or max_error_rate_reached.
    void reached(const streamgauge::RunWarning &warning);

private:
    void reach(const QString &code, const QString &message);

    LoadPlan m_plan;
    QTimer m_longest;
    int m_level = 0; ///< its concurrency
    int m_ended = 0; ///< requests of the level
    int m_failed = 0; ///< of them
    bool m_reached = false;
};

} // namespace streamgauge
