// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/replyplan.h"

#include "models/core/splitmix64.h"

#include <algorithm>

namespace streamgauge {

namespace {

constexpr int mostTokensInABundle = 5;

} // namespace

const char *ReplyPlan::finishReason() const
{
    return tokens == call.maxTokens ? "length" : "stop";
}

ReplyPlan ReplyPlan::make(const ChatCall &call, const SimulatorOptions &options, Fault fault)
{
    SplitMix64 sequence(options.seed ^ call.promptHash);
    ReplyPlan plan;
    plan.call = call;
    plan.fault = fault;
    // Drawn in any case, so that a text does not depend on whether its length was fixed.
    const int ownLength = 1 + static_cast<int>(sequence.below(static_cast<quint64>(call.maxTokens)));
    plan.textSeed = sequence.next();
    plan.tokens = call.ignoreEos ? call.maxTokens : ownLength;
    if (fault == Fault::NoContent)
        plan.tokens = 0;
    if (call.model->text == SimulatedModel::Text::Reasoning)
        plan.reasoningTokens = plan.tokens / 2;
    if (call.model->text == SimulatedModel::Text::Bundled)
        plan.bundle = mostTokensInABundle;
    plan.tokensBeforeFault = std::max(1, plan.tokens / 2);
    plan.ttftNs = options.ttftNs.value_or(call.model->ttftNs);
    plan.itlNs = options.itlNs.value_or(call.model->itlNs);
    return plan;
}

} // namespace streamgauge
