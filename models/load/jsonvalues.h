// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsonwriter.h"

#include <QString>

#include <optional>

namespace streamgauge {

// Members whose value may be unknown: null then.

void writeText(JsonWriter &json, QStringView key, const QString &text); ///< "" = unknown
void writeBool(JsonWriter &json, QStringView key, std::optional<bool> value);
void writeInteger(JsonWriter &json, QStringView key, std::optional<qint64> value);
void writeNumber(JsonWriter &json, QStringView key, std::optional<double> value);
void writeMillis(JsonWriter &json, QStringView key, std::optional<qint64> ns); ///< unrounded

} // namespace streamgauge
