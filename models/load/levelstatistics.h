// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

namespace streamgauge {

/// What the times of a level's successful requests come to, in nanoseconds.
struct LevelStatistics {
    SampleStatistics ttft;
    SampleStatistics itl;
    SampleStatistics latency;
};

/// Gaps that stand in a side file are known through LoadLevel::itl only.
[[nodiscard]] LevelStatistics levelStatistics(const LoadLevel &level);

/// Where gaps of the level's successes stand in the side file, reads them there and keeps in level.itl what all of them
/// come to. Does nothing where all are held. Error: results.samples.
[[nodiscard]] Result<void> keepItl(LoadLevel &level, const SampleSource &source);

} // namespace streamgauge
