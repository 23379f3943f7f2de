// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

namespace streamgauge {

/// Reads a load results file from disk. Errors: results.open, json.size (before anything is read), and those of
/// readLoadResults(), in words that name the file once and say what to choose instead.
[[nodiscard]] Result<LoadResult> openLoadResults(const QString &path);

} // namespace streamgauge
