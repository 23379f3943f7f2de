// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <QSet>

namespace streamgauge {

/// Watches one level for what a reader of its numbers must know, and says each thing the moment it holds: what
/// levelWarnings() and lockStepWarning() know of its requests, and what only their client saw: connect_limited and the
/// clientWarnings().
class LevelWatch final {
public:
    /// `before`: the run's levels that have ended.
    explicit LevelWatch(const LoadPlan &plan, const std::vector<LoadLevel> &before = {});

    /// What now holds and did not before `record`, the last of `soFar`. `turnWaitNs`: its wait for a turn to connect,
    /// -1 where it opened no connection.
    [[nodiscard]] std::vector<RunWarning> requestEnded(
        const LoadLevel &soFar, const RequestRecord &record, qint64 turnWaitNs);

    /// Everything that holds of the whole level, with final counts.
    [[nodiscard]] std::vector<RunWarning> levelEnded(const LoadLevel &level, const LevelMetrics &metrics) const;

private:
    [[nodiscard]] QSet<QString> newCodes(const RequestRecord &record);
    [[nodiscard]] bool connectLimited() const;

    LoadPlan m_plan;
    std::optional<double> m_ttftAlone; ///< of the levels before, if they tell
    QSet<QString> m_raised;
    bool m_someUsage = false;
    bool m_someWithout = false;
    bool m_slowSetUp = false;
    std::vector<qint64> m_turnWaits;
};

} // namespace streamgauge
