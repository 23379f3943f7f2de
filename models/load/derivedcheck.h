// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"
#include "models/load/loadresult.h"

#include <optional>

namespace streamgauge {

/// Compares the derived numbers that a file states of a level, and of each of its requests, with what the level's
/// requests come to. results.mismatch with the JSON Pointer. Numbers that a file of an earlier version does not have,
/// and those that this version does not know, are passed over. `stated`: the level as it stands in the file.
[[nodiscard]] std::optional<Error> derivedProblem(
    const LoadLevel &level, const JsonValue &stated, const QString &pointer);

} // namespace streamgauge
