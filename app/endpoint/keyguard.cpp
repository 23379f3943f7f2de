// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/keyguard.h"

#include "models/core/json.h"
#include "models/endpoint/serverwords.h"

#include <algorithm>

namespace streamgauge {

namespace {

constexpr auto stars = "***";
constexpr auto secretsAttribute = static_cast<QNetworkRequest::Attribute>(QNetworkRequest::User + 4);

/// Longest first: what holds another secret must not be left with its ends showing.
QByteArrayList inOrder(QByteArrayList secrets)
{
    secrets.removeIf([](const QByteArray &secret) { return secret.size() < shortestSecret; });
    std::ranges::stable_sort(secrets, std::ranges::greater(), &QByteArray::size);
    return secrets;
}

void hideInBody(QString &body, const QByteArrayList &secrets)
{
    body = withoutSecrets(std::move(body), secrets);
    const QString words = serverWords(body.toUtf8());
    if (QString hidden = withoutSecrets(words, secrets); hidden != words)
        body = std::move(hidden);
}

} // namespace

QByteArray withoutSecrets(QByteArray text, const QByteArrayList &secrets)
{
    for (const QByteArray &secret : inOrder(secrets))
        text.replace(secret, stars);
    return text;
}

QString withoutSecrets(QString text, const QByteArrayList &secrets)
{
    for (const QByteArray &secret : inOrder(secrets))
        text.replace(QString::fromUtf8(secret), QLatin1StringView(stars));
    return text;
}

QByteArray withoutSecretsInJson(QByteArray json, const QByteArrayList &secrets)
{
    const QByteArrayList hidden = inOrder(secrets);
    if (hidden.isEmpty())
        return json;
    QByteArrayList spelled = hidden;
    if (json.contains('\\')) {
        // Written anew it has escapes only where JSON needs them.
        const auto value = parseJson(json);
        QByteArray plain = value ? compactJson(*value) : json;
        for (const QByteArray &secret : hidden) {
            const QByteArray quoted = jsonString(QString::fromUtf8(secret));
            spelled += quoted.sliced(1, quoted.size() - 2);
        }
        const bool holdsOne =
            std::ranges::any_of(spelled, [&plain](const QByteArray &secret) { return plain.contains(secret); });
        if (holdsOne)
            json = std::move(plain);
    }
    return withoutSecrets(std::move(json), spelled);
}

void setSecrets(QNetworkRequest &request, const QByteArrayList &secrets)
{
    request.setAttribute(secretsAttribute, QVariant::fromValue(secrets));
}

QByteArrayList secretsOf(const QNetworkRequest &request)
{
    return request.attribute(secretsAttribute).value<QByteArrayList>();
}

void hideSecrets(StreamFacts &facts, const QByteArrayList &secrets)
{
    if (inOrder(secrets).isEmpty())
        return;
    for (QString *text : {&facts.transportError, &facts.location, &facts.serverHeader, &facts.finishReason,
             &facts.errorMessage, &facts.malformed, &facts.serverModel, &facts.answerText, &facts.reasoningText})
        *text = withoutSecrets(std::move(*text), secrets);
    hideInBody(facts.errorBody, secrets);
    facts.usageRaw = withoutSecretsInJson(std::move(facts.usageRaw), secrets);
    facts.timingsRaw = withoutSecretsInJson(std::move(facts.timingsRaw), secrets);
    for (ToolCall &call : facts.toolCalls) {
        for (QString *text : {&call.id, &call.name, &call.arguments})
            *text = withoutSecrets(std::move(*text), secrets);
    }
}

} // namespace streamgauge
