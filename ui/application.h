// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace streamgauge {

/// Runs the window and returns the program's exit code. Arguments: --version, --help, and a results file to open.
int runWindow(int argc, char *argv[]);

} // namespace streamgauge
