// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/loadrun.h"
#include "ui/connect/instrumentsource.h"
#include "ui/connect/probesource.h"
#include "ui/connect/simulatorsource.h"
#include "ui/run/runsource.h"

#include <functional>

namespace streamgauge {

/// What the window drives. Each factory's product belongs to the parent it is given.
struct Backends {
    std::function<ProbeSource *(const EndpointSettings &, QObject *parent)> probe;
    std::function<SimulatorSource *(QObject *parent)> simulator;
    std::function<RunSource *(const LoadRunSetup &, QObject *parent)> run;
    std::function<InstrumentSource *(const InstrumentSetup &, QObject *parent)> instrument;
};

/// The real ones: ProbeRun, SimulatorProcess, LoadRun, InstrumentRun. `simulatorProgram`: "" for the one beside this
/// program.
[[nodiscard]] Backends realBackends(const QString &simulatorProgram = {});

} // namespace streamgauge
