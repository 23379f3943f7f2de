// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace streamgauge {

/// What the program's exit code says.
namespace exitcode {
inline constexpr int done = 0;
inline constexpr int fellShort = 1; ///< the run or check failed or fell short
inline constexpr int usage = 2; ///< option, file or combination
inline constexpr int unreachable = 3; ///< the endpoint cannot be reached or refuses
inline constexpr int interrupted = 130;
} // namespace exitcode

/// Adds one subcommand with its options; when it is chosen it runs and leaves its exit code in `exitCode`, which
/// outlives `cli`. Each lives in a file of its own: addSimulateCommand() in simulatecommand.h, and so on.
using AddCommand = void (*)(CLI::App &cli, int &exitCode);

/// Runs the command line and returns the exit code: 0 done; 1 failed or fell short; 2 usage; 3 endpoint unreachable or
/// refused; 130 interrupted with results kept. Usage errors are one line on standard error that names option and value.
int runCommandLine(int argc, char *argv[]);

} // namespace streamgauge
