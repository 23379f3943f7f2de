// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/tokensource.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace streamgauge {

namespace {

/// Spoken about a river: enough words that a text does not repeat itself at once.
constexpr std::array<std::string_view, 64> words{"river", "water", "stone", "bridge", "morning", "light", "under",
    "slow", "cold", "green", "valley", "over", "path", "hill", "tree", "bird", "wind", "from", "north", "rain", "cloud",
    "field", "house", "road", "quiet", "deep", "bank", "boat", "fish", "reed", "mill", "wheel", "turns", "flows",
    "carries", "leaves", "down", "past", "old", "town", "where", "people", "walk", "near", "shore", "late", "summer",
    "evening", "bright", "small", "wave", "moon", "above", "clear", "sand", "grass", "gate", "rope", "lamp", "far",
    "along", "wide", "still", "home"};

} // namespace

TokenSource::TokenSource(const ReplyPlan &plan)
    : m_tokens(plan.tokens)
    , m_reasoningTokens(plan.reasoningTokens)
    , m_bundle(plan.bundle)
    , m_sequence(plan.textSeed)
{
    planNext();
}

const TokenSource::Chunk &TokenSource::next()
{
    m_chunk.reasoning = m_out < m_reasoningTokens;
    m_chunk.tokens = m_upcoming;
    m_chunk.text.clear();
    for (int i = 0; i < m_upcoming; ++i) {
        const bool opens = m_out + i == 0 || m_out + i == m_reasoningTokens;
        if (!opens)
            m_chunk.text += ' ';
        m_chunk.text += words[m_sequence.below(words.size())];
    }
    m_out += m_upcoming;
    planNext();
    return m_chunk;
}

void TokenSource::planNext()
{
    const int wanted = m_bundle > 1 ? 2 + static_cast<int>(m_sequence.below(static_cast<quint64>(m_bundle - 1))) : 1;
    const int left = (m_out < m_reasoningTokens ? m_reasoningTokens : m_tokens) - m_out;
    m_upcoming = std::min(wanted, left);
}

} // namespace streamgauge
