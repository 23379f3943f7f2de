// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace streamgauge {

/// Sums of whole numbers that cannot overflow: 2^63 samples of 2^63 do.
__extension__ using Int128 = __int128;

/// The double nearest to numerator / denominator, ties to even: one rounding, however large the two are. Means and
/// rates are made with it, so that any other exact arithmetic comes to the same digits. denominator must be over 0.
[[nodiscard]] double exactRatio(Int128 numerator, qint64 denominator);

} // namespace streamgauge
