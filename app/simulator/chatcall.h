// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/simulatedmodel.h"

#include <QString>

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace streamgauge {

/// Why a request is refused, as the reply's error object says it.
struct RequestProblem {
    int status = 400;
    QString message{};
    QString type = QStringLiteral("invalid_request_error");
    QString param{}; ///< the field at fault; "" = null
    QString code{}; ///< "" = the status as a number
};

/// The error object as JSON.
[[nodiscard]] std::string errorBody(const RequestProblem &problem);

/// What a body of POST /v1/chat/completions asks for.
struct ChatCall {
    static constexpr int contextTokens = 131'072; ///< n_ctx: prompt and completion together

    const SimulatedModel *model = nullptr;
    bool stream = false;
    bool includeUsage = false;
    bool ignoreEos = false;
    int maxTokens = 0; ///< at least 1, what the context leaves at most
    int promptTokens = 0; ///< words of all messages + 12
    quint64 promptHash = 0; ///< of all messages' text

    /// Reads and checks the body. Fields that do not matter to the simulation are ignored, as most servers do.
    [[nodiscard]] static tl::expected<ChatCall, RequestProblem> parse(std::string_view body);
};

} // namespace streamgauge
