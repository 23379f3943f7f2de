// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/probejson.h"

#include "models/core/jsonwriter.h"

namespace streamgauge {

namespace {

void text(JsonWriter &json, QStringView key, const QString &value)
{
    json.key(key);
    if (value.isEmpty())
        json.null();
    else
        json.string(value);
}

void flag(JsonWriter &json, QStringView key, std::optional<bool> value)
{
    json.key(key);
    if (value)
        json.boolean(*value);
    else
        json.null();
}

void millis(JsonWriter &json, QStringView key, std::optional<qint64> ns)
{
    json.key(key);
    if (ns)
        json.millis(*ns);
    else
        json.null();
}

void texts(JsonWriter &json, QStringView key, const QStringList &values)
{
    json.key(key).beginArray(JsonWriter::Layout::OneLine);
    for (const QString &value : values)
        json.string(value);
    json.endArray();
}

QStringView stateName(ProbeStep::State state)
{
    switch (state) {
    case ProbeStep::State::Passed:
        return u"passed";
    case ProbeStep::State::Warned:
        return u"warned";
    case ProbeStep::State::Failed:
        return u"failed";
    case ProbeStep::State::Skipped:
        break;
    }
    return u"skipped";
}

void facts(JsonWriter &json, const ProbeReport &report)
{
    text(json, u"base", report.base);
    text(json, u"address", report.address);
    text(json, u"address_family", report.addressFamily);
    text(json, u"server", report.serverHeader);
    texts(json, u"served_models", report.servedModels);
    text(json, u"model", report.model);
    text(json, u"server_model", report.serverModel);
    flag(json, u"streams", report.smallRequestSucceeded);
    flag(json, u"ignore_eos", report.accepted.ignoreEos);
    flag(json, u"stream_usage", report.accepted.streamUsage);
    text(json, u"length_field", report.accepted.lengthField);
    flag(json, u"usage_reported", report.usageReported);
    flag(json, u"keeps_connection", report.keepsConnection);
    millis(json, u"ttft_ms", report.ttftNs);
    millis(json, u"chunk_gap_ms", report.chunkGapNs);
    flag(json, u"simulated", report.simulated);
    texts(json, u"warnings", report.warnings);
}

} // namespace

QByteArray probeJson(const Probe::Outcome &outcome)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.key(u"exit_code").integer(outcome.exitCode);
    json.key(u"error");
    if (outcome.error) {
        json.beginObject();
        text(json, u"code", outcome.error->code);
        text(json, u"message", outcome.error->message);
        json.endObject();
    } else {
        json.null();
    }
    facts(json, outcome.report);
    json.key(u"steps").beginArray();
    for (const ProbeStep &step : outcome.report.steps) {
        json.beginObject(JsonWriter::Layout::OneLine);
        text(json, u"name", step.name);
        text(json, u"state", stateName(step.state).toString());
        text(json, u"fact", step.fact);
        millis(json, u"duration_ms", step.durationNs);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return out + '\n';
}

} // namespace streamgauge
