// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/textwatch.h"

namespace streamgauge {

namespace {

constexpr std::size_t enoughCharacters = 16;
constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view openingTag = "<think>";
constexpr std::string_view closingTag = "</think>";

bool hasTag(std::string_view text)
{
    return text.find(openingTag) != std::string_view::npos || text.find(closingTag) != std::string_view::npos;
}

} // namespace

/// FNV-1a. Two different texts of one length agree in 1 of 2^64 cases.
void TextWatch::Print::append(std::string_view text)
{
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        hash = (hash ^ byte) * 0x100000001b3;
        characters += (byte & 0xc0) != 0x80 ? 1 : 0;
    }
    bytes += text.size();
}

bool TextWatch::Print::begins(std::string_view text) const
{
    if (bytes == 0 || text.size() <= bytes)
        return false;
    Print beginning;
    beginning.append(text.substr(0, bytes));
    return beginning.hash == hash;
}

void TextWatch::add(std::string_view delta)
{
    if (delta.empty())
        return;
    for (std::size_t at = delta.find(replacement); at != std::string_view::npos;
         at = delta.find(replacement, at + replacement.size())) {
        ++m_replacements;
    }
    watchRepeats(delta);
    if (!m_thinkTag)
        watchThinkTag(delta);
}

/// Some servers repeat the text in one delta among true ones, others in every one. In the second case the joined
/// deltas are never repeated, so what the server has told so far is followed on its own.
void TextWatch::watchRepeats(std::string_view delta)
{
    const bool repeatsJoined = m_joined.begins(delta) && m_joined.characters >= enoughCharacters;
    const bool repeatsTold = m_told.begins(delta);
    if (repeatsJoined || (repeatsTold && m_told.characters >= enoughCharacters))
        ++m_cumulative;
    m_joined.append(delta);
    if (repeatsTold || repeatsJoined)
        m_told = {};
    m_told.append(delta);
}

void TextWatch::watchThinkTag(std::string_view delta)
{
    // The seam first: the kept characters and as many of the delta as can complete a tag.
    m_tagTail += delta.substr(0, closingTag.size() - 1);
    m_thinkTag = hasTag(m_tagTail) || hasTag(delta);
    if (delta.size() >= closingTag.size())
        m_tagTail = delta.substr(delta.size() - (closingTag.size() - 1));
    else if (m_tagTail.size() > closingTag.size() - 1)
        m_tagTail.erase(0, m_tagTail.size() - (closingTag.size() - 1));
}

} // namespace streamgauge
