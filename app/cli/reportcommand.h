// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace streamgauge {

/// `report`: a results file as a document for people.
void addReportCommand(CLI::App &cli, int &exitCode);

} // namespace streamgauge
