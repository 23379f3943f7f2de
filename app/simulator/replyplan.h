// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/chatcall.h"
#include "app/simulator/simulatoroptions.h"

namespace streamgauge {

/// Everything that is decided about a reply before its first byte.
struct ReplyPlan {
    ChatCall call;
    Fault fault = Fault::None;
    int tokens = 0; ///< completion tokens, reasoning among them
    int reasoningTokens = 0; ///< the first ones
    int tokensBeforeFault = 0; ///< a fault in mid-stream comes when so many are out
    int bundle = 1; ///< most tokens in one chunk
    qint64 ttftNs = 0;
    qint64 itlNs = 0;
    quint64 textSeed = 0;

    /// "length" at the caller's limit, else "stop".
    [[nodiscard]] const char *finishReason() const;
    /// When token number `token` (from 0) of a reply that began at 0 is due.
    [[nodiscard]] qint64 dueNs(int token) const { return ttftNs + token * itlNs; }

    /// Depends on nothing but the arguments: the same seed and request give the same reply.
    [[nodiscard]] static ReplyPlan make(const ChatCall &call, const SimulatorOptions &options, Fault fault);
};

} // namespace streamgauge
