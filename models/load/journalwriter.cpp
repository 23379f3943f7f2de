// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/journalwriter.h"

#include "models/core/jsonwriter.h"
#include "models/load/levelwriter.h"
#include "models/load/requestwriter.h"
#include "models/load/resultsfile.h"
#include "models/load/warningjson.h"

namespace streamgauge {

namespace {

template <typename Fill>
QByteArray line(Fill fill)
{
    QByteArray out;
    JsonWriter json(out, JsonWriter::Layout::OneLine);
    json.beginObject();
    fill(json);
    json.endObject();
    out += '\n';
    return out;
}

} // namespace

QByteArray LoadJournal::headLine(const LoadRunFacts &run, const QString &sideFile)
{
    // An interrupted first level without a request: so the document names everything that a run record states.
    LoadResult soFar{run, {}, LoadLevel{}, {}}; // no side file: it is not finished
    soFar.complete = false;
    soFar.partial->concurrency = run.plan.concurrency.front();
    const QByteArray document = writeLoadResults(soFar, JsonWriter::Layout::OneLine);
    return line([&](JsonWriter &json) {
        json.key(u"format").string(loadJournalFormat);
        json.key(u"format_version").integer(loadJournalVersion);
        if (!sideFile.isEmpty())
            json.key(u"side_file").string(sideFile);
        json.key(u"document").raw(document.trimmed());
    });
}

QByteArray LoadJournal::sideFileLine(const QString &sideFile)
{
    return line([&sideFile](JsonWriter &json) { json.key(u"side_file").string(sideFile); });
}

QByteArray LoadJournal::requestLine(int level, const RequestRecord &request, qint64 originNs)
{
    return line([&](JsonWriter &json) {
        NullReasons reasons; // those of a results file are written when it is
        json.key(u"level").integer(level);
        json.key(u"request");
        writeRequest(json, request, originNs, {}, reasons);
    });
}

QByteArray LoadJournal::levelLine(int level, const LoadLevel &ended)
{
    LoadLevel alone;
    alone.concurrency = ended.concurrency;
    alone.client = ended.client;
    return line([&](JsonWriter &json) {
        NullReasons reasons;
        json.key(u"level").integer(level);
        json.key(u"ended");
        writeLevel(json, alone, {}, reasons);
    });
}

QByteArray LoadJournal::warningLine(const RunWarning &warning)
{
    return line([&warning](JsonWriter &json) {
        json.key(u"warning");
        writeWarning(json, warning);
    });
}

} // namespace streamgauge
