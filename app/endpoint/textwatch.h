// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string>
#include <string_view>

namespace streamgauge {

/// Watches one channel's text as its deltas come, without keeping it: characters that the server lost (U+FFFD), tags
/// of reasoning inside an answer, also cut over deltas, and deltas that repeat all text so far and go on.
class TextWatch final {
public:
    void add(std::string_view delta);

    /// U+FFFD characters so far.
    [[nodiscard]] int replacementCharacters() const { return m_replacements; }
    /// Deltas that began with all text so far, of 16 characters or more, and were longer.
    [[nodiscard]] int cumulativeDeltas() const { return m_cumulative; }
    /// <think> or </think> was there: the opening tag may have been in the prompt.
    [[nodiscard]] bool thinkTagSeen() const { return m_thinkTag; }

private:
    /// Length and hash of a text: enough to tell whether another one begins with it.
    struct Print {
        std::size_t bytes = 0;
        std::size_t characters = 0;
        quint64 hash = 0xcbf29ce484222325;

        void append(std::string_view text);
        [[nodiscard]] bool begins(std::string_view text) const;
    };

    void watchRepeats(std::string_view delta);
    void watchThinkTag(std::string_view delta);

    Print m_joined; // of all deltas
    Print m_told; // of what the server has said, if deltas that repeat the text replace it
    std::string m_tagTail; // the last characters, in which a tag may have begun
    int m_replacements = 0;
    int m_cumulative = 0;
    bool m_thinkTag = false;
};

} // namespace streamgauge
