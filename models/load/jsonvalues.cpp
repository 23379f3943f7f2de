// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/jsonvalues.h"

#include <cmath>

namespace streamgauge {

void writeText(JsonWriter &json, QStringView key, const QString &text)
{
    json.key(key);
    if (text.isEmpty())
        json.null();
    else
        json.string(text);
}

void writeBool(JsonWriter &json, QStringView key, std::optional<bool> value)
{
    json.key(key);
    if (value)
        json.boolean(*value);
    else
        json.null();
}

void writeInteger(JsonWriter &json, QStringView key, std::optional<qint64> value)
{
    json.key(key);
    if (value)
        json.integer(*value);
    else
        json.null();
}

void writeNumber(JsonWriter &json, QStringView key, std::optional<double> value)
{
    json.key(key);
    if (value && std::isfinite(*value)) // JSON has no word for the others
        json.number(*value);
    else
        json.null();
}

void writeMillis(JsonWriter &json, QStringView key, std::optional<qint64> ns)
{
    json.key(key);
    if (ns)
        json.millis(*ns);
    else
        json.null();
}

} // namespace streamgauge
