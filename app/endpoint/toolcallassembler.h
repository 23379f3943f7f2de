// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatevent.h"

#include <QHash>

#include <string>
#include <vector>

namespace streamgauge {

/// Joins the pieces of tool calls. A piece belongs to the call of its index, unless it brings another id: then it opens
/// a new one, as it does where servers give every call index 0. Without an index the id decides, without both the piece
/// continues the last call. The first nonempty name stays.
class ToolCallAssembler final {
public:
    /// All pieces of one delta.
    void add(const std::vector<ToolCallPiece> &delta);
    void clear();
    [[nodiscard]] std::vector<ToolCall> calls() const;

private:
    struct Call {
        std::string id;
        std::string name;
        std::string arguments;
        bool wholeArguments = false; ///< the arguments so far came as an object
    };

    [[nodiscard]] std::size_t callOf(const ToolCallPiece &piece, bool behindBareSibling);
    [[nodiscard]] std::size_t open(const ToolCallPiece &piece);
    static void append(Call &call, const ToolCallPiece &piece);

    std::vector<Call> m_calls;
    QHash<qint64, std::size_t> m_byIndex;
    QHash<QByteArray, std::size_t> m_byId;
};

} // namespace streamgauge
