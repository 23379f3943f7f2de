// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/errorwriter.h"

namespace streamgauge {

void writeError(JsonWriter &json, const std::optional<Error> &error)
{
    json.key(u"error");
    if (!error) {
        json.null();
        return;
    }
    json.beginObject();
    json.key(u"code").string(error->code);
    json.key(u"message").string(error->message);
    json.endObject();
}

} // namespace streamgauge
