// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/clientwriter.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Client {
    Q_DECLARE_TR_FUNCTIONS(ClientWriter)
};

/// Percentiles of whole nanoseconds have a fraction below one at most; it is no measurement.
void writeMillis(JsonWriter &json, QStringView key, const std::optional<double> &ns)
{
    if (ns)
        json.key(key).millis(std::llround(*ns));
}

void writeMicros(JsonWriter &json, QStringView key, const std::optional<double> &ns)
{
    if (ns)
        json.key(key).number(static_cast<double>(std::llround(*ns)) / 1000);
}

void writeLateness(JsonWriter &json, QStringView key, const Distribution &distribution)
{
    json.key(key).beginObject(JsonWriter::Layout::OneLine);
    json.key(u"n").integer(distribution.n);
    writeMillis(json, u"p50", distribution.p50);
    writeMillis(json, u"p99", distribution.p99);
    writeMillis(json, u"max", distribution.max);
    json.endObject();
}

void writeReadLag(JsonWriter &json, const std::optional<ReadLag> &readLag)
{
    json.key(u"read_lag_us");
    if (!readLag) {
        json.null();
        return;
    }
    json.beginObject(JsonWriter::Layout::OneLine);
    json.key(u"n").integer(readLag->lag.n);
    writeMicros(json, u"p50", readLag->lag.p50);
    writeMicros(json, u"p99", readLag->lag.p99);
    writeMicros(json, u"max", readLag->lag.max);
    json.key(u"dropped").integer(readLag->dropped);
    json.endObject();
}

} // namespace

void writeClientEvidence(JsonWriter &json, const ClientEvidence &client, const QString &pointer, NullReasons &reasons)
{
    const auto why = [&](QStringView key, bool missing, const QString &reason) {
        if (missing) {
            reasons.add(pointer + u'/' + key.toString(),
                client.gathered() ? reason : Client::tr("the program ended before the level did"));
        }
    };
    json.key(u"peak_in_flight").integer(client.peakInFlight);
    json.key(u"reconnects").integer(client.reconnects);
    json.key(u"connects").integer(client.connects);
    writeLateness(json, u"event_loop_lag_ms", client.eventLoopLag);
    writeLateness(json, u"dispatch_delay_ms", client.dispatchDelay);
    writeReadLag(json, client.readLag);
    why(u"read_lag_us", !client.readLag, Client::tr("the system tells no times at which its kernel received data"));
    json.key(u"cpu_share").number(client.cpuShare);
    why(u"cpu_share", !client.cpuShare, Client::tr("the system told no CPU time of a thread"));
    json.key(u"suspended_ms").millis(client.suspendedNs);
    why(u"suspended_ms", !client.suspendedNs, Client::tr("the system does not tell how long it slept"));
    json.key(u"start_ramp_ms").millis(client.startRampNs);
    why(u"start_ramp_ms", !client.startRampNs, Client::tr("the level was interrupted while its slots were started"));
    json.key(u"start_burst_lag_ms").millis(client.startBurstLagNs);
    why(u"start_burst_lag_ms", !client.startBurstLagNs, Client::tr("no request was started"));
}

} // namespace streamgauge
