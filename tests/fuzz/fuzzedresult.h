// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

class FuzzedDataProvider;

namespace streamgauge::fuzz {

/// A run as the program could have measured it, drawn from the fuzzer's bytes: any text, any time up to the longest
/// that a file may hold, any mix of outcomes.
[[nodiscard]] LoadResult fuzzedResult(FuzzedDataProvider &bytes);

/// Any characters, halves of pairs and NUL among them.
[[nodiscard]] QString fuzzedText(FuzzedDataProvider &bytes);

} // namespace streamgauge::fuzz
