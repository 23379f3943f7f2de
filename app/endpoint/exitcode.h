// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace streamgauge {

/// How a run, a test or a command ended, as the program's exit code says it.
namespace exitcode {
inline constexpr int done = 0;
inline constexpr int fellShort = 1; ///< the run or check failed or fell short
inline constexpr int usage = 2; ///< option, file or combination
inline constexpr int unreachable = 3; ///< the endpoint cannot be reached or refuses
inline constexpr int interrupted = 130;
} // namespace exitcode

} // namespace streamgauge
