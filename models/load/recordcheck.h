// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"

#include <optional>

namespace streamgauge {

/// Compares what a file states with what its samples say. Nothing when they agree; results.shape for a missing, unknown
/// or wrongly typed member, results.mismatch for another value, each with the JSON Pointer. 3 and 3.0 are one number.
/// MembersMay::BeMore: what is stated beside what was computed is passed over.
enum class MembersMay { NotDiffer, BeMore };
[[nodiscard]] std::optional<Error> firstDifference(
    const JsonValue &computed, const JsonValue &stated, const QString &pointer, MembersMay may = MembersMay::NotDiffer);

} // namespace streamgauge
