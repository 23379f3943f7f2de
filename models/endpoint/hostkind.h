// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace streamgauge {

/// Where a host is by its name alone, without a look-up.
enum class HostKind {
    Loopback, ///< localhost, 127.0.0.0/8, ::1
    Private, ///< private, link-local, shared and unspecified ranges, names of one label
    Public,
};

/// `host` as in a URL, without brackets, names in their ASCII form.
[[nodiscard]] HostKind hostKind(const QString &host);

} // namespace streamgauge
