// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/streamfacts.h"

#include <optional>
#include <string_view>
#include <vector>

namespace streamgauge {

/// One entry of a delta's tool_calls.
struct ToolCallPiece {
    std::optional<qint64> index;
    std::string_view id;
    std::string_view name;
    std::string_view arguments; ///< a piece of JSON text, or the compact text of a whole object
    bool wholeArguments = false; ///< the server sent the arguments as an object

    /// It carries something that was generated.
    [[nodiscard]] bool carriesData() const { return !name.empty() || !arguments.empty(); }
};

/// What one choice of an event brought.
struct ChoiceDelta {
    qint64 index = 0;
    std::string_view answer;
    std::string_view reasoning;
    std::string_view finishReason; ///< "" when none: "" and "null" are none
    bool hasExtras = false; ///< a usage or an error stands beside the delta, or a usage in it
    std::vector<ToolCallPiece> toolCalls;

    void clear()
    {
        index = 0;
        answer = {};
        reasoning = {};
        finishReason = {};
        hasExtras = false;
        toolCalls.clear();
    }

    [[nodiscard]] bool hasToolData() const
    {
        for (const ToolCallPiece &piece : toolCalls) {
            if (piece.carriesData())
                return true;
        }
        return false;
    }
};

/// What one payload said. Views hold until the reader's next read().
struct ChatEvent {
    bool isObject = false;
    bool foreign = false; ///< an object, or array, that is no part of a chat completion
    std::vector<ChoiceDelta> choices; ///< the first choiceCount count; more are kept for their memory
    std::size_t choiceCount = 0;
    std::optional<Usage> usage; ///< only when one of its counts is above 0
    std::string_view usageRaw;
    std::optional<ServerTimings> timings;
    std::string_view timingsRaw;
    std::string_view model;
    std::optional<qint64> simSentNs;
    std::optional<qint64> simDueNs;
    bool error = false;
    QString errorMessage; ///< what the server says of the error
};

} // namespace streamgauge
