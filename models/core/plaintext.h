// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace streamgauge {

/// Text from outside made fit for one line of a message: white space runs become one blank, other control characters
/// their escape (\x1b), and what is longer than `limit` characters ends in an ellipsis.
[[nodiscard]] QString plainExcerpt(QStringView text, qsizetype limit = 500);

/// A name that a server gave, such as a model's, as plainExcerpt() and short enough to stand in a line beside others.
[[nodiscard]] QString plainName(QStringView name);

/// Text that may hold such, for a label: as it is, blanks and line ends too, but for control and direction
/// characters, which become their escapes as above; what is longer than `limit` characters ends in an ellipsis.
[[nodiscard]] QString plainLines(QStringView text, qsizetype limit = 4000);

} // namespace streamgauge
