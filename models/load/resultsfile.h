// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"
#include "models/core/jsonwriter.h"
#include "models/core/result.h"
#include "models/load/loadresult.h"

#include <QByteArray>

#include <functional>
#include <memory>

namespace streamgauge {

inline constexpr QStringView loadResultsFormat = u"kovara-benchmark-results";
inline constexpr int loadResultsVersion = 1;

/// The bytes of a results file: format kovara-benchmark-results, version 1 (load method, "The results file").
[[nodiscard]] QByteArray writeLoadResults(
    const LoadResult &result, JsonWriter::Layout layout = JsonWriter::Layout::Lines);
/// The same piece by piece: a file of a million requests is not made in memory.
void writeLoadResults(const LoadResult &result, const JsonWriter::Drain &drain);

/// Opens the side file that a results file names, checked to be that very one. Error: results.samples.
using OpenSideFile = std::function<Result<std::shared_ptr<const SampleSource>>(const SideFile &)>;

/// Reads one back. Errors: results.format, results.version, results.shape, results.mismatch (runs[] or the statistics
/// in local are not what the samples come to; both with a JSON Pointer), results.samples (the side file), and those of
/// parseJson. Dispatch stamps count from each level's first dispatch; members of local that are not known are passed
/// over. Of the text only what is no request stands in memory at once.
[[nodiscard]] Result<LoadResult> readLoadResults(const JsonPieces &pieces, const OpenSideFile &open);
/// One that holds its samples itself.
[[nodiscard]] Result<LoadResult> readLoadResults(QByteArrayView bytes);

/// Which run a results file is of, and how far it had come.
struct ResultsIdentity {
    QDateTime createdAt;
    QString endpoint;
    QString model;
    std::size_t levels = 0;
};

/// The same errors, but for what only a check of numbers and samples finds.
[[nodiscard]] Result<ResultsIdentity> readResultsIdentity(const JsonPieces &pieces);

} // namespace streamgauge
