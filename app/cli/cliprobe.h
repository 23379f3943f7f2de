// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/probe.h"

#include <iosfwd>

namespace streamgauge {

/// Runs a connection test to its end, or until a signal stops it, and writes each step to `steps` as it is taken. There
/// must be an application.
[[nodiscard]] Probe::Outcome probeUntilDone(
    EndpointSettings settings, double timeoutS, ProbeDepth depth, std::ostream &steps);

/// The error that ended it on standard error, unless a failed step has said it already.
void tellUnsaidError(const char *command, const Probe::Outcome &outcome);

} // namespace streamgauge
