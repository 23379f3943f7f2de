// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/core/result.h"
#include "models/load/loadresult.h"

#include <QByteArray>

namespace streamgauge {

inline constexpr QStringView loadResultsFormat = u"kovara-benchmark-results";
inline constexpr int loadResultsVersion = 1;

/// The bytes of a results file: format kovara-benchmark-results, version 1 (load method, "The results file").
[[nodiscard]] QByteArray writeLoadResults(
    const LoadResult &result, JsonWriter::Layout layout = JsonWriter::Layout::Lines);

/// Reads one back. Errors: results.format, results.version, results.shape, results.mismatch (runs[] is not what the
/// samples in local come to; both with a JSON Pointer), and those of parseJson. Dispatch stamps count from each level's
/// first dispatch; members of local that are not known are passed over.
[[nodiscard]] Result<LoadResult> readLoadResults(QByteArrayView bytes);

} // namespace streamgauge
