// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace streamgauge {

/// Writes all of it; errno of what went wrong, else 0. A limit on the size of files is an error like any other here,
/// and not the signal that ends a program by default.
[[nodiscard]] int writeAll(int descriptor, QByteArrayView bytes);

} // namespace streamgauge
