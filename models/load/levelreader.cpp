// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelreader.h"

#include "models/load/clientreader.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Level {
    Q_DECLARE_TR_FUNCTIONS(LevelReader)
};

void checkErrors(const JsonCursor &json, const LoadLevel &level)
{
    std::map<QString, int> given;
    json.forEachMember([&given](const QString &kind, const JsonCursor &count) { given[kind] = count.count(); });
    if (given != level.errorCounts())
        json.refuse(Level::tr("does not count the errors of the level's requests"));
}

/// Files of earlier versions do not hold this count.
void checkReads(const JsonCursor &json, const LoadLevel &level)
{
    if (json.value().find(u"reads") && json[u"reads"].integer() != readCountsOf(level.requests).reads)
        json[u"reads"].refuse(Level::tr("is not the sum over the level's requests"));
}

} // namespace

LoadLevel readLevel(const JsonCursor &json, std::vector<RequestRecord> requests)
{
    LoadLevel level;
    level.concurrency = static_cast<int>(json[u"concurrency"].integer(1, LoadPlan::maxConcurrency));
    json[u"requests"].forEach([](const JsonCursor &) {}); // no more than that it is an array
    level.requests = std::move(requests);
    level.client = readClientEvidence(json);
    checkErrors(json[u"errors"], level);
    checkReads(json, level);
    return level;
}

} // namespace streamgauge
