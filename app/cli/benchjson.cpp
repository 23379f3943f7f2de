// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/benchjson.h"

#include "models/core/errorwriter.h"
#include "models/load/runrecordwriter.h"
#include "models/load/warningjson.h"

namespace streamgauge {

QByteArray benchJson(const RunFinished &finished)
{
    QByteArray out;
    JsonWriter json(out);
    NullReasons reasons; // stand in the results file
    json.beginObject();
    json.key(u"exit_code").integer(finished.exitCode);
    writeError(json, finished.error);
    json.key(u"results").stringOrNull(finished.path);
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
    writeWarnings(json, finished.result ? finished.result->warnings : std::vector<RunWarning>());
    json.endObject();
    return out + '\n';
}

} // namespace streamgauge
