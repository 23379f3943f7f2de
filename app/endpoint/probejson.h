// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/probe.h"

#include <QByteArray>

namespace streamgauge {

/// The outcome of a connection test as a JSON text, for programs: the facts, then the steps in the order taken.
[[nodiscard]] QByteArray probeJson(const Probe::Outcome &outcome);

} // namespace streamgauge
