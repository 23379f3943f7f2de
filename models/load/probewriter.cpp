// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/probewriter.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Probe {
    Q_DECLARE_TR_FUNCTIONS(ProbeWriter)
};

void writeSmallRequest(JsonWriter &json, const ProbeReport &probe)
{
    json.key(u"small_request_succeeded").boolean(probe.smallRequestSucceeded);
    json.key(u"ignore_eos").boolean(probe.accepted.ignoreEos);
    json.key(u"stream_usage").boolean(probe.accepted.streamUsage);
    json.key(u"length_field").string(probe.accepted.lengthField);
    json.key(u"usage_reported").boolean(probe.usageReported);
    json.key(u"keeps_connection").boolean(probe.keepsConnection);
    json.key(u"ttft_ms").millis(probe.ttftNs);
    json.key(u"chunk_gap_ms").millis(probe.chunkGapNs);
}

} // namespace

void writeLimits(JsonWriter &json, const ServerLimits &limits)
{
    json.key(u"server_limits").beginObject(JsonWriter::Layout::OneLine);
    json.key(u"total_slots").integer(limits.totalSlots);
    json.key(u"context_tokens").integer(limits.contextTokens);
    json.key(u"prompt_tps").number(limits.promptTps);
    json.key(u"decode_tps").number(limits.decodeTps);
    json.endObject();
}

void writeProbeSteps(JsonWriter &json, const std::vector<ProbeStep> &steps)
{
    json.key(u"steps").beginArray();
    for (const ProbeStep &step : steps) {
        json.beginObject(JsonWriter::Layout::OneLine);
        json.key(u"name").string(step.name);
        json.key(u"state").string(probeStepStateName(step.state));
        json.key(u"fact").string(step.fact);
        json.key(u"duration_ms").millis(step.durationNs);
        json.endObject();
    }
    json.endArray();
}

void writeRoute(JsonWriter &json, const RouteFacts &route)
{
    json.key(u"proxy").stringOrNull(route.proxy);
    json.key(u"proxy_of_system").boolean(route.proxyOfSystem);
    json.key(u"address_family_asked").stringOrNull(route.familyAsked);
    json.key(u"trusted_certificate").stringOrNull(route.trustedCertificate);
    json.key(u"extra_authorities").integer(route.extraAuthorities);
    json.key(u"custom_headers").strings(route.customHeaders);
}

void writeProbe(JsonWriter &json, const LoadResult &result, const QString &pointer, NullReasons &reasons)
{
    const ProbeReport &probe = result.probe;
    json.beginObject();
    json.key(u"base").string(probe.base);
    json.key(u"address").stringOrNull(probe.address);
    json.key(u"address_family").stringOrNull(probe.addressFamily);
    writeRoute(json, probe.route);
    json.key(u"server_header").stringOrNull(probe.serverHeader);
    json.key(u"model").string(result.model);
    json.key(u"server_model").stringOrNull(result.reportedModel());
    json.key(u"model_list_missing").boolean(probe.modelListMissing);
    writeSmallRequest(json, probe);
    writeLimits(json, probe.limits);
    json.key(u"warnings").strings(probe.warnings);
    writeProbeSteps(json, probe.steps);
    json.endObject();
    if (!probe.keepsConnection) {
        reasons.add(pointer + u"/keeps_connection"_s,
            Probe::tr("the small request did not show it; every request got a connection of its own"));
    }
}

} // namespace streamgauge
