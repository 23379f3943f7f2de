// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/keyguard.h"

namespace streamgauge {

namespace {

constexpr auto stars = "***";

} // namespace

QByteArray withoutKey(QByteArray text, const QByteArray &key)
{
    return key.isEmpty() ? text : text.replace(key, stars);
}

QString withoutKey(QString text, const QByteArray &key)
{
    return key.isEmpty() ? text : text.replace(QString::fromLatin1(key), QLatin1StringView(stars));
}

QByteArray bearerKey(const QNetworkRequest &request)
{
    const QByteArray header = request.rawHeader("Authorization");
    const QByteArray scheme = "Bearer ";
    return header.startsWith(scheme) ? header.sliced(scheme.size()) : QByteArray();
}

void hideKey(StreamFacts &facts, const QByteArray &key)
{
    if (key.isEmpty())
        return;
    for (QString *text :
        {&facts.transportError, &facts.location, &facts.serverHeader, &facts.errorBody, &facts.finishReason,
            &facts.errorMessage, &facts.malformed, &facts.serverModel, &facts.answerText, &facts.reasoningText})
        *text = withoutKey(std::move(*text), key);
    facts.usageRaw = withoutKey(std::move(facts.usageRaw), key);
    facts.timingsRaw = withoutKey(std::move(facts.timingsRaw), key);
    for (ToolCall &call : facts.toolCalls) {
        for (QString *text : {&call.id, &call.name, &call.arguments})
            *text = withoutKey(std::move(*text), key);
    }
}

} // namespace streamgauge
