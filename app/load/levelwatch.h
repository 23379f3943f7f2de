// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <map>
#include <set>

namespace streamgauge {

/// Bounds beyond which a level says that the client itself was late (warning client_late).
struct ClientBounds
{
    double dispatchDelayP99Ms = 5;
    double eventLoopLagP99Ms = 20;
    double cpuShare = 0.9;
};

/// Watches one level for what a reader of its numbers must know, and says each thing the moment it holds. Codes:
/// those of the requests' own warnings, usage_missing, connect_limited, and at the level's end client_late,
/// input_length_off, output_longer_than_asked.
class LevelWatch final
{
public:
    LevelWatch(const LoadPlan &plan, int concurrency, const ProbeReport &probe);

    /// What now holds and did not before this request. `turnWaitNs`: its wait for a turn to connect, -1 where it
    /// opened no connection.
    [[nodiscard]] std::vector<RunWarning> requestEnded(const RequestRecord &record, qint64 turnWaitNs);

    /// Everything that holds of the whole level, with final counts.
    [[nodiscard]] std::vector<RunWarning> levelEnded(const ClientEvidence &client, const LevelMetrics &metrics) const;

private:
    [[nodiscard]] RunWarning counted(const QString &code) const;
    [[nodiscard]] RunWarning warning(const QString &code, const QString &message) const;
    [[nodiscard]] bool connectLimited() const;

    LoadPlan m_plan;
    int m_concurrency = 0;
    bool m_usageExpected = false;
    int m_ended = 0;
    std::map<QString, std::pair<int, quint64>> m_counts; ///< code -> count and the first request
    std::vector<qint64> m_turnWaits;
    bool m_slowSetUp = false;
    int m_longer = 0;
    int m_shorter = 0;
};

} // namespace streamgauge
