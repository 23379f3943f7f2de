// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"
#include "models/load/loadresult.h"

#include <optional>

namespace streamgauge {

/// Compares the derived numbers that a file states of a level, or of a request, with what its requests come to, or the
/// request itself does. results.mismatch with the JSON Pointer. Numbers that a file of an earlier version does not
/// have, and those that this version does not know, are passed over. `stated` is the level or request as the file has
/// it.
[[nodiscard]] std::optional<Error> derivedProblem(
    const LoadLevel &level, const JsonValue &stated, const QString &pointer);
[[nodiscard]] std::optional<Error> derivedProblem(
    const RequestRecord &request, const JsonValue &stated, const QString &pointer);

} // namespace streamgauge
