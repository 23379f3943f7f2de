// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArray>
#include <QString>

namespace streamgauge {

/// What stands in a file that a person named: a file, or a pipe as a shell's <(...) makes it. Into a pipe somebody has
/// to write: where nobody opens it, it counts as empty after two seconds. Reads one byte more than `longest` at most.
/// Error: file.open, whose message is the system's reason alone.
[[nodiscard]] Result<QByteArray> readShortFile(const QString &path, qsizetype longest);

} // namespace streamgauge
