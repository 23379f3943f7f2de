// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <memory>

namespace streamgauge::test {

/// One level of two requests that were asked for 128 tokens and returned 3, with a warning.
[[nodiscard]] std::shared_ptr<LoadResult> sampleResult(bool complete);
/// Three levels of large numbers: answers that take minutes, thousands of tokens a second.
[[nodiscard]] std::shared_ptr<LoadResult> slowResult();
/// sampleResult(), complete, as a file of that path.
void saveSampleResult(const QString &path);

} // namespace streamgauge::test
