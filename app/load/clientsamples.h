// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/receivetimes.h"

#include <vector>

namespace streamgauge {

/// What the loop of one worker saw of itself since it last told.
struct ClientSamples {
    int worker = 0; ///< whose they are
    std::vector<qint64> loopLagsNs;
    ReadLagSamples readLags;
    qint64 startBurstLagNs = 0; ///< the longest of the phase so far
    double cpuShare = 0; ///< of the phase so far
};

} // namespace streamgauge
