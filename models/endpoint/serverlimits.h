// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace streamgauge {

/// What a server told of its own room and speed, each nothing where it told none.
struct ServerLimits {
    std::optional<int> totalSlots; ///< requests that it works on at a time; more wait in its queue
    std::optional<qint64> contextTokens; ///< that the prompt and answer of one request may have together
    std::optional<double> promptTps; ///< prompt tokens/s, mean over all that it has served
    std::optional<double> decodeTps; ///< output tokens/s of one stream, likewise

    [[nodiscard]] bool known() const { return totalSlots || contextTokens; }

    friend bool operator==(const ServerLimits &, const ServerLimits &) = default;
};

} // namespace streamgauge
