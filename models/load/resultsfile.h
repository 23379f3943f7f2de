// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/load/loadresult.h"

#include <QByteArray>

namespace streamgauge {

/// The bytes of a results file: format kovara-benchmark-results, version 1 (load method, "The results file").
[[nodiscard]] QByteArray writeLoadResults(const LoadResult &result);

/// Reads one back. Errors: results.format, results.version, results.shape (with a JSON pointer), and those of parseJson.
[[nodiscard]] Result<LoadResult> readLoadResults(QByteArrayView bytes);

} // namespace streamgauge
