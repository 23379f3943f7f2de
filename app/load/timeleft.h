// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadplan.h"

#include <QtGlobal>

#include <optional>
#include <vector>

namespace streamgauge {

/// How long a run still takes, from what it has shown so far: the slot time a request takes in the current level, and
/// for levels to come how that time grew from level to level. Nothing before a request of the run has ended.
class TimeLeft final {
public:
    explicit TimeLeft(const LoadPlan &plan);

    void levelStarted(int level);
    /// A request of the current level gave its slot free again, `slotNs` after it had taken it.
    void requestEnded(qint64 slotNs);

    /// Seconds of the run; `inFlight` requests count as half done.
    [[nodiscard]] std::optional<double> seconds(int inFlight) const;

private:
    struct Level {
        int concurrency = 1;
        int requests = 0; ///< of the plan
        qint64 slotNs = 0;
        int ended = 0;
        [[nodiscard]] double meanNs() const { return static_cast<double>(slotNs) / ended; }
        [[nodiscard]] int busySlots() const { return concurrency < requests ? concurrency : requests; }
    };
    [[nodiscard]] double growth(size_t newest) const;

    std::vector<Level> m_levels;
    size_t m_current = 0;
};

} // namespace streamgauge
