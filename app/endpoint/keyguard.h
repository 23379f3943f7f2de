// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/streamfacts.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QNetworkRequest>

namespace streamgauge {

/// A server may echo what it was sent. What it says is shown, printed and kept, so secrets such as the API key are
/// taken out of it first, and three asterisks put in their place. A secret below shortestSecret bytes is a placeholder
/// that local servers ignore ("none", "ollama"); taking it out of every text would tear up names and numbers.
inline constexpr qsizetype shortestSecret = 8;
[[nodiscard]] QByteArray withoutSecrets(QByteArray text, const QByteArrayList &secrets);
[[nodiscard]] QString withoutSecrets(QString text, const QByteArrayList &secrets);
/// The same for JSON text, in which an escape may spell any character: where a secret stands in its values or keys, the
/// document comes back rewritten. What is no JSON is treated as text.
[[nodiscard]] QByteArray withoutSecretsInJson(QByteArray json, const QByteArrayList &secrets);

/// What a request carries and nobody may see.
void setSecrets(QNetworkRequest &request, const QByteArrayList &secrets);
[[nodiscard]] QByteArrayList secretsOf(const QNetworkRequest &request);

/// Takes the secrets out of every text of the facts. An error's body that spells one with JSON escapes becomes its
/// words (serverWords()), without the secret.
void hideSecrets(StreamFacts &facts, const QByteArrayList &secrets);

} // namespace streamgauge
