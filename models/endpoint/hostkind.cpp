// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/hostkind.h"

#include <QByteArray>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// The bytes of a numeric address, IPv4 as the mapped IPv6 form that the kernel uses too.
std::optional<std::array<quint8, 16>> numericAddress(const QString &host)
{
    std::array<quint8, 16> bytes{};
    // A zone (fe80::1%eth0) says which link, not which range.
    const QByteArray text = host.left(host.indexOf(u'%')).toLatin1();
    if (inet_pton(AF_INET6, text.constData(), bytes.data()) == 1)
        return bytes;
    bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (inet_pton(AF_INET, text.constData(), bytes.data() + 12) == 1)
        return bytes;
    return std::nullopt;
}

HostKind ipv4Kind(quint8 a, quint8 b)
{
    if (a == 127)
        return HostKind::Loopback;
    // 0.0.0.0 is what servers print when they listen everywhere; 100.64/10 is shared address space (RFC 6598).
    const bool inside = a == 0 || a == 10 || (a == 172 && b >= 16 && b < 32) || (a == 192 && b == 168)
        || (a == 169 && b == 254) || (a == 100 && b >= 64 && b < 128);
    return inside ? HostKind::Private : HostKind::Public;
}

HostKind numericKind(const std::array<quint8, 16> &ip)
{
    constexpr std::array<quint8, 16> loopback{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    constexpr std::array<quint8, 16> unspecified{};
    constexpr std::array<quint8, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (std::equal(mapped.begin(), mapped.end(), ip.begin()))
        return ipv4Kind(ip[12], ip[13]);
    if (ip == loopback)
        return HostKind::Loopback;
    const bool uniqueLocal = (ip[0] & 0xfe) == 0xfc;
    const bool linkLocal = ip[0] == 0xfe && (ip[1] & 0xc0) == 0x80;
    return uniqueLocal || linkLocal || ip == unspecified ? HostKind::Private : HostKind::Public;
}

} // namespace

HostKind hostKind(const QString &host)
{
    if (const auto ip = numericAddress(host))
        return numericKind(*ip);
    QString name = host.toLower();
    if (name.endsWith(u'.'))
        name.chop(1);
    if (name == "localhost"_L1 || name.endsWith(".localhost"_L1))
        return HostKind::Loopback;
    return name.contains(u'.') ? HostKind::Public : HostKind::Private;
}

} // namespace streamgauge
