// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace streamgauge {

/// `bench`: one load benchmark, its results in a file and as a table.
void addBenchCommand(CLI::App &cli, int &exitCode);

} // namespace streamgauge
