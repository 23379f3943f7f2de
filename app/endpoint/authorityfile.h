// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QList>
#include <QSslCertificate>

namespace streamgauge {

/// All certificates of a PEM file, at least one; other things in it, such as keys, are passed over. The error is
/// authorities.file and names the file, what is wrong and what to do.
[[nodiscard]] Result<QList<QSslCertificate>> readAuthorities(const QString &path);

} // namespace streamgauge
