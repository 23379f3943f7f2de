// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/simulator/rawclient.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace streamgauge::test {

using namespace Qt::StringLiterals;

QByteArray RawReply::header(const QByteArray &name) const
{
    const QByteArray start = name.toLower() + ':';
    for (const QByteArray &line : head.split('\n')) {
        if (line.toLower().startsWith(start))
            return line.mid(name.size() + 1).trimmed();
    }
    return {};
}

JsonValue RawReply::json() const
{
    return parseJson(body).value_or(JsonValue());
}

QByteArrayList RawReply::events() const
{
    QByteArrayList payloads;
    for (qsizetype at = 0; at < body.size();) {
        const qsizetype end = body.indexOf("\n\n", at);
        if (end < 0)
            break;
        const QByteArray block = body.mid(at, end - at);
        payloads += block.startsWith("data: ") ? block.mid(6) : "unexpected: " + block;
        at = end + 2;
    }
    return payloads;
}

std::vector<JsonValue> RawReply::objects() const
{
    std::vector<JsonValue> values;
    for (const QByteArray &payload : events()) {
        if (const auto value = parseJson(payload); value && value->isObject())
            values.push_back(*value);
    }
    return values;
}

QString RawReply::text(const QString &field) const
{
    QString all;
    for (const JsonValue &object : objects()) {
        for (const JsonValue &choice : object[u"choices"].array())
            all += choice[u"delta"][field].toString();
    }
    return all;
}

int RawReply::contentChunks() const
{
    int count = 0;
    for (const JsonValue &object : objects()) {
        for (const JsonValue &choice : object[u"choices"].array()) {
            const JsonValue &delta = choice[u"delta"];
            count += !delta[u"content"].toString().isEmpty() || !delta[u"reasoning_content"].toString().isEmpty();
        }
    }
    return count;
}

QString RawReply::finishReason() const
{
    QString reason;
    for (const JsonValue &object : objects()) {
        for (const JsonValue &choice : object[u"choices"].array()) {
            if (choice[u"finish_reason"].isString())
                reason = choice[u"finish_reason"].toString();
        }
    }
    return reason;
}

RawClient::RawClient(quint16 port, int receiveBuffer)
    : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    if (receiveBuffer > 0)
        setsockopt(m_socket.get(), SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(m_socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        close();
}

bool RawClient::send(const QByteArray &bytes)
{
    for (qsizetype sent = 0; sent < bytes.size();) {
        const ssize_t count = ::send(
            m_socket.get(), bytes.constData() + sent, static_cast<std::size_t>(bytes.size() - sent), MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        sent += count;
    }
    return true;
}

bool RawClient::sendChat(const QByteArray &body, const QByteArray &extraHeaders)
{
    return send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n" + extraHeaders
        + "Content-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
}

bool RawClient::sendGet(const QByteArray &path)
{
    return send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
}

RawReply RawClient::readHead(int patienceMs)
{
    RawReply reply;
    qsizetype end = -1;
    while ((end = m_in.indexOf("\r\n\r\n")) < 0) {
        const More more = receive(patienceMs);
        if (more == More::Bytes)
            continue;
        reply.end = more == More::Closed ? RawReply::End::Closed
            : more == More::Reset        ? RawReply::End::Reset
                                         : RawReply::End::Timeout;
        return reply;
    }
    reply.head = m_in.left(end + 2);
    m_in.remove(0, end + 4);
    reply.status = reply.head.mid(9, 3).toInt();
    reply.end = RawReply::End::Complete;
    return reply;
}

RawReply RawClient::read(int patienceMs)
{
    RawReply reply = readHead(patienceMs);
    if (reply.end != RawReply::End::Complete)
        return reply;
    const bool chunked = reply.header("Transfer-Encoding") == "chunked";
    const QByteArray length = reply.header("Content-Length");
    for (bool last = false;;) {
        while (chunked && !last && takeChunk(reply.body, last)) { }
        if (!chunked)
            reply.body += std::exchange(m_in, {});
        if (last || (!length.isEmpty() && reply.body.size() >= length.toLongLong()))
            break;
        const More more = receive(patienceMs);
        if (more == More::Bytes)
            continue;
        reply.end = more == More::Closed ? RawReply::End::Closed
            : more == More::Reset        ? RawReply::End::Reset
                                         : RawReply::End::Timeout;
        return reply;
    }
    if (!chunked) {
        m_in = reply.body.mid(length.toLongLong());
        reply.body.truncate(length.toLongLong());
    }
    return reply;
}

bool RawClient::closedByPeer(int patienceMs)
{
    return m_in.isEmpty() && receive(patienceMs) == More::Closed;
}

RawClient::More RawClient::receive(int patienceMs)
{
    if (!m_socket.valid())
        return More::Closed;
    pollfd waiting{m_socket.get(), POLLIN, 0};
    if (poll(&waiting, 1, patienceMs) <= 0)
        return More::Timeout;
    std::array<char, 65'536> buffer;
    const ssize_t count = recv(m_socket.get(), buffer.data(), buffer.size(), 0);
    if (count < 0)
        return More::Reset;
    m_in.append(buffer.data(), count);
    return count == 0 ? More::Closed : More::Bytes;
}

bool RawClient::takeChunk(QByteArray &body, bool &last)
{
    const qsizetype lineEnd = m_in.indexOf("\r\n");
    if (lineEnd < 0)
        return false;
    const qsizetype size = m_in.left(lineEnd).toLongLong(nullptr, 16);
    if (m_in.size() < lineEnd + 2 + size + 2)
        return false;
    body += m_in.mid(lineEnd + 2, size);
    m_in.remove(0, lineEnd + 2 + size + 2);
    last = size == 0;
    return true;
}

QByteArray ChatBody::json() const
{
    QByteArray out = "{\"model\":\"" + model + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + content + "\"}]";
    out += ",\"max_tokens\":" + QByteArray::number(maxTokens);
    if (stream)
        out += ",\"stream\":true";
    if (ignoreEos)
        out += ",\"ignore_eos\":true";
    if (includeUsage)
        out += ",\"stream_options\":{\"include_usage\":true}";
    return out + "}";
}

RawReply chat(quint16 port, const ChatBody &body, int patienceMs)
{
    RawClient client(port);
    client.sendChat(body.json());
    return client.read(patienceMs);
}

RawReply get(quint16 port, const QByteArray &path)
{
    RawClient client(port);
    client.sendGet(path);
    return client.read();
}

} // namespace streamgauge::test
