// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/requestbuilder.h"
#include "app/load/bodybuilder.h"
#include "models/load/loadplan.h"

#include <memory>

namespace streamgauge {

/// How the body of each of a run's requests is made: the prompt of its number with so many words. May be called from
/// any thread.
[[nodiscard]] BodyBuilder::Build bodyRecipe(
    const LoadPlan &plan, std::shared_ptr<const RequestBuilder> requests, int words);

} // namespace streamgauge
