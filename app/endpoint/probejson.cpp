// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/probejson.h"

#include "models/core/errorwriter.h"
#include "models/load/probewriter.h"

namespace streamgauge {

namespace {

void facts(JsonWriter &json, const ProbeReport &report)
{
    json.key(u"base").stringOrNull(report.base);
    json.key(u"address").stringOrNull(report.address);
    json.key(u"address_family").stringOrNull(report.addressFamily);
    writeRoute(json, report.route);
    json.key(u"server").stringOrNull(report.serverHeader);
    json.key(u"served_models").strings(report.servedModels);
    json.key(u"model").stringOrNull(report.model);
    json.key(u"server_model").stringOrNull(report.serverModel);
    json.key(u"streams").boolean(report.smallRequestSucceeded);
    json.key(u"ignore_eos").boolean(report.accepted.ignoreEos);
    json.key(u"stream_usage").boolean(report.accepted.streamUsage);
    json.key(u"length_field").stringOrNull(report.accepted.lengthField);
    json.key(u"usage_reported").boolean(report.usageReported);
    json.key(u"keeps_connection").boolean(report.keepsConnection);
    json.key(u"ttft_ms").millis(report.ttftNs);
    json.key(u"chunk_gap_ms").millis(report.chunkGapNs);
    writeLimits(json, report.limits);
    json.key(u"simulated").boolean(report.simulated);
    json.key(u"warnings").strings(report.warnings);
}

void refusedCertificate(JsonWriter &json, const std::optional<Probe::Untrusted> &untrusted)
{
    json.key(u"refused_certificate");
    if (!untrusted) {
        json.null();
        return;
    }
    const CertificateFacts &certificate = untrusted->certificate;
    json.beginObject();
    json.key(u"subject").stringOrNull(certificate.subject);
    json.key(u"names").stringOrNull(certificate.names);
    json.key(u"issuer").stringOrNull(certificate.issuer);
    json.key(u"valid_from").stringOrNull(certificate.validFrom.toUTC().toString(Qt::ISODate));
    json.key(u"valid_to").stringOrNull(certificate.validTo.toUTC().toString(Qt::ISODate));
    json.key(u"sha256").string(QString::fromLatin1(certificate.sha256.toHex()));
    json.endObject();
}

} // namespace

QByteArray probeJson(const Probe::Outcome &outcome)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.key(u"exit_code").integer(outcome.exitCode);
    writeError(json, outcome.error);
    facts(json, outcome.report);
    refusedCertificate(json, outcome.untrusted);
    writeProbeSteps(json, outcome.report.steps);
    json.endObject();
    return out + '\n';
}

} // namespace streamgauge
