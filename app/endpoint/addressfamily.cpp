// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/addressfamily.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

QString familyName(const QHostAddress &address)
{
    return familyName(address.protocol() == QAbstractSocket::IPv6Protocol ? AddressFamily::IPv6 : AddressFamily::IPv4);
}

QString familyName(AddressFamily family)
{
    return familyInWords(family).toLower();
}

QString familyInWords(AddressFamily family)
{
    switch (family) {
    case AddressFamily::Any:
        return {};
    case AddressFamily::IPv4:
        return u"IPv4"_s;
    case AddressFamily::IPv6:
        return u"IPv6"_s;
    }
    Q_UNREACHABLE();
}

std::vector<QHostAddress> addressesOf(const QList<QHostAddress> &addresses, AddressFamily family)
{
    std::vector<QHostAddress> fitting;
    std::ranges::copy_if(addresses, std::back_inserter(fitting), [family](const QHostAddress &address) {
        return family == AddressFamily::Any || familyName(address) == familyName(family);
    });
    return fitting;
}

} // namespace streamgauge
