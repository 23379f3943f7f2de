// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/instrumentjson.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr double nsPerMs = 1e6;
constexpr double nsPerUs = 1e3;

struct Check {
    Q_DECLARE_TR_FUNCTIONS(InstrumentJson)
};

/// Whole nanoseconds in another unit: a fraction of one is no measurement.
void writeStatistic(JsonWriter &json, QStringView key, const std::optional<double> &ns, double unitNs)
{
    if (ns)
        json.key(key).number(std::round(*ns) / unitNs);
}

void writeSpread(JsonWriter &json, QStringView key, const Distribution &spread, double unitNs = nsPerMs)
{
    json.key(key).beginObject(JsonWriter::Layout::OneLine);
    json.key(u"n").integer(spread.n);
    writeStatistic(json, u"p50", spread.p50, unitNs);
    writeStatistic(json, u"p95", spread.p95, unitNs);
    writeStatistic(json, u"p99", spread.p99, unitNs);
    writeStatistic(json, u"max", spread.max, unitNs);
    json.endObject();
}

std::optional<double> readStatistic(const JsonCursor &json, QStringView key, double unitNs)
{
    if (!json.value().find(key))
        return std::nullopt;
    const double value = json[key].number();
    if (value < 0)
        json[key].refuse(Check::tr("is negative"));
    return std::round(value * unitNs);
}

Distribution readSpread(const JsonCursor &json, double unitNs = nsPerMs)
{
    Distribution spread;
    spread.n = json[u"n"].integer();
    spread.p50 = readStatistic(json, u"p50", unitNs);
    spread.p95 = readStatistic(json, u"p95", unitNs);
    spread.p99 = readStatistic(json, u"p99", unitNs);
    spread.max = readStatistic(json, u"max", unitNs);
    return spread;
}

struct NamedLimit {
    QStringView key;
    double InstrumentLimits::*limit;
};

constexpr NamedLimit limitNames[] = {
    {u"lateness_p99_ms", &InstrumentLimits::latenessP99Ms},
    {u"lateness_max_ms", &InstrumentLimits::latenessMaxMs},
    {u"start_lateness_max_ms", &InstrumentLimits::startLatenessMaxMs},
    {u"floor_p99_ms", &InstrumentLimits::floorP99Ms},
    {u"floor_max_ms", &InstrumentLimits::floorMaxMs},
    {u"sender_p99_ms", &InstrumentLimits::senderP99Ms},
    {u"dispatch_delay_p99_ms", &InstrumentLimits::dispatchDelayP99Ms},
    {u"event_loop_lag_p99_ms", &InstrumentLimits::eventLoopLagP99Ms},
    {u"read_lag_p99_ms", &InstrumentLimits::readLagP99Ms},
    {u"cpu_share", &InstrumentLimits::cpuShare},
};

void writeLimits(JsonWriter &json, const InstrumentLimits &limits)
{
    json.key(u"limits").beginObject();
    for (const auto &[key, limit] : limitNames)
        json.key(key).number(limits.*limit);
    json.endObject();
}

void writeCounts(JsonWriter &json, const InstrumentCheck &check)
{
    json.key(u"created_at").string(check.createdAt.toUTC().toString(Qt::ISODate));
    json.key(u"concurrency").integer(check.concurrency);
    json.key(u"interval_ms").integer(check.intervalMs);
    json.key(u"duration_s").number(check.durationS);
    json.key(u"streams").integer(check.streams);
    json.key(u"failed").integer(check.failed);
    json.key(u"cut").integer(check.cut);
    json.key(u"chunks").integer(check.chunks);
    json.key(u"lost").integer(check.lost);
}

