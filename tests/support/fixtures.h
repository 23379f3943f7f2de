// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace streamgauge::test {

/// Path of a file below fixtures/.
[[nodiscard]] QString fixturePath(const QString &relative);
/// Its bytes; a missing file ends the test program with a message.
[[nodiscard]] QByteArray fixture(const QString &relative);

} // namespace streamgauge::test
