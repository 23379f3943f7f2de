// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/endpointsettings.h"
#include "models/core/json.h"
#include "tests/servers/loopbackserver.h"

#include <QTest>

#include <functional>

namespace streamgauge::test {

/// A chat completions server whose every answer can be told; as it is, a well-behaved one that serves "m" and counts a
/// token for each white-space separated word of the prompt.
struct ScriptedEndpoint {
    QByteArray modelList = R"({"object":"list","data":[{"id":"m","object":"model"}]})";
    std::function<ServerScript(const ServerRequest &)> models; ///< in place of the list
    std::function<ServerScript(const ServerRequest &)> chat; ///< in place of the stream
    bool reportsUsage = true;
    int tokens = 4; ///< of an answer; the limit asked for, if that is lower
    int templateTokens = 10;
    bool closesAfterStream = false;
    std::chrono::milliseconds thinksFor{0}; ///< before it streams

    [[nodiscard]] ServerScript answer(const ServerRequest &request) const
    {
        if (request.target.startsWith("/v1/models"))
            return models ? models(request) : ServerScript().send(wholeResponse(200, modelList));
        if (request.target.startsWith("/v1/chat/completions"))
            return chat ? chat(request) : stream(request);
        return ServerScript().send(wholeResponse(404, R"({"error":{"message":"no such path"}})"));
    }

    [[nodiscard]] ServerScript stream(const ServerRequest &request) const
    {
        const JsonValue body = parsed(request);
        const int limit =
            static_cast<int>(std::max(body[u"max_tokens"].toInteger(), body[u"max_completion_tokens"].toInteger()));
        const int count = std::min(tokens, limit);
        QByteArray events = event(R"({"model":"m-served","choices":[{"index":0,"delta":{"role":"assistant"}}]})");
        for (int i = 0; i < count; ++i)
            events += event(R"({"choices":[{"index":0,"delta":{"content":" word"}}]})");
        events += event(R"({"choices":[{"index":0,"delta":{},"finish_reason":"length"}]})");
        if (reportsUsage)
            events += event(QByteArray(R"({"choices":[],"usage":{"prompt_tokens":)")
                + QByteArray::number(words(request) + templateTokens) + R"(,"completion_tokens":)"
                + QByteArray::number(count) + "}}");
        events += "data: [DONE]\n\n";
        ServerScript script;
        if (thinksFor.count() > 0)
            script.pause(thinksFor);
        script.send(streamHead("Server: scripted\r\n") + httpChunk(events) + lastHttpChunk);
        return closesAfterStream ? script.close() : script;
    }

    [[nodiscard]] static QByteArray event(const QByteArray &json) { return streamEvent(json); }

    [[nodiscard]] static JsonValue parsed(const ServerRequest &request)
    {
        return parseJson(request.body).value_or(JsonValue());
    }

    [[nodiscard]] static QString prompt(const ServerRequest &request)
    {
        const JsonValue body = parsed(request);
        const auto &messages = body[u"messages"].array();
        return messages.size() == 1 ? messages.front()[u"content"].toString() : QString();
    }

    [[nodiscard]] static int words(const ServerRequest &request)
    {
        return static_cast<int>(prompt(request).split(u' ', Qt::SkipEmptyParts).size());
    }

    [[nodiscard]] LoopbackServer::Answer function() const
    {
        return [copy = *this](const ServerRequest &request) { return copy.answer(request); };
    }
};

[[nodiscard]] inline ServerScript whole(int status, const QByteArray &body, const QByteArray &fields = {})
{
    return ServerScript().send(wholeResponse(status, body, fields));
}

[[nodiscard]] inline EndpointSettings settingsFor(
    const LoopbackServer &server, const QString &model = {}, const QByteArray &key = {})
{
    auto address =
        EndpointAddress::parse(QStringLiteral("%1://127.0.0.1:%2").arg(server.url().scheme()).arg(server.port()));
    return {*address, key, model};
}

} // namespace streamgauge::test
