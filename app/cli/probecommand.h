// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace streamgauge {

/// `probe`: the connection test of an endpoint, step by step.
void addProbeCommand(CLI::App &cli, int &exitCode);

} // namespace streamgauge
