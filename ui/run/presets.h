// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/probereport.h"
#include "models/load/loadplan.h"

#include <QString>

#include <optional>
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

/// What is sent, in words: "8 requests at a time, 100 requests a level, 512 tokens in, 128 out".
[[nodiscard]] QString planInWords(const LoadPlan &plan);

/// How long a plan may take, as a range: a server that serves all slots at the speed of one, to one that serves them
/// one after another.
struct TimeRange {
    double shortestS = 0;
    double longestS = 0;
};

/// Nothing where the small request of the connection test tells too little: it did not stream two chunks, or the plan's
/// prompts are so much longer than its own that reading them decides.
[[nodiscard]] std::optional<TimeRange> estimatedTime(const LoadPlan &plan, const ProbeReport &probe);

/// "about 40 s", "about 2 to 5 min"; and why there is no range.
[[nodiscard]] QString timeInWords(const LoadPlan &plan, const ProbeReport &probe);

/// "24 requests with warm-up, about 12,288 prompt and up to 3,072 completion tokens".
[[nodiscard]] QString costInWords(const LoadPlan &plan);

} // namespace streamgauge
