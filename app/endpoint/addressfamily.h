// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>

#include <vector>

namespace streamgauge {

/// Which addresses of a name may be connected to.
enum class AddressFamily { Any, IPv4, IPv6 };

[[nodiscard]] QString familyName(const QHostAddress &address); ///< "ipv4" | "ipv6"
[[nodiscard]] QString familyName(AddressFamily family); ///< "ipv4" | "ipv6" | "" for any
[[nodiscard]] QString familyInWords(AddressFamily family); ///< "IPv4" | "IPv6", for people

/// Those of the family, in their order.
[[nodiscard]] std::vector<QHostAddress> addressesOf(const QList<QHostAddress> &addresses, AddressFamily family);

} // namespace streamgauge
