// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace streamgauge {

/// A server's text made fit for one line of a message: white space runs become one blank, other control characters
/// their escape (\x1b), and what is longer than `limit` characters ends in an ellipsis.
[[nodiscard]] QString plainExcerpt(QStringView text, qsizetype limit = 500);

/// A name that a server gave, such as a model's, as plainExcerpt() and short enough to stand in a line beside others.
[[nodiscard]] QString plainName(QStringView name);

/// Text that may hold a server's, for a label: as it is, blanks and line ends too, but for control and direction
/// characters, which become their escapes as above; what is longer than `limit` characters ends in an ellipsis.
[[nodiscard]] QString plainLines(QStringView text, qsizetype limit = 4000);

/// What a server says in a body or an error value: in JSON the first string called message, else detail, else error
/// (or the string itself, where the JSON is one); in anything else an excerpt of the text. "" when it says nothing.
[[nodiscard]] QString serverWords(QByteArrayView utf8);

/// "Sentence: the words" or, where nobody said anything, "Sentence."
[[nodiscard]] QString withWords(const QString &sentence, const QString &words);

} // namespace streamgauge
