// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatedmodel.h"

#include <algorithm>
#include <array>

namespace streamgauge {

namespace {

constexpr std::array models{
    SimulatedModel{.id = "sim/steady"},
    SimulatedModel{.id = "sim/fast", .ttftNs = 10'000'000, .itlNs = 2'000'000},
    SimulatedModel{.id = "sim/reasoning", .text = SimulatedModel::Text::Reasoning},
    SimulatedModel{.id = "sim/bundled", .text = SimulatedModel::Text::Bundled},
    SimulatedModel{.id = "sim/no-usage", .reportsUsage = false},
    SimulatedModel{.id = "sim/strict", .reportsUsage = false, .strict = true},
    SimulatedModel{.id = "sim/flaky", .flaky = true},
    SimulatedModel{.id = "sim/closing", .closesAfterStream = true},
    SimulatedModel{.id = "sim/hold", .holdsBody = true},
};

constexpr std::array faults{
    Fault::ServerError,
    Fault::RateLimit,
    Fault::ResetBeforeHeaders,
    Fault::ResetMidStream,
    Fault::ErrorEvent,
    Fault::BadJson,
    Fault::EndWithoutFinish,
    Fault::NoContent,
    Fault::Silence,
};

constexpr quint64 requestsAFault = 4;

} // namespace

std::span<const SimulatedModel> simulatedModels()
{
    return models;
}

const SimulatedModel *findSimulatedModel(std::string_view id)
{
    const auto model = std::find_if(models.begin(), models.end(), [id](const auto &known) { return known.id == id; });
    return model == models.end() ? nullptr : &*model;
}

Fault flakyFault(quint64 requestNumber)
{
    if (requestNumber == 0 || requestNumber % requestsAFault != 0)
        return Fault::None;
    return faults[(requestNumber / requestsAFault - 1) % faults.size()];
}

} // namespace streamgauge
