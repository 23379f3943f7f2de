// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/exitcode.h"

#include <iosfwd>
#include <optional>

namespace CLI {
class App;
}

namespace streamgauge {

/// Adds one subcommand with its options; when it is chosen it runs and leaves its exit code in `exitCode`, which
/// outlives `cli`. Each lives in a file of its own: addSimulateCommand() in simulatecommand.h, and so on.
using AddCommand = void (*)(CLI::App &cli, int &exitCode);

/// Whether standard output took all that was written; says so on standard error when it did not.
[[nodiscard]] bool outputTaken(const char *command);

/// All commands, with what belongs to the program itself: version, help.
void addCommands(CLI::App &cli, int &exitCode);

/// Reads the arguments and runs the command that they choose; it leaves its exit code where addCommands() was told to.
/// An exit code where none ran: help and version go to `out`, a usage error to `err`.
[[nodiscard]] std::optional<int> readArguments(
    CLI::App &cli, int argc, char *argv[], std::ostream &out, std::ostream &err);

/// Runs the command line and returns the exit code: 0 done; 1 failed or fell short; 2 usage; 3 endpoint unreachable or
/// refused; 130 interrupted with results kept. Usage errors are one line on standard error that names option and value.
int runCommandLine(int argc, char *argv[]);

} // namespace streamgauge
