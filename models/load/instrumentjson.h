// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/core/jsonwriter.h"
#include "models/load/instrumentcheck.h"
#include "models/load/nullreasons.h"

namespace streamgauge {

/// Writes a check as local.client.instrument_check holds it; `pointer` is its place, for the reasons. Times in
/// milliseconds (read_lag_us in microseconds), each spread as {n, p50, p95, p99, max}, without what its sample does not
/// support.
void writeInstrumentCheck(JsonWriter &json, const InstrumentCheck &check, const QString &pointer, NullReasons &reasons);
[[nodiscard]] InstrumentCheck readInstrumentCheck(const JsonCursor &json);

/// A document of its own, for programs: the same object with the reasons of what is null.
[[nodiscard]] QByteArray instrumentCheckJson(const InstrumentCheck &check);

} // namespace streamgauge
