// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/bodyrecipe.h"

#include "app/prompts/promptsynthesizer.h"

namespace streamgauge {

BodyBuilder::Build bodyRecipe(const LoadPlan &plan, std::shared_ptr<const RequestBuilder> requests, int words)
{
    return [seed = plan.seed, limit = plan.outputTokens, requests = std::move(requests), words](quint64 number) {
        return requests->body(QString::fromLatin1(PromptSynthesizer::prompt(seed, number, words)), limit);
    };
}

} // namespace streamgauge
