// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/probereport.h"

#include "models/core/nametable.h"

namespace streamgauge {

namespace {

constexpr NameTable<ProbeStep::State, 4> states{{
    {ProbeStep::State::Passed, u"passed"},
    {ProbeStep::State::Warned, u"warned"},
    {ProbeStep::State::Failed, u"failed"},
    {ProbeStep::State::Skipped, u"skipped"},
}};

} // namespace

QString probeStepStateName(ProbeStep::State state)
{
    return nameIn(states, state);
}

std::optional<ProbeStep::State> probeStepStateFromName(QStringView name)
{
    return valueIn(states, name);
}

} // namespace streamgauge
