// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/benchjson.h"

#include "models/core/jsonwriter.h"
#include "models/load/runrecordwriter.h"

namespace streamgauge {

namespace {

void writeError(JsonWriter &json, const std::optional<Error> &error)
{
    if (!error) {
        json.null();
        return;
    }
    json.beginObject();
    json.key(u"code").string(error->code);
    json.key(u"message").string(error->message);
    json.endObject();
}

void writeWarning(JsonWriter &json, const RunWarning &warning)
{
    json.beginObject(JsonWriter::Layout::OneLine);
    json.key(u"code").string(warning.code);
    json.key(u"message").string(warning.message);
    json.key(u"level");
    warning.level ? json.integer(*warning.level) : json.null();
    json.key(u"request");
    warning.request ? json.integer(static_cast<qint64>(*warning.request)) : json.null();
    json.endObject();
}

} // namespace

QByteArray benchJson(const RunFinished &finished)
{
    QByteArray out;
    JsonWriter json(out);
    NullReasons reasons; // stand in the results file
    json.beginObject();
    json.key(u"exit_code").integer(finished.exitCode);
    json.key(u"error");
    writeError(json, finished.error);
    json.key(u"results");
    finished.path.isEmpty() ? json.null() : json.string(finished.path);
    json.key(u"complete").boolean(finished.result && finished.result->complete);
    json.key(u"runs").beginArray();
    if (finished.result) {
        for (const LoadLevel &level : finished.result->levels)
            writeRunRecord(json, *finished.result, level, {}, reasons);
    }
    json.endArray();
    json.key(u"partial_run");
    if (finished.result && finished.result->partial)
        writeRunRecord(json, *finished.result, *finished.result->partial, {}, reasons);
    else
        json.null();
    json.key(u"warnings").beginArray();
    if (finished.result) {
        for (const RunWarning &warning : finished.result->warnings)
            writeWarning(json, warning);
    }
    json.endArray();
    json.endObject();
    return out + '\n';
}

} // namespace streamgauge
