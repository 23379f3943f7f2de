// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <QString>

#include <vector>

namespace streamgauge {

/// What a code of a warning or of an anomaly stands for, whatever its numbers are in a run. One sentence each.
struct WarningInfo {
    QString code; ///< stable
    QString meaning; ///< what it does to the numbers
    QString fix; ///< what to do about it
};

/// One wording for window, command line and reports: every code that the program gives is in it.
namespace WarningCatalog {

[[nodiscard]] const std::vector<WarningInfo> &all();
/// Nothing for a code of another version: nullptr.
[[nodiscard]] const WarningInfo *find(QStringView code);
/// Meaning and fix in one line; "" for a code of another version.
[[nodiscard]] QString explanation(QStringView code);
/// A warning with its explanation, in one line.
[[nodiscard]] QString inFull(const RunWarning &warning);

} // namespace WarningCatalog

} // namespace streamgauge
