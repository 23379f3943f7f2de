// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/load/instrumentcheck.h"

#include <QString>

namespace streamgauge {

/// What an instrument check is asked to do. With its usual times it takes about ten seconds.
struct InstrumentSetup {
    int concurrency = 32; ///< streams at a time
    int intervalMs = 20; ///< between the chunks of each
    double loadS = 7.5; ///< about so long streams run
    double floorS = 0.5; ///< so long a bare timer is watched, before and after
    QString simulatorProgram; ///< "" for the one beside this program

    /// Errors: instrument.concurrency, instrument.interval: out of range.
    [[nodiscard]] Result<void> check() const;
};

} // namespace streamgauge
