// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/localreader.h"

#include "models/load/instrumentjson.h"
#include "models/load/levelreader.h"
#include "models/load/sidefilejson.h"
#include "models/load/warningjson.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Local {
    Q_DECLARE_TR_FUNCTIONS(LocalReader)
};

QStringList readTexts(const JsonCursor &json)
{
    QStringList texts;
    json.forEach([&texts](const JsonCursor &text) { texts += text.text(); });
    return texts;
}

LoadPlan readPlan(const JsonCursor &json)
{
    LoadPlan plan;
    plan.concurrency.clear();
    json[u"concurrency"].forEach([&plan](const JsonCursor &level) { plan.concurrency.push_back(level.count()); });
    plan.requests = json[u"requests"].count();
    if (const JsonCursor perSlot = json.ifThere(u"requests_per_slot"); !perSlot.isNull())
        plan.requestsPerSlot = perSlot.count();
    plan.warmup = json[u"warmup"].count();
    plan.inputTokens = json[u"input_tokens"].count();
    plan.outputTokens = json[u"output_tokens"].count();
    plan.seed = static_cast<quint64>(json[u"seed"].integer());
    plan.timeoutS = json[u"timeout_s"].number();
    plan.ignoreEos = json.ifThere(u"ignore_eos").booleanOrNull().value_or(true);
    plan.maxErrorPercent = json.ifThere(u"max_error_percent").numberOrNull();
    plan.maxMinutes = json.ifThere(u"max_minutes").numberOrNull();
    if (const auto checked = LoadPlan::checked(plan); !checked)
        json.refuse(Local::tr("cannot be: %1").arg(checked.error().message));
    return plan;
}

ProbeStep readStep(const JsonCursor &json)
{
    ProbeStep step;
    step.name = json[u"name"].text();
    const JsonCursor state = json[u"state"];
    if (const auto known = probeStepStateFromName(state.text()))
        step.state = *known;
    else
        state.refuse(Local::tr("has a value that this version does not know"));
    step.fact = json[u"fact"].text();
    step.durationNs = json[u"duration_ms"].millisOrNull();
    return step;
}

/// Results of before these members have none of them.
RouteFacts readRoute(const JsonCursor &json)
{
    RouteFacts route;
    if (!json.value().find(u"proxy_of_system"))
        return route;
    route.proxy = json[u"proxy"].textOrNull();
    route.proxyOfSystem = json[u"proxy_of_system"].boolean();
    route.familyAsked = json[u"address_family_asked"].textOrNull();
    route.trustedCertificate = json[u"trusted_certificate"].textOrNull();
    route.extraAuthorities = json[u"extra_authorities"].count();
    route.customHeaders = readTexts(json[u"custom_headers"]);
    return route;
}

ProbeReport readProbe(const JsonCursor &json)
{
    ProbeReport probe;
    probe.base = json[u"base"].text();
    probe.address = json[u"address"].textOrNull();
    probe.addressFamily = json[u"address_family"].textOrNull();
    probe.route = readRoute(json);
    probe.serverHeader = json[u"server_header"].textOrNull();
    probe.model = json[u"model"].text();
    probe.serverModel = json[u"server_model"].textOrNull();
    probe.modelListMissing = json[u"model_list_missing"].boolean();
    probe.smallRequestSucceeded = json[u"small_request_succeeded"].boolean();
    probe.accepted.ignoreEos = json[u"ignore_eos"].boolean();
    probe.accepted.streamUsage = json[u"stream_usage"].boolean();
    probe.accepted.lengthField = json[u"length_field"].text();
    probe.usageReported = json[u"usage_reported"].booleanOrNull();
    probe.keepsConnection = json[u"keeps_connection"].booleanOrNull();
    probe.ttftNs = json[u"ttft_ms"].millisOrNull();
    probe.chunkGapNs = json[u"chunk_gap_ms"].millisOrNull();
    if (const JsonCursor limits = json.ifThere(u"server_limits"); !limits.isNull()) {
        if (const JsonCursor count = limits[u"total_slots"]; !count.isNull())
            probe.limits.totalSlots = count.count();
        probe.limits.contextTokens = limits[u"context_tokens"].integerOrNull();
        probe.limits.promptTps = limits[u"prompt_tps"].numberOrNull();
        probe.limits.decodeTps = limits[u"decode_tps"].numberOrNull();
    }
    probe.warnings = readTexts(json[u"warnings"]);
    json[u"steps"].forEach([&probe](const JsonCursor &step) { probe.steps.push_back(readStep(step)); });
    return probe;
}

CalibrationReport readCalibration(const JsonCursor &json)
{
    CalibrationReport calibration;
    calibration.done = json[u"done"].boolean();
    calibration.reached = json[u"reached"].boolean();
    calibration.words = json[u"words"].count();
    json[u"points"].forEach([&calibration](const JsonCursor &point) {
        calibration.points.push_back({point[u"words"].count(), point[u"prompt_tokens"].integer()});
    });
    return calibration;
}

void readLevels(LoadResult &result, const JsonCursor &json, RequestTaker &requests)
{
    const std::vector<int> &planned = result.plan.concurrency;
    json[u"levels"].forEach([&](const JsonCursor &level) {
        result.levels.push_back(readLevel(level, requests.requestsOf(level.pointer())));
        const std::size_t at = result.levels.size() - 1;
        if (at >= planned.size() || planned[at] != result.levels.back().concurrency)
            level.refuse(Local::tr("is not the level that the plan names in this place"));
    });
    const JsonCursor partial = json[u"partial_run"];
    if (!partial.isNull()) {
        const JsonCursor level = partial[u"level"];
        result.partial = readLevel(level, requests.requestsOf(level.pointer()));
    }
    if (json.value().find(u"samples"))
        result.sideFile = readSideFile(json[u"samples"]);
    checkRanges(result, json);
}

} // namespace

void readLocal(LoadResult &result, const JsonCursor &json, RequestTaker &requests)
{
    result.endpoint = json[u"endpoint"].text();
    result.endpointHost = json[u"endpoint_host"].text();
    result.plan = readPlan(json[u"plan"]);
    result.probe = readProbe(json[u"probe"]);
    result.probe.servedModels = readTexts(json[u"served_models"]);
    result.probe.simulated = json.value().find(u"simulated") && json[u"simulated"].boolean();
    result.model = result.probe.model;
    readLevels(result, json, requests);
    json[u"warnings"].forEach(
        [&result](const JsonCursor &warning) { result.warnings.push_back(readWarning(warning)); });
    const JsonCursor client = json[u"client"];
    result.qtVersion = client[u"qt"].textOrNull();
    result.curlVersion = client[u"curl"].textOrNull();
    result.workerThreads = client[u"threads"].count();
    if (const JsonCursor check = client[u"instrument_check"]; !check.isNull())
        result.instrumentCheck = readInstrumentCheck(check);
    result.calibration = readCalibration(json[u"calibration"]);
}

} // namespace streamgauge
