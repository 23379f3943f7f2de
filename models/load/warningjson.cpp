// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/warningjson.h"

#include "models/load/jsonvalues.h"

namespace streamgauge {

void writeWarning(JsonWriter &json, const RunWarning &warning)
{
    json.beginObject(JsonWriter::Layout::OneLine);
    json.key(u"code").string(warning.code);
    json.key(u"message").string(warning.message);
    writeInteger(json, u"level", warning.level);
    writeInteger(json, u"request", warning.request);
    json.endObject();
}

RunWarning readWarning(const JsonCursor &json)
{
    RunWarning warning;
    warning.code = json[u"code"].text();
    warning.message = json[u"message"].text();
    if (const JsonCursor level = json[u"level"]; !level.isNull())
        warning.level = level.count();
    if (const JsonCursor request = json[u"request"]; !request.isNull())
        warning.request = static_cast<quint64>(request.integer());
    return warning;
}

} // namespace streamgauge
