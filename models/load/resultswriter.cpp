// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/localwriter.h"
#include "models/load/resultsfile.h"
#include "models/load/runrecordwriter.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

void write(JsonWriter &json, const LoadResult &result)
{
    NullReasons reasons;
    json.beginObject();
    json.key(u"format").string(loadResultsFormat);
    json.key(u"format_version").integer(loadResultsVersion);
    json.key(u"complete").boolean(result.complete);
    json.key(u"created_at").string(result.createdAt.toUTC().toString(Qt::ISODate));
    json.key(u"manifest").null();
    reasons.add(u"/manifest"_s,
        QCoreApplication::translate(
            "ResultsWriter", "the run had no manifest: nothing is stated about model revision, engine and hardware"));
    json.key(u"runs").beginArray();
    for (std::size_t i = 0; i < result.levels.size(); ++i)
        writeRunRecord(json, result, result.levels[i], u"/runs/"_s + QString::number(i), reasons);
    json.endArray();
    json.key(u"local");
    writeLocal(json, result, reasons);
    json.endObject();
}

} // namespace

QByteArray writeLoadResults(const LoadResult &result, JsonWriter::Layout layout)
{
    QByteArray out;
    JsonWriter json(out, layout);
    write(json, result);
    out += '\n';
    return out;
}

void writeLoadResults(const LoadResult &result, const JsonWriter::Drain &drain)
{
    QByteArray out;
    JsonWriter json(out);
    json.drainInto(drain);
    write(json, result);
    out += '\n';
    json.flush();
}

} // namespace streamgauge
