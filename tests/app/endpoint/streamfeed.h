// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatstream.h"

#include <QByteArray>

#include <vector>

namespace streamgauge::test {

/// A body read in one go, or piece by piece with a stamp of its own for each: 1000, 1001, ...
[[nodiscard]] inline StreamFacts readBody(
    const std::vector<QByteArray> &pieces, StreamEnd how = StreamEnd::BodyEnd, ChatStream::Options options = {.keepText = true})
{
    ChatStream stream(options);
    qint64 stamp = 1000;
    for (const QByteArray &piece : pieces)
        stream.receive(piece, stamp++);
    StreamFacts facts = stream.finish(how, stamp);
    facts.httpStatus = 200;
    facts.dispatchNs = 0;
    return facts;
}

/// The body of data events with these payloads.
[[nodiscard]] inline QByteArray events(const QList<QByteArray> &payloads)
{
    QByteArray body;
    for (const QByteArray &payload : payloads)
        body += "data: " + payload + "\n\n";
    return body;
}

/// A chunk with one choice whose delta has these members.
[[nodiscard]] inline QByteArray deltaChunk(const QByteArray &members, const QByteArray &finish = "null")
{
    return R"({"choices":[{"index":0,"delta":{)" + members + R"(},"finish_reason":)" + finish + "}]}";
}

[[nodiscard]] inline QByteArray content(const QByteArray &text)
{
    return deltaChunk("\"content\":\"" + text + '"');
}

inline const QByteArray stop = QByteArrayLiteral(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})");
inline const QByteArray done = QByteArrayLiteral("[DONE]");

} // namespace streamgauge::test
