// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/bodybuilder.h"
#include "models/endpoint/probereport.h"
#include "models/load/loadplan.h"

namespace streamgauge {

/// How the body of each of a run's requests is made: the prompt of its number with so many words, and the options that
/// the connection test found. May be called from any thread.
[[nodiscard]] BodyBuilder::Build bodyRecipe(const LoadPlan &plan, const ProbeReport &probe, int words);

} // namespace streamgauge
