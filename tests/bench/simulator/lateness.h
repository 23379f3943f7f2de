// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace streamgauge::bench {

/// Prints one line: what, how many samples, and their p50, p99, p99.9 and greatest in ms (nearest rank).
void printLateness(const char *what, std::vector<qint64> ns);

} // namespace streamgauge::bench
