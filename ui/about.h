// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace streamgauge {

/// "0.1.0\ncommit 8c1f... (with uncommitted changes)": what this program was built from.
[[nodiscard]] QString buildInWords();

/// Opens the box and returns at once.
void showAbout(QWidget *parent);

} // namespace streamgauge
