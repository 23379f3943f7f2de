// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/instrument/instrumentrun.h"

#include <iosfwd>

namespace streamgauge {

/// Runs an instrument check to its end in the event loop of a command, a line for each step on `out`. `stopDescriptor`
/// becomes readable when the person wants it to stop: the outcome then has neither check nor error.
[[nodiscard]] InstrumentOutcome runInstrumentCheck(InstrumentSetup setup, int stopDescriptor, std::ostream &out);

/// The exit code of a check that could not be made: the system is in the way (2), or the simulated endpoint (3).
[[nodiscard]] int exitCodeOf(const Error &error);

} // namespace streamgauge
