// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/runrecordwriter.h"

#include "models/core/format.h"
#include "models/load/modelname.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Record {
    Q_DECLARE_TR_FUNCTIONS(RunRecord)
};

constexpr int rateDecimals = 3;
constexpr int meanDecimals = 3;
constexpr qint64 nsPerMicrosecond = 1000;

void writeRoundedMs(JsonWriter &json, QStringView key, const std::optional<double> &ns)
{
    if (ns)
        json.key(key).millis(wholeMicroseconds(*ns) * nsPerMicrosecond);
}

void writeDistribution(JsonWriter &json, QStringView key, const Distribution &distribution)
{
    json.key(key).beginObject(JsonWriter::Layout::OneLine);
    json.key(u"n").integer(distribution.n);
    writeRoundedMs(json, u"mean", distribution.mean);
    writeRoundedMs(json, u"p50", distribution.p50);
    writeRoundedMs(json, u"p95", distribution.p95);
    writeRoundedMs(json, u"p99", distribution.p99);
    json.endObject();
}

void writeMean(JsonWriter &json, QStringView key, const std::optional<double> &mean)
{
    json.key(key);
    if (mean)
        json.number(roundedHalfAway(*mean, meanDecimals));
    else
        json.null();
}

/// A duration is a whole number of nanoseconds: as such it is rounded, not as the fraction that a double makes of it.
void writeDuration(JsonWriter &json, const LevelMetrics &metrics)
{
    json.key(u"duration_s");
    if (metrics.durationS)
        json.number(static_cast<double>(wholeMicroseconds(std::round(*metrics.durationS * 1e9))) / 1e6);
    else
        json.null();
}

void writeMetrics(JsonWriter &json, const LevelMetrics &metrics)
{
    json.key(u"metrics").beginObject();
    writeDuration(json, metrics);
    json.key(u"requests_succeeded").integer(metrics.succeeded);
    json.key(u"requests_failed").integer(metrics.failed);
    json.key(u"requests_timed_out").integer(metrics.timedOut);
    json.key(u"request_throughput_per_s").number(roundedHalfAway(metrics.requestThroughput, rateDecimals));
    json.key(u"output_throughput_tokens_per_s").number(roundedHalfAway(metrics.outputThroughput, rateDecimals));
    writeMean(json, u"input_tokens_mean", metrics.inputTokensMean);
    writeMean(json, u"output_tokens_mean", metrics.outputTokensMean);
    writeDistribution(json, u"ttft_ms", metrics.ttft);
    writeDistribution(json, u"itl_ms", metrics.itl);
    writeDistribution(json, u"latency_ms", metrics.latency);
    json.endObject();
}

void writeEnvironment(JsonWriter &json, const LoadResult &result, const LevelMetrics &metrics)
{
    json.key(u"environment").beginObject();
    json.key(u"cli_version").string(result.cliVersion);
    json.key(u"python").null();
    json.key(u"os").stringOrNull(result.osName);
    json.key(u"machine").stringOrNull(result.machine);
    json.key(u"temperature").integer(0);
    json.key(u"max_tokens").integer(result.plan.outputTokens);
    json.key(u"seed").integer(static_cast<qint64>(result.plan.seed));
    json.key(u"stream").boolean(true);
    json.key(u"stream_usage").boolean(result.probe.accepted.streamUsage);
    json.key(u"ignore_eos").boolean(result.probe.accepted.ignoreEos);
    json.key(u"ignore_eos_honoured").boolean(metrics.ignoreEosHonoured);
    json.key(u"prompt_generator").string(result.promptGenerator);
    json.key(u"percentile_method").string(u"linear");
    json.key(u"server_model").stringOrNull(modelNameWithoutPath(result.reportedModel()));
    json.key(u"timeout_s").number(result.plan.timeoutS);
    json.endObject();
}

QString whyNotKnownIfHonoured(const LoadResult &result, const LevelMetrics &metrics)
{
    if (!result.plan.ignoreEos)
        return Record::tr("ignore_eos was not sent: the run was asked to leave it out");
    if (!result.probe.accepted.ignoreEos)
        return Record::tr("ignore_eos was not sent: the server does not take it");
    if (metrics.succeeded == 0)
        return Record::tr("no request succeeded");
    if (metrics.method == TokenCountMethod::StreamChunks)
        return Record::tr("not every successful request reported usage, so token counts cannot be checked");
    return Record::tr("some requests returned more tokens than asked and none fewer");
}

QString whyNoInputMean(const LevelMetrics &metrics)
{
    if (metrics.succeeded == 0)
        return Record::tr("no request succeeded");
    if (metrics.method == TokenCountMethod::StreamChunks)
        return Record::tr("token_count_method is stream_chunks: prompt tokens are not measured");
    return Record::tr("not every successful request reported its prompt tokens");
}

void addReasons(NullReasons &reasons, const QString &pointer, const LoadResult &result, const LevelMetrics &metrics)
{
    if (!metrics.durationS)
        reasons.add(pointer + u"/metrics/duration_s"_s, Record::tr("no request was dispatched"));
    if (!metrics.inputTokensMean)
        reasons.add(pointer + u"/metrics/input_tokens_mean"_s, whyNoInputMean(metrics));
    if (!metrics.outputTokensMean)
        reasons.add(pointer + u"/metrics/output_tokens_mean"_s, Record::tr("no request succeeded"));
    if (!metrics.ignoreEosHonoured) {
        reasons.add(pointer + u"/environment/ignore_eos_honoured"_s, whyNotKnownIfHonoured(result, metrics));
    }
    if (result.reportedModel().isEmpty())
        reasons.add(pointer + u"/environment/server_model"_s, Record::tr("the server named no model in its streams"));
}

} // namespace

void writeRunRecord(
    JsonWriter &json, const LoadResult &result, const LoadLevel &level, const QString &pointer, NullReasons &reasons)
{
    const LevelMetrics metrics = levelMetrics(level, result.plan, result.probe);
    json.beginObject();
    json.key(u"run_kind").string(u"protocol_test");
    json.key(u"model_id").stringOrNull(modelNameWithoutPath(result.model));
    // What a manifest would state of the engine and its hardware.
    for (const QStringView key :
        {QStringView(u"model_revision"), QStringView(u"engine"), QStringView(u"engine_version"),
            QStringView(u"accelerator"), QStringView(u"precision"), QStringView(u"profile"), QStringView(u"gpu_count")})
        json.key(key).null();
    json.key(u"input_tokens").integer(result.plan.inputTokens);
    json.key(u"output_tokens").integer(result.plan.outputTokens);
    json.key(u"concurrency").integer(level.concurrency);
    json.key(u"request_count").integer(result.plan.requestsAt(level.concurrency));
    json.key(u"warmup_count").integer(result.plan.warmup);
    json.key(u"token_count_method").string(tokenCountMethodName(metrics.method));
    writeMetrics(json, metrics);
    writeEnvironment(json, result, metrics);
    json.endObject();
    addReasons(reasons, pointer, result, metrics);
}

QByteArray runRecordJson(const LoadResult &result, const LoadLevel &level)
{
    QByteArray out;
    JsonWriter json(out);
    NullReasons unused;
    writeRunRecord(json, result, level, {}, unused);
    return out;
}

} // namespace streamgauge
