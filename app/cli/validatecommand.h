// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace streamgauge {

/// `validate`: whether results files are what their samples say.
void addValidateCommand(CLI::App &cli, int &exitCode);

} // namespace streamgauge
