// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/endpoint/quirk.h"

namespace streamgauge::test {

/// Apart from the test's class: moc loses its way in so many raw strings.
[[nodiscard]] std::vector<Quirk> skeletonQuirks();
[[nodiscard]] std::vector<Quirk> contentsQuirks();
[[nodiscard]] std::vector<Quirk> reasoningQuirks();
[[nodiscard]] std::vector<Quirk> toolCallsQuirks();

} // namespace streamgauge::test
