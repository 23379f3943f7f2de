// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/warningwriter.h"

namespace streamgauge {

void writeWarnings(JsonWriter &json, const std::vector<RunWarning> &warnings)
{
    json.key(u"warnings").beginArray();
    for (const RunWarning &warning : warnings) {
        json.beginObject(JsonWriter::Layout::OneLine);
        json.key(u"code").string(warning.code);
        json.key(u"message").string(warning.message);
        json.key(u"level").integer(warning.level);
        json.key(u"request").integer(warning.request);
        json.endObject();
    }
    json.endArray();
}

} // namespace streamgauge
