// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/texttable.h"
#include "models/load/summary.h"

namespace streamgauge {

/// Parts of a summary that stand beside the method's own table.

/// The derived numbers of each level.
[[nodiscard]] TextTable derivedTable(const std::vector<SummaryRow> &rows);
/// How its columns are defined, a line each: "TPOT (time per output token) = ...".
[[nodiscard]] QStringList derivedFormulas();
/// Each code that warned once, with the levels that it concerns and what it means: "ramp_share (levels 8 and 32): ...".
[[nodiscard]] QStringList warningLines(const std::vector<RunWarning> &warnings);
/// "level 8", "levels 1, 8 and 32"
[[nodiscard]] QString namedLevels(const std::vector<int> &levels);
/// A level's number, marked where it was interrupted.
[[nodiscard]] QString levelTitle(const SummaryRow &row);

} // namespace streamgauge
