// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArrayView>
#include <QString>

namespace streamgauge {

/// Why a file cannot be shown, in words for the person who chose it: what it is not, where it is, what to choose. Where
/// the file is a results file, the reader's own words come last, in brackets. `error` is of readLoadResults(), `head`
/// the first bytes of what it read.
[[nodiscard]] Error fileProblem(const QString &path, QByteArrayView head, const Error &error);
inline constexpr qsizetype fileProblemHead = 4096; ///< of them, so many

/// The same for what is no regular file: a folder, a device, a pipe.
[[nodiscard]] Error noRegularFile(const QString &path, bool isFolder);

} // namespace streamgauge
