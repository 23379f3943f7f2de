// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace streamgauge::test {

/// A file's bytes; "unreadable" where it cannot be read.
[[nodiscard]] QByteArray contentOf(const QString &path);
/// Writes a file anew; where that fails the test program ends with a message.
void writeFile(const QString &path, const QByteArray &bytes);

} // namespace streamgauge::test
