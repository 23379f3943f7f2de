// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/streamfacts.h"

#include <simdjson.h>

#include <optional>

namespace streamgauge {

/// A count of tokens: a whole number from 0 to 2^53, also where it is written as 3.0.
[[nodiscard]] std::optional<qint64> tokenCount(const simdjson::dom::element &value);

/// A usage object in the project's five counts, wherever the server keeps cached and reasoning tokens.
[[nodiscard]] Usage readUsage(const simdjson::dom::object &usage);

/// One of its counts is above 0: others are placeholders.
[[nodiscard]] bool countsSomething(const Usage &usage);

[[nodiscard]] ServerTimings readTimings(const simdjson::dom::object &timings);

} // namespace streamgauge
