// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/replyplan.h"
#include "models/core/splitmix64.h"

#include <string>

namespace streamgauge {

/// The text of a reply, chunk by chunk. It needs no escaping in JSON: plain words and spaces.
class TokenSource final {
public:
    explicit TokenSource(const ReplyPlan &plan);

    struct Chunk {
        bool reasoning = false;
        int tokens = 0;
        std::string text;
    };

    /// The next chunk; none are left when upcoming() is 0.
    [[nodiscard]] const Chunk &next();
    [[nodiscard]] int tokensOut() const { return m_out; }
    /// How many tokens the next chunk brings, known before it is due: a chunk is due when its last token is.
    [[nodiscard]] int upcoming() const { return m_upcoming; }

private:
    void planNext();

    int m_tokens;
    int m_reasoningTokens;
    int m_bundle;
    SplitMix64 m_sequence;
    int m_out = 0;
    int m_upcoming = 0;
    Chunk m_chunk;
};

} // namespace streamgauge
