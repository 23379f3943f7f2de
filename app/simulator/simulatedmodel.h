// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <span>
#include <string_view>

namespace streamgauge {

/// How one of the endpoint's models behaves.
struct SimulatedModel {
    enum class Text { Plain, Reasoning, Bundled };

    std::string_view id;
    Text text = Text::Plain;
    qint64 ttftNs = 120'000'000;
    qint64 itlNs = 20'000'000;
    bool reportsUsage = true; ///< usage where it is asked for, and timings
    bool strict = false; ///< 400 on ignore_eos, then on stream_options
    bool flaky = false; ///< every fourth request fails
    bool closesAfterStream = false; ///< although it announced keep-alive
    bool holdsBody = false; ///< no end of the body after [DONE]
};

/// All models, in the order in which the model list names them.
[[nodiscard]] std::span<const SimulatedModel> simulatedModels();

/// nullptr: no such model.
[[nodiscard]] const SimulatedModel *findSimulatedModel(std::string_view id);

/// What goes wrong with a request.
enum class Fault {
    None,
    ServerError, ///< HTTP 500
    RateLimit, ///< HTTP 429 with Retry-After: 1
    ResetBeforeHeaders,
    ResetMidStream,
    ErrorEvent, ///< an error object instead of the rest
    BadJson, ///< one broken event; the rest is in order
    EndWithoutFinish, ///< a proper end of the body, without finish_reason and [DONE]
    NoContent, ///< a stream in order that carries no token
    Silence, ///< says nothing more in mid-stream and keeps the connection
};

/// What the n-th request (from 1) to a flaky model meets: each fault in turn, at every fourth request.
[[nodiscard]] Fault flakyFault(quint64 requestNumber);

} // namespace streamgauge
