// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/probewriter.h"

#include "models/load/jsonvalues.h"

#include <QCoreApplication>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Probe {
    Q_DECLARE_TR_FUNCTIONS(ProbeWriter)
};

constexpr std::array<std::pair<ProbeStep::State, QStringView>, 4> states{{
    {ProbeStep::State::Passed, u"passed"},
    {ProbeStep::State::Warned, u"warned"},
    {ProbeStep::State::Failed, u"failed"},
    {ProbeStep::State::Skipped, u"skipped"},
}};

void writeSteps(JsonWriter &json, const std::vector<ProbeStep> &steps)
{
    json.key(u"steps").beginArray();
    for (const ProbeStep &step : steps) {
        json.beginObject(JsonWriter::Layout::OneLine);
        json.key(u"name").string(step.name);
        json.key(u"state").string(probeStepStateName(step.state));
        json.key(u"fact").string(step.fact);
        writeMillis(json, u"duration_ms", step.durationNs);
        json.endObject();
    }
    json.endArray();
}

void writeSmallRequest(JsonWriter &json, const ProbeReport &probe)
{
    json.key(u"small_request_succeeded").boolean(probe.smallRequestSucceeded);
    json.key(u"ignore_eos").boolean(probe.accepted.ignoreEos);
    json.key(u"stream_usage").boolean(probe.accepted.streamUsage);
    json.key(u"length_field").string(probe.accepted.lengthField);
    writeBool(json, u"usage_reported", probe.usageReported);
    writeBool(json, u"keeps_connection", probe.keepsConnection);
    writeMillis(json, u"ttft_ms", probe.ttftNs);
    writeMillis(json, u"chunk_gap_ms", probe.chunkGapNs);
}

} // namespace

QString probeStepStateName(ProbeStep::State state)
{
    for (const auto &[value, name] : states) {
        if (value == state)
            return name.toString();
    }
    return {};
}

std::optional<ProbeStep::State> probeStepStateFromName(QStringView name)
{
    for (const auto &[value, known] : states) {
        if (known == name)
            return value;
    }
    return std::nullopt;
}

void writeProbe(JsonWriter &json, const LoadResult &result, const QString &pointer, NullReasons &reasons)
{
    const ProbeReport &probe = result.probe;
    json.beginObject();
    json.key(u"base").string(probe.base);
    writeText(json, u"address", probe.address);
    writeText(json, u"address_family", probe.addressFamily);
    writeText(json, u"server_header", probe.serverHeader);
    json.key(u"model").string(result.model);
    writeText(json, u"server_model", result.reportedModel());
    json.key(u"model_list_missing").boolean(probe.modelListMissing);
    writeSmallRequest(json, probe);
    json.key(u"warnings").beginArray(JsonWriter::Layout::OneLine);
    for (const QString &code : probe.warnings)
        json.string(code);
    json.endArray();
    writeSteps(json, probe.steps);
    json.endObject();
    if (!probe.keepsConnection) {
        reasons.add(pointer + u"/keeps_connection"_s,
            Probe::tr("the small request did not show it; every request got a connection of its own"));
    }
}

} // namespace streamgauge
