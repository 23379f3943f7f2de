// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/sockswords.h"

#include "tests/servers/blockingserver.h"

#include <QByteArrayList>

#include <sys/socket.h>

#include <array>

namespace streamgauge::test {

namespace {

constexpr char fourBytes = 1; // an IPv4 address
constexpr char byPassword = 2;

/// Takes so many bytes off the front of what was read, reading more where needed; "" at the end.
QByteArray take(int socket, QByteArray &read, qsizetype size)
{
    while (read.size() < size) {
        std::array<char, 512> bytes;
        const ssize_t more = ::recv(socket, bytes.data(), bytes.size(), 0);
        if (more <= 0)
            return {};
        read.append(bytes.data(), more);
    }
    const QByteArray taken = read.first(size);
    read.remove(0, size);
    return taken;
}

/// What follows a byte that holds its length.
QByteArray takeCounted(int socket, QByteArray &read)
{
    const QByteArray size = take(socket, read, 1);
    return size.isEmpty() ? size : take(socket, read, static_cast<quint8>(size[0]));
}

void send(int socket, std::initializer_list<char> bytes)
{
    BlockingServer::sendAll(socket, bytes.begin(), bytes.size());
}

bool hearPassword(int socket, QByteArray &read, const QByteArray &credentials)
{
    if (take(socket, read, 1).isEmpty())
        return false;
    const QByteArray user = takeCounted(socket, read);
    const QByteArray password = takeCounted(socket, read);
    const bool right = QByteArrayList{user, password}.join(':') == credentials;
    send(socket, {1, right ? '\0' : '\1'});
    return right;
}

} // namespace

std::optional<ProxyTarget> hearSocks(int socket, QByteArray read, const QByteArray &credentials)
{
    if (take(socket, read, 1).isEmpty() || takeCounted(socket, read).isEmpty())
        return std::nullopt;
    send(socket, {socksVersion, credentials.isEmpty() ? '\0' : byPassword});
    if (!credentials.isEmpty() && !hearPassword(socket, read, credentials))
        return std::nullopt;
    const QByteArray question = take(socket, read, 4); // version, connect, 0, kind of address
    if (question.isEmpty())
        return std::nullopt;
    ProxyTarget target;
    if (question[3] == fourBytes) {
        QByteArrayList numbers;
        for (const char byte : take(socket, read, 4))
            numbers.append(QByteArray::number(static_cast<quint8>(byte)));
        target.host = numbers.join('.');
    } else {
        target.host = takeCounted(socket, read);
    }
    const QByteArray port = take(socket, read, 2);
    if (port.isEmpty())
        return std::nullopt;
    target.port = static_cast<quint16>((static_cast<quint8>(port[0]) << 8) + static_cast<quint8>(port[1]));
    return target;
}

void answerSocks(int socket, bool connected)
{
    constexpr char unreachable = 4;
    send(socket, {socksVersion, connected ? '\0' : unreachable, 0, fourBytes, 0, 0, 0, 0, 0, 0});
}

} // namespace streamgauge::test
