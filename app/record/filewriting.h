// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArrayView>

namespace streamgauge {

/// Writes all of it; errno of what went wrong, else 0. A limit on the size of files is an error like any other here,
/// and not the signal that ends a program by default.
[[nodiscard]] int writeAll(int descriptor, QByteArrayView bytes);

/// Reads so many bytes from `offset` on; errno of what went wrong, else 0. A file that ends before is EIO.
[[nodiscard]] int readAll(int descriptor, char *into, qint64 bytes, qint64 offset);

/// A rename, or a new name, survives a power cut only once its folder is on the disk too.
void syncFolderOf(const QString &path);

/// file.exists
[[nodiscard]] tl::unexpected<Error> existsFailure(const QString &path);
/// file.write; `number` is the errno.
[[nodiscard]] tl::unexpected<Error> writeFailure(const QString &path, int number);

} // namespace streamgauge
