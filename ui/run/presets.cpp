// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/presets.h"

#include "models/load/planwords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Presets)
};

LoadPlan planOf(std::vector<int> concurrency, int requests)
{
    LoadPlan plan;
    plan.concurrency = std::move(concurrency);
    plan.requests = requests;
    return plan;
}

} // namespace

std::vector<Preset> presets()
{
    LoadPlan longPrompts = planOf({1}, 20);
    longPrompts.inputTokens = 8192;
    std::vector<Preset> all{
        {u"one_person"_s, Words::tr("How fast for one person?"), {}, planOf({1}, 20)},
        {u"how_many"_s, Words::tr("How many at once?"), {}, planOf({1, 2, 4, 8}, 120)},
        {u"long_prompts"_s, Words::tr("How fast with long prompts?"), {}, longPrompts},
        {u"reference"_s, Words::tr("Reference, to compare with others"), {}, planOf({1, 8, 32}, 100)},
        {u"own"_s, Words::tr("My own plan"), {}, {}},
    };
    for (Preset &preset : all)
        preset.work = planInWords(preset.plan);
    all.back().work = Words::tr("Choose the levels, the number of requests and their lengths");
    return all;
}

} // namespace streamgauge
