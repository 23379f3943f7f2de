// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace streamgauge {

/// A table as plain cells; the first line holds the titles. Made once for Markdown and for the terminal.
using TextTable = std::vector<QStringList>;

/// Lines that a Markdown reader shows as a table, numbers to the right. Cells must be free of '|' and line ends.
[[nodiscard]] QString markdownTable(const TextTable &table);
/// Lines aligned for a terminal, cells to the right.
[[nodiscard]] QString alignedTable(const TextTable &table);

} // namespace streamgauge
