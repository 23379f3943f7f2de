// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace streamgauge {

/// `check-instrument`: measures the simulated endpoint and says how late the program itself is.
void addCheckInstrumentCommand(CLI::App &cli, int &exitCode);

} // namespace streamgauge
