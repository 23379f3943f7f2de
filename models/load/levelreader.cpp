// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelreader.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Level {
    Q_DECLARE_TR_FUNCTIONS(LevelReader)
};

std::optional<double> readStatistic(const JsonCursor &json, QStringView key)
{
    if (!json.value().find(key))
        return std::nullopt;
    return static_cast<double>(json[key].millis());
}

Distribution readLateness(const JsonCursor &json)
{
    Distribution distribution;
    distribution.n = json[u"n"].integer();
    distribution.p50 = readStatistic(json, u"p50");
    distribution.p99 = readStatistic(json, u"p99");
    return distribution;
}

void checkErrors(const JsonCursor &json, const LoadLevel &level)
{
    std::map<QString, int> given;
    json.forEachMember([&given](const QString &kind, const JsonCursor &count) { given[kind] = count.count(); });
    if (given != level.errorCounts())
        json.refuse(Level::tr("does not count the errors of the level's requests"));
}

} // namespace

LoadLevel readLevel(const JsonCursor &json, std::vector<RequestRecord> requests)
{
    LoadLevel level;
    level.concurrency = static_cast<int>(json[u"concurrency"].integer(1, LoadPlan::maxConcurrency));
    level.client.peakInFlight = json[u"peak_in_flight"].count();
    level.client.reconnects = json[u"reconnects"].count();
    level.client.connects = json[u"connects"].count();
    level.client.eventLoopLag = readLateness(json[u"event_loop_lag_ms"]);
    level.client.dispatchDelay = readLateness(json[u"dispatch_delay_ms"]);
    level.client.cpuShare = json[u"cpu_share"].numberOrNull();
    json[u"requests"].forEach([](const JsonCursor &) {}); // no more than that it is an array
    level.requests = std::move(requests);
    checkErrors(json[u"errors"], level);
    return level;
}

} // namespace streamgauge
