// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/requestrecord.h"

namespace streamgauge::test {

/// A success in plain numbers: dispatched at `atMs`, its first content chunk after `ttftMs`, its last after `lastMs`,
/// its end after `latencyMs`; a token a chunk, a read a chunk.
inline RequestRecord plainRequest(
    quint64 index, qint64 atMs, qint64 ttftMs, qint64 lastMs, qint64 latencyMs, int tokens)
{
    constexpr qint64 ms = 1'000'000;
    RequestRecord request;
    request.index = index;
    request.outcome = Outcome::Succeeded;
    request.dispatchNs = atMs * ms;
    request.firstEventNs = request.ttftNs = request.firstAnswerNs = ttftMs * ms;
    request.firstDeltaKind = DeltaKind::Answer;
    request.lastDeltaNs = lastMs * ms;
    request.latencyNs = latencyMs * ms;
    request.attempts = 1;
    request.contentChunks = request.reads = tokens;
    request.inputTokens = 100;
    request.outputTokens = tokens;
    return request;
}

} // namespace streamgauge::test
