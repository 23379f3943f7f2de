// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArray>
#include <QString>

namespace streamgauge {

/// What stands in the file that holds a key: a file, or a pipe as a shell's <(...) makes it. Into a pipe somebody has
/// to write: where nobody opens it, it counts as empty after two seconds. Error: key.file, with the path and what to
/// do.
[[nodiscard]] Result<QByteArray> readKeyFile(const QString &path);

} // namespace streamgauge
