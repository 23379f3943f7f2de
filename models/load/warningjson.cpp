// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/warningjson.h"

namespace streamgauge {

void writeWarning(JsonWriter &json, const RunWarning &warning)
{
    json.beginObject(JsonWriter::Layout::OneLine);
    json.key(u"code").string(warning.code);
    json.key(u"message").string(warning.message);
    json.key(u"level").integer(warning.level);
    json.key(u"request").integer(warning.request);
    json.endObject();
}

void writeWarnings(JsonWriter &json, const std::vector<RunWarning> &warnings)
{
    json.key(u"warnings").beginArray();
    for (const RunWarning &warning : warnings)
        writeWarning(json, warning);
    json.endArray();
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
