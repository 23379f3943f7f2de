// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string>
#include <string_view>
#include <vector>

namespace streamgauge {

/// Token counts of a reply.
struct ReplyUsage {
    int promptTokens = 0;
    int completionTokens = 0;
    int reasoningTokens = -1; ///< -1: not told
};

/// A server's own view of a reply's times, in nanoseconds, written as llama.cpp's server does.
struct ReplyTimings {
    int promptTokens = 0;
    int predictedTokens = 0;
    qint64 promptNs = 0;
    qint64 predictedNs = 0; ///< from the first token
};

[[nodiscard]] std::string usageJson(const ReplyUsage &usage);
[[nodiscard]] std::string timingsJson(const ReplyTimings &timings);

/// Writes the events of one stream into one block of bytes, framed as one HTTP chunk where the body is chunked.
/// Each event holds `sim_due_ns`, when it was due, and room for `sim_sent_ns`, which is filled in at the last moment.
class ChunkWriter final {
public:
    struct Identity {
        std::string_view model;
        std::string id;
        qint64 created = 0; ///< Unix seconds, a label only
    };

    ChunkWriter(const Identity &identity, bool chunked);

    void beginBlock();
    void role(qint64 dueNs);
    void text(bool reasoning, std::string_view text, qint64 dueNs);
    void finish(std::string_view reason, const std::string &extraMembers, qint64 dueNs);
    /// An event without choices, e.g. of usage.
    void members(const std::string &members, qint64 dueNs);
    void error(std::string_view message, qint64 dueNs);
    /// An event that breaks off inside its JSON.
    void brokenEvent();
    void done();
    /// Ends the HTTP chunk; `last` ends the body too.
    void endBlock(bool last);

    /// The block with `sentNs` in each of its events.
    [[nodiscard]] std::string_view stamped(qint64 sentNs);

    /// The members that every event of this reply begins with, without braces.
    [[nodiscard]] static std::string identityMembers(const Identity &identity, std::string_view object);

private:
    void beginEvent();
    void endEvent(qint64 dueNs);

    std::string m_prefix; ///< data: {"id": ...,
    bool m_chunked;
    std::string m_block;
    std::size_t m_begin = 0;
    std::vector<std::size_t> m_stamps; ///< places in m_block
};

/// CLOCK_MONOTONIC stamps as the members of an event: "sim_due_ns" and "sim_sent_ns".
[[nodiscard]] std::string stampMembers(qint64 dueNs, qint64 sentNs);

} // namespace streamgauge
