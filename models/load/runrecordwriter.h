// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/loadresult.h"
#include "models/load/nullreasons.h"

namespace streamgauge {

/// Writes one run record, a member of runs[]: exactly what may be published, every key present, numbers rounded (load
/// method, "Percentiles"). `pointer` is its place in the file, for the reasons.
void writeRunRecord(
    JsonWriter &json, const LoadResult &result, const LoadLevel &level, const QString &pointer, NullReasons &reasons);

/// The same as a document of its own.
[[nodiscard]] QByteArray runRecordJson(const LoadResult &result, const LoadLevel &level);

} // namespace streamgauge
