// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/clientreader.h"

#include <cmath>

namespace streamgauge {

namespace {

bool has(const JsonCursor &json, QStringView key)
{
    return json.value().find(key) != nullptr;
}

std::optional<double> millisIfThere(const JsonCursor &json, QStringView key)
{
    return has(json, key) ? std::optional(static_cast<double>(json[key].millis())) : std::nullopt;
}

std::optional<double> microsIfThere(const JsonCursor &json, QStringView key)
{
    return has(json, key) ? std::optional(std::round(json[key].number() * 1000)) : std::nullopt;
}

Distribution readLateness(const JsonCursor &json)
{
    Distribution distribution;
    distribution.n = json[u"n"].integer();
    distribution.p50 = millisIfThere(json, u"p50");
    distribution.p99 = millisIfThere(json, u"p99");
    distribution.max = millisIfThere(json, u"max");
    return distribution;
}

std::optional<ReadLag> readReadLag(const JsonCursor &json)
{
    if (json.isNull())
        return std::nullopt;
    ReadLag readLag;
    readLag.lag.n = json[u"n"].integer();
    readLag.lag.p50 = microsIfThere(json, u"p50");
    readLag.lag.p99 = microsIfThere(json, u"p99");
    readLag.lag.max = microsIfThere(json, u"max");
    readLag.dropped = json[u"dropped"].integer();
    return readLag;
}

} // namespace

ClientEvidence readClientEvidence(const JsonCursor &level)
{
    ClientEvidence client;
    const auto duration = [&level](
                              QStringView key) { return has(level, key) ? level[key].millisOrNull() : std::nullopt; };
    client.peakInFlight = level[u"peak_in_flight"].count();
    client.reconnects = level[u"reconnects"].count();
    client.connects = level[u"connects"].count();
    client.eventLoopLag = readLateness(level[u"event_loop_lag_ms"]);
    client.dispatchDelay = readLateness(level[u"dispatch_delay_ms"]);
    client.readLag = readReadLag(level[u"read_lag_us"]);
    client.cpuShare = level[u"cpu_share"].numberOrNull();
    client.suspendedNs = duration(u"suspended_ms");
    client.startRampNs = duration(u"start_ramp_ms");
    client.startBurstLagNs = duration(u"start_burst_lag_ms");
    return client;
}

} // namespace streamgauge
