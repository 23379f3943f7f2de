// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelwriter.h"

#include "models/load/clientwriter.h"
#include "models/load/derivedwriter.h"
#include "models/load/requestwriter.h"
#include "models/load/statisticsjson.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Level {
    Q_DECLARE_TR_FUNCTIONS(LevelWriter)
};

void writeErrors(JsonWriter &json, const LoadLevel &level)
{
    json.key(u"errors").beginObject(JsonWriter::Layout::OneLine);
    for (const auto &[kind, count] : level.errorCounts())
        json.key(kind).integer(count);
    json.endObject();
}

void writeReads(JsonWriter &json, const LoadLevel &level, const QString &pointer, NullReasons &reasons)
{
    const ReadCounts counts = readCountsOf(level.requests);
    json.key(u"reads").integer(counts.reads);
    json.key(u"chunks_per_read").number(counts.chunksPerRead());
    if (counts.reads == 0)
        reasons.add(pointer + u"/chunks_per_read"_s, Level::tr("no content chunk was read"));
}

} // namespace

void writeLevel(JsonWriter &json, const LoadLevel &level, const QString &pointer, NullReasons &reasons)
{
    json.beginObject();
    json.key(u"concurrency").integer(level.concurrency);
    writeErrors(json, level);
    writeReads(json, level, pointer, reasons);
    writeClientEvidence(json, level.client, pointer, reasons);

    if (!level.requests.empty()) { // a journal's line of a level has none
        json.key(u"statistics");
        writeStatistics(json, level);
        writeDerived(json, derivedMetrics(level), pointer + u"/derived"_s, reasons);
    }
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
