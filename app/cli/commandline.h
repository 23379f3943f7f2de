// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace streamgauge {

/// Runs the command line and returns the exit code: 0 done; 1 failed or fell short; 2 usage; 3 endpoint unreachable or
/// refused; 130 interrupted with results kept.
int runCommandLine(int argc, char *argv[]);

} // namespace streamgauge
