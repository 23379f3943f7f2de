// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/runevent.h"

#include <QByteArray>

namespace streamgauge {

/// How a run ended as a JSON text, for programs: exit code, error, results file, the run records exactly as they stand
/// in its runs[], and the warnings.
[[nodiscard]] QByteArray benchJson(const RunFinished &finished);

} // namespace streamgauge
