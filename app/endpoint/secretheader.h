// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QList>

namespace streamgauge {

/// A header that a person wants sent with every request, such as api-key. Its value lives in memory only.
struct SecretHeader {
    QByteArray name;
    QByteArray value;
};

/// Trims blanks. Errors: header.name (no header name, or one that the program sets itself), header.value (empty, too
/// long or with a character that no header has). Neither quotes the value.
[[nodiscard]] Result<SecretHeader> checkedHeader(const QByteArray &name, const QByteArray &value);

/// Errors: header.twice where two have the same name; header.authorization where one is Authorization and a key is
/// given too.
[[nodiscard]] Result<void> checkTogether(const QList<SecretHeader> &headers, bool keyGiven);

/// The value and what a server may quote of it: what stands behind "Bearer" or "session=", and what base64 hides.
[[nodiscard]] QByteArrayList secretPartsOf(const QByteArray &headerValue);

} // namespace streamgauge
