// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/faults.h"

#include <QByteArrayView>

#include <zlib.h>

namespace streamgauge::test::faults {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype mebibyte = qsizetype(1) << 20;
constexpr qsizetype floodSize = mebibyte / 4;
constexpr auto slowGap = 50ms;

QByteArray contentEvent()
{
    return streamEvent(R"({"choices":[{"index":0,"delta":{"content":" word"}}]})");
}

QByteArray filled(const QByteArray &pattern, qsizetype size)
{
    return pattern.repeated(size / pattern.size());
}

/// One mebibyte of the pattern as a deflate block that needs nothing before it and can be followed by any other.
QByteArray compressedMebibyte(const QByteArray &pattern)
{
    QByteArray text = filled(pattern, mebibyte);
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    QByteArray block(mebibyte, Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    deflate(&stream, Z_FULL_FLUSH);
    block.truncate(block.size() - static_cast<qsizetype>(stream.avail_out));
    deflateEnd(&stream);
    return block;
}

ServerScript bombOf(const QByteArray &pattern)
{
    const QByteArray gzipHead = QByteArray::fromHex("1f8b08000000000000ff");
    return ServerScript()
        .send(streamHead("Content-Encoding: gzip\r\n") + httpChunk(gzipHead))
        .flood(httpChunk(compressedMebibyte(pattern)), 1024)
        .silence();
}

} // namespace

ServerScript begunAnswer()
{
    return ServerScript().send(streamHead() + httpChunk(contentEvent()) + httpChunk(contentEvent()));
}

QByteArray answerUpToItsEnd(const QByteArray &fields)
{
    const QByteArray end = streamEvent(R"({"choices":[{"index":0,"delta":{},"finish_reason":"length"}]})")
        + streamEvent(R"({"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2}})") + streamEvent("[DONE]");
    return streamHead(fields) + httpChunk(contentEvent()) + httpChunk(contentEvent()) + httpChunk(end);
}

ServerScript resetBeforeAnswer()
{
    return ServerScript().reset();
}

ServerScript resetMidStream()
{
    // Without the pause the reset may overtake what was sent before it.
    return begunAnswer().pause(20ms).reset();
}

ServerScript halfCloseBeforeAnswer()
{
    return ServerScript().halfClose().silence();
}

ServerScript halfCloseMidStream()
{
    return begunAnswer().halfClose().silence();
}

ServerScript stallBeforeHead()
{
    return ServerScript().silence();
}

ServerScript stallMidStream()
{
    return begunAnswer().silence();
}

ServerScript slowHead()
{
    return ServerScript().drip(streamHead("X-Padding: " + QByteArray(10'000, 'x') + "\r\n"), slowGap);
}

ServerScript slowBody()
{
    return begunAnswer().send(httpChunk(QByteArray(10'000, ' ')).first(6)).drip(QByteArray(10'000, ' '), slowGap);
}

ServerScript keepAlivesOnly()
{
    ServerScript script;
    script.send(streamHead());
    for (int i = 0; i < 10'000; ++i)
        script.send(httpChunk(": ping\n\n")).pause(slowGap);
    return script;
}

ServerScript garbageAfterDone()
{
    return ServerScript().send(answerUpToItsEnd()
        + httpChunk("\x01\xff{\"choices\":[{\"delta\":{\"content\":\"late\"}}]}\n\n") + lastHttpChunk);
}

ServerScript garbageAfterBody()
{
    const QByteArray stale = streamEvent(R"({"choices":[{"index":0,"delta":{"content":"stale"}}]})")
        + streamEvent(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})") + streamEvent("[DONE]");
    return ServerScript().send(answerUpToItsEnd() + lastHttpChunk + streamHead() + httpChunk(stale) + lastHttpChunk);
}

ServerScript endlessAfterDone()
{
    return ServerScript().send(answerUpToItsEnd()).flood(httpChunk(QByteArray(floodSize, 'x')));
}

ServerScript hugeLine()
{
    return begunAnswer()
        .send(httpChunk("data: "))
        .flood(httpChunk(QByteArray(floodSize, 'x')), 1024 * mebibyte / floodSize)
        .silence();
}

ServerScript gzipBomb()
{
    return bombOf(QByteArray(1, '\0'));
}

ServerScript gzipBombOfComments()
{
    return bombOf(": ping\n\n");
}

ServerScript endlessAnswer()
{
    return begunAnswer().flood(httpChunk(filled(contentEvent(), floodSize)));
}

ServerScript endlessForeignText()
{
    return ServerScript().send(streamHead()).flood(httpChunk(filled("hello world\n", floodSize)));
}

ServerScript endlessErrorBody()
{
    return ServerScript()
        .send("HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n")
        .flood(httpChunk(filled("broken ", floodSize)));
}

ServerScript endlessHead()
{
    return ServerScript().send("HTTP/1.1 200 OK\r\n").flood(filled("X-More: and more\r\n", floodSize));
}

ServerScript endlessHeadLine()
{
    return ServerScript().send("HTTP/1.1 200 OK\r\nX-More: ").flood(QByteArray(floodSize, 'x'));
}

ServerScript endlessInterimAnswers()
{
    return ServerScript().flood(filled("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", floodSize));
}

ServerScript endlessChunkExtension()
{
    return begunAnswer().send("5;x=").flood(QByteArray(floodSize, 'x'));
}

ServerScript absurdLength()
{
    return ServerScript()
        .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9223372036854775807\r\n\r\n"
            + contentEvent())
        .silence();
}

ServerScript interimAnswersFirst()
{
    return ServerScript()
        .send("HTTP/1.1 100 Continue\r\n\r\n")
        .pause(5ms)
        .send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n")
        .pause(5ms)
        .send(answerUpToItsEnd() + lastHttpChunk);
}

ServerScript closeWithNotice()
{
    return ServerScript().send(answerUpToItsEnd("Connection: close\r\n") + lastHttpChunk).close();
}

ServerScript closeWithoutNotice()
{
    return ServerScript().send(answerUpToItsEnd() + lastHttpChunk).close();
}

} // namespace streamgauge::test::faults
