// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"
#include "models/core/json.h"

#include <QByteArray>
#include <QByteArrayList>

#include <vector>

namespace streamgauge::test {

/// One HTTP response as it came off the wire.
struct RawReply {
    enum class End {
        Complete, ///< by its length or its last chunk
        Closed, ///< the connection ended first
        Reset, ///< the connection was reset first
        Timeout, ///< nothing came for a while
    };
    int status = 0;
    QByteArray head;
    QByteArray body; ///< without chunk framing
    End end = End::Timeout;

    [[nodiscard]] QByteArray header(const QByteArray &name) const; ///< "" when absent
    [[nodiscard]] JsonValue json() const;
    /// The payloads of the stream's events, in order.
    [[nodiscard]] QByteArrayList events() const;
    /// Those that are JSON objects.
    [[nodiscard]] std::vector<JsonValue> objects() const;
    /// All text of the given field of the deltas.
    [[nodiscard]] QString text(const QString &field = QStringLiteral("content")) const;
    /// Events with text in either field.
    [[nodiscard]] int contentChunks() const;
    [[nodiscard]] QString finishReason() const; ///< "" when there is none
};

/// A blocking client that knows just enough HTTP to see what a server really sends.
class RawClient final {
public:
    explicit RawClient(quint16 port, int receiveBuffer = 0);

    /// False when the peer no longer takes bytes.
    bool send(const QByteArray &bytes);
    bool sendChat(const QByteArray &body, const QByteArray &extraHeaders = {});
    bool sendGet(const QByteArray &path);
    /// Reads one response; `patienceMs` without a byte is a timeout.
    [[nodiscard]] RawReply read(int patienceMs = 10'000);
    /// Reads no more than the head.
    [[nodiscard]] RawReply readHead(int patienceMs = 10'000);
    /// Whether the peer closes the connection within the time, with nothing more to say.
    [[nodiscard]] bool closedByPeer(int patienceMs = 10'000);
    void close() { m_socket = FileDescriptor(); }

private:
    enum class More { Bytes, Closed, Reset, Timeout };
    More receive(int patienceMs);
    [[nodiscard]] bool takeChunk(QByteArray &body, bool &last);

    FileDescriptor m_socket;
    QByteArray m_in;
};

/// A chat request's body.
struct ChatBody {
    QByteArray model = "sim/steady";
    QByteArray content = "hello there you";
    int maxTokens = 8;
    bool stream = true;
    bool ignoreEos = true;
    bool includeUsage = true;

    [[nodiscard]] QByteArray json() const;
};

/// One request on a connection of its own.
[[nodiscard]] RawReply chat(quint16 port, const ChatBody &body, int patienceMs = 10'000);
[[nodiscard]] RawReply get(quint16 port, const QByteArray &path);

} // namespace streamgauge::test
