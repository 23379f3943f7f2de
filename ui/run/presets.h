// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadplan.h"

#include <QString>

#include <vector>

namespace streamgauge {

/// A load plan put as the question that it answers.
struct Preset {
    QString id; ///< stable: "one_person", "how_many", "long_prompts", "reference", "own"
    QString question;
    QString work; ///< what is sent, in words
    LoadPlan plan; ///< of "own": where its form starts
};

[[nodiscard]] std::vector<Preset> presets();

} // namespace streamgauge
