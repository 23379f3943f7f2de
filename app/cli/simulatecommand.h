// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace streamgauge {

/// `simulate`: runs the simulated endpoint in this process until it is told to end.
void addSimulateCommand(CLI::App &cli, int &exitCode);

} // namespace streamgauge
