// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"
#include "models/load/clientevidence.h"
#include "models/load/nullreasons.h"

namespace streamgauge {

/// Writes what the client saw of itself as members of the level that is open; `pointer` is that level's place.
void writeClientEvidence(JsonWriter &json, const ClientEvidence &client, const QString &pointer, NullReasons &reasons);

} // namespace streamgauge
