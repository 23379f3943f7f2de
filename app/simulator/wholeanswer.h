// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/chunkwriter.h"
#include "app/simulator/tokensource.h"

namespace streamgauge {

/// The body of an answer that is not streamed, but for the closing members: usage, timings and stamps.
/// `finishReason` nullptr: null.
[[nodiscard]] std::string wholeAnswer(
    const ChunkWriter::Identity &identity, TokenSource &tokens, const char *finishReason);

} // namespace streamgauge
