// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QStringView>

#include <vector>

namespace streamgauge {

/// Concurrency levels as people type them: whole numbers with a comma, a semicolon or white space between two. Errors:
/// plan.concurrency for no level, an empty item, what is no level, and a level named twice; the item is named.
[[nodiscard]] Result<std::vector<int>> levelsFromText(QStringView text);

/// "1, 8, 32"
[[nodiscard]] QString levelsAsText(const std::vector<int> &levels);

/// "1, 8 and 32"
[[nodiscard]] QString levelsInWords(const std::vector<int> &levels);

/// As levelsFromText() judges them, but for repeated ones.
[[nodiscard]] Result<void> checkLevels(const std::vector<int> &levels);

} // namespace streamgauge
