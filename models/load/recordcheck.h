// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"

#include <optional>

namespace streamgauge {

/// Which members of two objects are compared.
enum class Members {
    All, ///< one that only one side has is a difference
    Common, ///< one that only one side has is passed over: `local` may gain keys
};

/// Compares what a file states with what its samples say. Nothing when they agree; results.shape for a missing, unknown
/// or wrongly typed member, results.mismatch for another value, each with the JSON Pointer. 3 and 3.0 are one number.
[[nodiscard]] std::optional<Error> firstDifference(
    const JsonValue &computed, const JsonValue &stated, const QString &pointer, Members members = Members::All);

} // namespace streamgauge
