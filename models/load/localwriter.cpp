// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/localwriter.h"

#include "models/load/instrumentjson.h"
#include "models/load/levelwriter.h"
#include "models/load/probewriter.h"
#include "models/load/runrecordwriter.h"
#include "models/load/sidefilejson.h"
#include "models/load/warningjson.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Local {
    Q_DECLARE_TR_FUNCTIONS(LocalWriter)
};

void writeLevels(JsonWriter &json, const LoadResult &result, NullReasons &reasons)
{
    json.key(u"levels").beginArray();
    for (std::size_t i = 0; i < result.levels.size(); ++i)
        writeLevel(json, result.levels[i], u"/local/levels/"_s + QString::number(i), reasons);
    json.endArray();
}

void writePartialRun(JsonWriter &json, const LoadResult &result, NullReasons &reasons)
{
    json.key(u"partial_run");
    if (!result.partial) {
        json.null();
        return;
    }
    json.beginObject();
    json.key(u"concurrency").integer(result.partial->concurrency);
    json.key(u"run");
    writeRunRecord(json, result, *result.partial, u"/local/partial_run/run"_s, reasons);
    json.key(u"level");
    writeLevel(json, *result.partial, u"/local/partial_run/level"_s, reasons);
    json.endObject();
}

void writeClient(JsonWriter &json, const LoadResult &result, NullReasons &reasons)
{
    json.key(u"client").beginObject();
    json.key(u"qt").stringOrNull(result.qtVersion);
    json.key(u"curl").stringOrNull(result.curlVersion);
    if (result.curlVersion.isEmpty())
        reasons.add(u"/local/client/curl"_s, Local::tr("not recorded"));
    json.key(u"threads").integer(result.workerThreads);
    json.key(u"instrument_check");
    const QString place = u"/local/client/instrument_check"_s;
    if (result.instrumentCheck) {
        writeInstrumentCheck(json, *result.instrumentCheck, place, reasons);
    } else {
        json.null();
        reasons.add(place, Local::tr("no check of the instrument was run before this run"));
    }
    json.endObject();
}

void writeCalibration(JsonWriter &json, const CalibrationReport &calibration)
{
    json.key(u"calibration").beginObject();
    json.key(u"done").boolean(calibration.done);
    json.key(u"reached").boolean(calibration.reached);
    json.key(u"words").integer(calibration.words);
    json.key(u"points").beginArray();
    for (const CalibrationPoint &point : calibration.points) {
        json.beginObject(JsonWriter::Layout::OneLine);
        json.key(u"words").integer(point.words);
        json.key(u"prompt_tokens").integer(point.promptTokens);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeReasons(JsonWriter &json, const NullReasons &reasons)
{
    json.key(u"reasons").beginObject();
    for (const auto &[pointer, reason] : reasons.all())
        json.key(pointer).string(reason);
    json.endObject();
}

} // namespace

void writePlan(JsonWriter &json, const LoadPlan &plan)
{
    json.key(u"plan").beginObject();
    json.key(u"concurrency").beginArray(JsonWriter::Layout::OneLine);
    for (const int level : plan.concurrency)
        json.integer(level);
    json.endArray();
    json.key(u"requests").integer(plan.requests);
    json.key(u"requests_per_slot").integer(plan.requestsPerSlot);
    json.key(u"warmup").integer(plan.warmup);
    json.key(u"input_tokens").integer(plan.inputTokens);
    json.key(u"output_tokens").integer(plan.outputTokens);
    json.key(u"seed").integer(static_cast<qint64>(plan.seed));
    json.key(u"timeout_s").number(plan.timeoutS);
    json.key(u"ignore_eos").boolean(plan.ignoreEos);
    json.key(u"max_error_percent").number(plan.maxErrorPercent);
    json.key(u"max_minutes").number(plan.maxMinutes);
    json.endObject();
}

void writeLocal(JsonWriter &json, const LoadResult &result, NullReasons &reasons)
{
    json.beginObject();
    json.key(u"endpoint").string(result.endpoint);
    json.key(u"endpoint_host").string(result.endpointHost);
    json.key(u"served_models").strings(result.probe.servedModels, JsonWriter::Layout::Lines);
    writePlan(json, result.plan);
    if (result.sideFile) {
        json.key(u"samples");
        writeSideFile(json, *result.sideFile);
    }
    writeLevels(json, result, reasons);
    writeWarnings(json, result.warnings);
    writePartialRun(json, result, reasons);
    json.key(u"probe");
    writeProbe(json, result, u"/local/probe"_s, reasons);
    writeClient(json, result, reasons);
    writeCalibration(json, result.calibration);
    json.key(u"hardware").null();
    reasons.add(u"/local/hardware"_s, Local::tr("this version does not read the hardware of this machine"));
    if (result.probe.simulated)
        json.key(u"simulated").boolean(true);
    writeReasons(json, reasons);
    json.endObject();
}

} // namespace streamgauge
