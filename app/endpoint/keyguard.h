// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/streamfacts.h"

#include <QByteArray>
#include <QNetworkRequest>

namespace streamgauge {

/// A server may echo what it was sent. What it says is shown, printed and kept, so the API key is taken out of it
/// first, and three asterisks put in its place. An empty key changes nothing.
[[nodiscard]] QByteArray withoutKey(QByteArray text, const QByteArray &key);
[[nodiscard]] QString withoutKey(QString text, const QByteArray &key);

/// The key that a request carries as "Authorization: Bearer KEY"; "" when it carries none.
[[nodiscard]] QByteArray bearerKey(const QNetworkRequest &request);

/// Takes the key out of every text of the facts.
void hideKey(StreamFacts &facts, const QByteArray &key);

} // namespace streamgauge
