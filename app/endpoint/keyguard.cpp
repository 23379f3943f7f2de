// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/keyguard.h"

#include "models/endpoint/serverwords.h"

#include <algorithm>

namespace streamgauge {

namespace {

constexpr auto stars = "***";

/// Longest first: what holds another secret must not be left with its ends showing.
QByteArrayList inOrder(QByteArrayList secrets)
{
    secrets.removeAll(QByteArray());
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

QByteArrayList secretsOf(const QNetworkRequest &request)
{
    const QByteArray header = request.rawHeader("Authorization");
    const QByteArray scheme = "Bearer ";
    return header.startsWith(scheme) ? QByteArrayList{header.sliced(scheme.size())} : QByteArrayList();
}

void hideSecrets(StreamFacts &facts, const QByteArrayList &secrets)
{
    if (inOrder(secrets).isEmpty())
        return;
    for (QString *text : {&facts.transportError, &facts.location, &facts.serverHeader, &facts.finishReason,
             &facts.errorMessage, &facts.malformed, &facts.serverModel, &facts.answerText, &facts.reasoningText})
        *text = withoutSecrets(std::move(*text), secrets);
    hideInBody(facts.errorBody, secrets);
    facts.usageRaw = withoutSecrets(std::move(facts.usageRaw), secrets);
    facts.timingsRaw = withoutSecrets(std::move(facts.timingsRaw), secrets);
    for (ToolCall &call : facts.toolCalls) {
        for (QString *text : {&call.id, &call.name, &call.arguments})
            *text = withoutSecrets(std::move(*text), secrets);
    }
}

} // namespace streamgauge
