// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/benchdryrun.h"

#include "app/cli/cliapplication.h"
#include "app/cli/cliprobe.h"
#include "app/cli/commandline.h"
#include "models/core/errorwriter.h"
#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/load/localwriter.h"
#include "models/load/planestimate.h"
#include "models/load/planwords.h"
#include "models/load/probewriter.h"
#include "models/load/warningcatalog.h"
#include "models/load/warningjson.h"

#include <QCoreApplication>

#include <iostream>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(DryRun)
};

void print(const QString &name, const QString &text)
{
    std::cout << name.leftJustified(9).toStdString() << plainExcerpt(text, 1000).toStdString() << '\n';
}

QString timeOf(const LoadPlan &plan, const ProbeReport &probe)
{
    const double longestS = longestTimeS(plan);
    const QString longest = formatDuration(longestS);
    const bool byMinutes = plan.maxMinutes && longestS >= *plan.maxMinutes * 60;
    const QString atMost = byMinutes ? Text::tr("at most %1, at which the run is ended").arg(longest)
                                     : Text::tr("at most %1, when every request runs into its limit").arg(longest);
    const auto estimate = estimatedTime(plan, probe);
    if (estimate && estimate->shortestS >= longestS)
        return Text::tr("%1; that is what to expect by the speed that the server reports of itself").arg(atMost);
    if (estimate)
        return Text::tr("%1 by the speed that the server reports of itself; %2").arg(timeInWords(plan, probe), atMost);
    return Text::tr("%1; how long in fact, only a completion can tell").arg(atMost);
}

void printPlan(const LoadRunSetup &setup, const ProbeReport &probe, const std::vector<RunWarning> &warnings)
{
    print(Text::tr("plan"), planInWords(setup.plan));
    print(Text::tr("sends"), costInWords(setup.plan));
    print(Text::tr("time"), timeOf(setup.plan, probe));
    for (const RunWarning &warning : warnings)
        print(Text::tr("warning"), u"%1 [%2]"_s.arg(WarningCatalog::inFull(warning), warning.code));
    std::cout << Text::tr("Nothing was sent but questions: no completion was asked for.").toStdString() << '\n';
}

QByteArray jsonOf(const LoadRunSetup &setup, const Probe::Outcome &outcome, const std::vector<RunWarning> &warnings)
{
    const LoadPlan &plan = setup.plan;
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.key(u"exit_code").integer(outcome.exitCode);
    writeError(json, outcome.error);
    writePlan(json, plan);
    json.key(u"model").stringOrNull(outcome.report.model);
    json.key(u"requests_in_all").integer(plan.measuredRequests() + plan.warmup);
    json.key(u"prompt_tokens").integer(plan.promptTokens());
    json.key(u"completion_tokens").integer(plan.completionTokens());
    json.key(u"time_s");
    if (const auto range = estimatedTime(plan, outcome.report)) {
        json.beginObject(JsonWriter::Layout::OneLine);
        json.key(u"shortest").number(range->shortestS).key(u"longest").number(range->longestS).endObject();
    } else {
        json.null();
    }
    json.key(u"time_at_most_s").number(longestTimeS(plan));
    writeLimits(json, outcome.report.limits);
    writeWarnings(json, warnings);
    writeProbeSteps(json, outcome.report.steps);
    json.endObject();
    return out + '\n';
}

} // namespace

int dryRun(const LoadRunSetup &setup, bool asJson)
{
    const CliApplication application;
    const Probe::Outcome outcome = probeUntilDone(
        setup.endpoint, setup.plan.timeoutS, ProbeDepth::WithoutCompletion, asJson ? std::cerr : std::cout);
    const auto warnings = outcome.error ? std::vector<RunWarning>() : planWarnings(setup.plan, outcome.report);
    if (asJson)
        std::cout << jsonOf(setup, outcome, warnings).toStdString();
    else if (!outcome.error)
        printPlan(setup, outcome.report, warnings);
    tellUnsaidError("bench", outcome);
    const bool printed = outputTaken("bench");
    return outcome.exitCode == exitcode::done && !printed ? exitcode::fellShort : outcome.exitCode;
}

} // namespace streamgauge
