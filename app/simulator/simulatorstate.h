// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/chatreply.h"
#include "app/simulator/pacer.h"
#include "app/simulator/simulatoroptions.h"
#include "app/simulator/slotqueue.h"
#include "app/simulator/tlsidentity.h"

#include <memory>
#include <vector>

namespace streamgauge {

class Clock;

/// Sums over all requests since the start, for the /metrics page.
struct SimulatorTotals {
    qint64 promptTokens = 0;
    qint64 promptNs = 0;
    qint64 predictedTokens = 0;
    qint64 predictedNs = 0;
    qint64 decodes = 0; ///< chunks of tokens made
    qint64 busyAtDecodes = 0; ///< slots in use, summed over these
};

/// What all connections of one simulated endpoint share.
struct SimulatorState {
    SimulatorState(const SimulatorOptions &givenOptions, const Clock &givenClock)
        : options(givenOptions)
        , clock(givenClock)
        , pacer(givenClock)
        , slotQueue(givenOptions.slots)
    {
    }

    const SimulatorOptions options;
    const Clock &clock;
    TlsIdentity tls; ///< null: plain http
    Pacer pacer;
    SlotQueue slotQueue;
    SimulatorTotals totals;
    int chatRequests = 0;
    quint64 flakyRequests = 0;
    /// Replies that may still be on the call stack; emptied between turns.
    std::vector<std::unique_ptr<ChatReply>> endedReplies;
};

} // namespace streamgauge
