// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/proxyserver.h"

#include "tests/servers/serverscript.h"

#include <QUrl>

#include <poll.h>
#include <sys/socket.h>

#include <array>

namespace streamgauge::test {

namespace {

bool readMore(int socket, QByteArray &into)
{
    std::array<char, 16'384> bytes;
    const ssize_t size = ::recv(socket, bytes.data(), bytes.size(), 0);
    if (size > 0)
        into.append(bytes.data(), size);
    return size > 0;
}

bool send(int socket, const QByteArray &bytes)
{
    return BlockingServer::sendAll(socket, bytes.constData(), static_cast<std::size_t>(bytes.size()));
}

void pump(int one, int other)
{
    std::array<pollfd, 2> sides{{{one, POLLIN, 0}, {other, POLLIN, 0}}};
    for (;;) {
        ::poll(sides.data(), sides.size(), -1);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            QByteArray bytes;
            if (sides[i].revents && (!readMore(sides[i].fd, bytes) || !send(sides[1 - i].fd, bytes)))
                return;
        }
    }
}

QByteArray fieldOf(const QByteArray &head, const QByteArray &name)
{
    for (const QByteArray &line : head.split('\n')) {
        if (line.toLower().startsWith(QByteArray(name.toLower() + ':')))
            return line.mid(name.size() + 1).trimmed();
    }
    return {};
}

/// The request as its server gets it: by path, without what was for the proxy. Null while it is not all there.
QByteArray takeRequest(QByteArray &read)
{
    const qsizetype headSize = read.indexOf("\r\n\r\n") + 4;
    if (headSize < 4)
        return {};
    QByteArray head = read.first(headSize);
    const qsizetype size = headSize + fieldOf(head, "Content-Length").toLongLong();
    if (read.size() < size)
        return {};
    const QByteArray body = read.mid(headSize, size - headSize);
    read.remove(0, size);
    QByteArrayList lines = head.split('\n');
    QByteArrayList words = lines.first().split(' ');
    words[1] = QUrl::fromEncoded(words[1]).toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority);
    lines.first() = words.join(' ');
    lines.removeIf([](const QByteArray &line) { return line.toLower().startsWith("proxy-"); });
    return lines.join('\n') + body;
}

} // namespace

ProxyServer::ProxyServer(Rules rules)
    : m_rules(std::move(rules))
    , m_server([this](int socket) { serve(socket); })
{
}

QString ProxyServer::url(const QString &userInfo, const QString &scheme) const
{
    return scheme + QStringLiteral("://") + (userInfo.isEmpty() ? QString() : QString(userInfo + u'@'))
        + QStringLiteral("127.0.0.1:%1").arg(port());
}

QByteArrayList ProxyServer::told() const
{
    const std::lock_guard lock(m_mutex);
    return m_told;
}

void ProxyServer::note(const QByteArray &words)
{
    const std::lock_guard lock(m_mutex);
    m_told.append(words);
}

quint16 ProxyServer::portOf(const ProxyTarget &target) const
{
    return m_rules.names.value(target.host, target.host == "127.0.0.1" ? target.port : 0);
}

bool ProxyServer::allows(const QByteArray &head) const
{
    return m_rules.credentials.isEmpty()
        || fieldOf(head, "Proxy-Authorization") == "Basic " + m_rules.credentials.toBase64();
}

void ProxyServer::serve(int socket)
{
    QByteArray read;
    if (!readMore(socket, read) || m_rules.hangsUp)
        return;
    if (read.front() == socksVersion)
        serveSocks(socket, read);
    else
        serveHttp(socket, read);
}

void ProxyServer::serveHttp(int socket, QByteArray read)
{
    while (!read.contains("\r\n\r\n")) {
        if (!readMore(socket, read))
            return;
    }
    const QByteArray head = read.first(read.indexOf("\r\n\r\n") + 2);
    note(head);
    if (!allows(head))
        send(socket, wholeResponse(407, "who are you?", "Proxy-Authenticate: Basic realm=\"test\"\r\n"));
    else if (m_rules.refusal != 0)
        send(socket, wholeResponse(m_rules.refusal, "not through me"));
    else if (head.startsWith("CONNECT "))
        tunnel(socket, head);
    else
        forward(socket, read);
}

void ProxyServer::tunnel(int socket, const QByteArray &head)
{
    const QByteArray place = head.split(' ').value(1);
    const qsizetype colon = place.lastIndexOf(':');
    const quint16 port = portOf({place.left(colon), place.mid(colon + 1).toUShort()});
    const auto use = [socket](int server) {
        send(socket, "HTTP/1.1 200 Connection established\r\n\r\n");
        pump(socket, server);
    };
    if (!m_server.connected(port, use))
        send(socket, wholeResponse(502, "no such place"));
}

void ProxyServer::forward(int socket, QByteArray read)
{
    const QUrl url = QUrl::fromEncoded(read.split(' ').value(1));
    const quint16 port = portOf({url.host().toLatin1(), static_cast<quint16>(url.port(80))});
    const auto use = [this, socket, &read](int server) {
        std::array<pollfd, 2> sides{{{socket, POLLIN, 0}, {server, POLLIN, 0}}};
        for (;;) {
            for (QByteArray request = takeRequest(read); !request.isNull(); request = takeRequest(read))
                send(server, request);
            ::poll(sides.data(), sides.size(), -1);
            QByteArray answer;
            if (sides[1].revents && (!readMore(server, answer) || !send(socket, answer)))
                return;
            const bool begins = read.isEmpty();
            if (sides[0].revents && !readMore(socket, read))
                return;
            if (begins && !read.isEmpty())
                note(read.first(read.indexOf("\r\n\r\n") + 2));
        }
    };
    if (!m_server.connected(port, use))
        send(socket, wholeResponse(502, "no such place"));
}

void ProxyServer::serveSocks(int socket, const QByteArray &read)
{
    const auto target = hearSocks(socket, read, m_rules.credentials);
    if (!target)
        return;
    note("SOCKS5 " + target->host + ':' + QByteArray::number(target->port));
    const auto use = [socket](int server) {
        answerSocks(socket, true);
        pump(socket, server);
    };
    if (m_rules.refusal != 0 || !m_server.connected(portOf(*target), use))
        answerSocks(socket, false);
}

} // namespace streamgauge::test
