// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/bodyrecipe.h"

#include "app/endpoint/requestbuilder.h"
#include "app/load/promptsynthesizer.h"

namespace streamgauge {

BodyBuilder::Build bodyRecipe(const LoadPlan &plan, const ProbeReport &probe, int words)
{
    return [seed = plan.seed, limit = plan.outputTokens, model = probe.model, options = probe.accepted, words](
               quint64 number) {
        return chatBody(model, PromptSynthesizer::prompt(seed, number, words), limit, options);
    };
}

} // namespace streamgauge
