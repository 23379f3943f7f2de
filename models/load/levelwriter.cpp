// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelwriter.h"

#include "models/load/requestwriter.h"
#include "models/load/statisticsjson.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Level {
    Q_DECLARE_TR_FUNCTIONS(LevelWriter)
};

/// Percentiles of whole nanoseconds have a fraction below one at most; it is no measurement.
void writeStatistic(JsonWriter &json, QStringView key, const std::optional<double> &ns)
{
    if (ns)
        json.key(key).millis(std::llround(*ns));
}

void writeLateness(JsonWriter &json, QStringView key, const Distribution &distribution)
{
    json.key(key).beginObject(JsonWriter::Layout::OneLine);
    json.key(u"n").integer(distribution.n);
    writeStatistic(json, u"p50", distribution.p50);
    writeStatistic(json, u"p99", distribution.p99);
    json.endObject();
}

void writeErrors(JsonWriter &json, const LoadLevel &level)
{
    json.key(u"errors").beginObject(JsonWriter::Layout::OneLine);
    for (const auto &[kind, count] : level.errorCounts())
        json.key(kind).integer(count);
    json.endObject();
}

} // namespace

void writeLevel(JsonWriter &json, const LoadLevel &level, const QString &pointer, NullReasons &reasons)
{
    const ClientEvidence &client = level.client;
    json.beginObject();
    json.key(u"concurrency").integer(level.concurrency);
    writeErrors(json, level);
    json.key(u"peak_in_flight").integer(client.peakInFlight);
    json.key(u"reconnects").integer(client.reconnects);
    json.key(u"connects").integer(client.connects);
    writeLateness(json, u"event_loop_lag_ms", client.eventLoopLag);
    writeLateness(json, u"dispatch_delay_ms", client.dispatchDelay);
    json.key(u"read_lag_us").null();
    reasons.add(pointer + u"/read_lag_us"_s, Level::tr("this version does not read the kernel's receive times"));
    json.key(u"cpu_share").number(client.cpuShare);
    if (!client.cpuShare)
        reasons.add(pointer + u"/cpu_share"_s, Level::tr("the system told no CPU time of a thread"));

    json.key(u"statistics");
    writeStatistics(json, level);
    json.key(u"requests").beginArray();
    const qint64 first = level.firstDispatchNs();
    for (std::size_t i = 0; i < level.requests.size(); ++i) {
        const QString place = pointer + u"/requests/"_s + QString::number(i);
        writeRequest(json, level.requests[i], first, place, reasons);
    }
    json.endArray();
    json.endObject();
}

} // namespace streamgauge
