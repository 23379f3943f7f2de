// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace streamgauge {

/// `recover`: results files of the journals that runs left behind.
void addRecoverCommand(CLI::App &cli, int &exitCode);

} // namespace streamgauge
