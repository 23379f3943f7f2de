// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace streamgauge {

struct SimulatorState;

// What a server tells about itself, in the form of llama.cpp's server.

[[nodiscard]] std::string modelsPage();
[[nodiscard]] std::string healthPage();
[[nodiscard]] std::string propsPage(const SimulatorState &state);
[[nodiscard]] std::string slotsPage(const SimulatorState &state);
/// Prometheus text format.
[[nodiscard]] std::string metricsPage(const SimulatorState &state);

} // namespace streamgauge
