// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/statisticsjson.h"

#include "models/load/levelstatistics.h"

#include <cmath>

namespace streamgauge {

namespace {

void writeValue(JsonWriter &json, QStringView key, const std::optional<double> &ns)
{
    json.key(key).millis(ns ? std::optional<qint64>(std::llround(*ns)) : std::nullopt);
}

void writeInterval(JsonWriter &json, QStringView key, const std::optional<SampleInterval> &interval)
{
    json.key(key);
    if (!interval) {
        json.null();
        return;
    }
    json.beginArray().millis(interval->low).millis(interval->high).endArray();
}

void writeOne(JsonWriter &json, QStringView key, const SampleStatistics &statistics)
{
    json.key(key).beginObject(JsonWriter::Layout::OneLine);
    json.key(u"n").integer(statistics.distribution.n);
    writeValue(json, u"mean", statistics.distribution.mean);
    writeValue(json, u"p50", statistics.distribution.p50);
    writeValue(json, u"p90", statistics.p90);
    writeValue(json, u"p95", statistics.distribution.p95);
    writeValue(json, u"p99", statistics.distribution.p99);
    writeValue(json, u"p999", statistics.p999);
    json.key(u"ci95").beginObject();
    writeInterval(json, u"p50", statistics.p50Interval);
    writeInterval(json, u"p95", statistics.p95Interval);
    writeInterval(json, u"p99", statistics.p99Interval);
    json.endObject().endObject();
}

} // namespace

void writeStatistics(JsonWriter &json, const LoadLevel &level)
{
    const LevelStatistics statistics = levelStatistics(level);
    json.beginObject();
    writeOne(json, u"ttft_ms", statistics.ttft);
    writeOne(json, u"itl_ms", statistics.itl);
    writeOne(json, u"latency_ms", statistics.latency);
    json.endObject();
}

QByteArray statisticsJson(const LoadLevel &level)
{
    QByteArray out;
    JsonWriter json(out);
    writeStatistics(json, level);
    return out;
}

} // namespace streamgauge