void writeClientFigures(JsonWriter &json, const InstrumentCheck &check, const QString &pointer, NullReasons &reasons)
{
    const auto numberOrWhy = [&](const QString &key, const std::optional<double> &number, const QString &why) {
        json.key(key).number(number);
        if (!number)
            reasons.add(pointer + u'/' + key, why);
    };
    const QString nothing = Check::tr("no chunk arrived");
    numberOrWhy(u"cpu_us_per_chunk"_s, check.cpuUsPerChunk, nothing);
    numberOrWhy(u"chunks_per_read"_s, check.chunksPerRead, nothing);
    json.key(u"peak_in_flight").integer(check.peakInFlight);
    writeSpread(json, u"dispatch_delay_ms", check.dispatchDelay);
    writeSpread(json, u"event_loop_lag_ms", check.eventLoopLag);
    if (check.readLag) {
        writeSpread(json, u"read_lag_us", *check.readLag, nsPerUs);
    } else {
        json.key(u"read_lag_us").null();
        reasons.add(pointer + u"/read_lag_us"_s, Check::tr("the kernel's receive times were not read"));
    }
    numberOrWhy(u"cpu_share"_s, check.cpuShare, Check::tr("the system told no CPU time of a thread"));
}

void writeMembers(JsonWriter &json, const InstrumentCheck &check, const QString &pointer, NullReasons &reasons)
{
    writeCounts(json, check);
    writeSpread(json, u"lateness_ms", check.lateness);
    writeSpread(json, u"start_lateness_ms", check.startLateness);
    writeSpread(json, u"floor_ms", check.floor);
    writeSpread(json, u"sender_ms", check.sender);
    writeClientFigures(json, check, pointer, reasons);
    writeLimits(json, check.limits);
    json.key(u"verdict").string(instrumentVerdictName(check.verdict));
}

void readClientFigures(InstrumentCheck &check, const JsonCursor &json)
{
    check.cpuUsPerChunk = json[u"cpu_us_per_chunk"].numberOrNull();
    check.chunksPerRead = json[u"chunks_per_read"].numberOrNull();
    check.peakInFlight = json[u"peak_in_flight"].count();
    check.dispatchDelay = readSpread(json[u"dispatch_delay_ms"]);
    check.eventLoopLag = readSpread(json[u"event_loop_lag_ms"]);
    if (const JsonCursor lag = json[u"read_lag_us"]; !lag.isNull())
        check.readLag = readSpread(lag, nsPerUs);
    check.cpuShare = json[u"cpu_share"].numberOrNull();
}

} // namespace

void writeInstrumentCheck(JsonWriter &json, const InstrumentCheck &check, const QString &pointer, NullReasons &reasons)
{
    json.beginObject();
    writeMembers(json, check, pointer, reasons);
    json.endObject();
}

InstrumentCheck readInstrumentCheck(const JsonCursor &json)
{
    InstrumentCheck check;
    check.createdAt = json[u"created_at"].moment();
    check.concurrency = static_cast<int>(json[u"concurrency"].integer(1, InstrumentCheck::maxConcurrency));
    check.intervalMs = static_cast<int>(json[u"interval_ms"].integer(1, InstrumentCheck::maxIntervalMs));
    check.durationS = json[u"duration_s"].number();
    check.streams = json[u"streams"].count();
    check.failed = json[u"failed"].count();
    check.cut = json[u"cut"].count();
    check.chunks = json[u"chunks"].integer();
    check.lost = json[u"lost"].integer();
    check.lateness = readSpread(json[u"lateness_ms"]);
    check.startLateness = readSpread(json[u"start_lateness_ms"]);
    check.floor = readSpread(json[u"floor_ms"]);
    check.sender = readSpread(json[u"sender_ms"]);
    readClientFigures(check, json);
    for (const auto &[key, limit] : limitNames)
        check.limits.*limit = json[u"limits"][key].number();
    const JsonCursor verdict = json[u"verdict"];
    if (const auto known = instrumentVerdictFromName(verdict.text()))
        check.verdict = *known;
    else
        verdict.refuse(Check::tr("has a value that this version does not know"));
    return check;
}

QByteArray instrumentCheckJson(const InstrumentCheck &check)
{
    QByteArray out;
    JsonWriter json(out);
    NullReasons reasons;
    json.beginObject();
    writeMembers(json, check, {}, reasons);
    json.key(u"reasons").beginObject();
    for (const auto &[pointer, reason] : reasons.all())
        json.key(pointer).string(reason);
    json.endObject();
    json.endObject();
    out += '\n';
    return out;
}

} // namespace streamgauge
