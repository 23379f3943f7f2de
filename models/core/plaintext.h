// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace streamgauge {

/// The bytes at the front of a text that are one character, or one fault: as many as could have begun a character.
struct Utf8Piece {
    std::size_t length = 1;
    bool valid = false;
    bool mayGoOn = false; ///< what is there is right, and the text ends in the middle of a character
};

/// `text` must not be empty.
[[nodiscard]] Utf8Piece firstUtf8Piece(std::string_view text);

/// The text with U+FFFD in place of what is no UTF-8, one for each fault, as readers of event streams do it (the
/// Encoding standard, "UTF-8 decoder"). QString::fromUtf8() puts one for each byte.
[[nodiscard]] std::string wholeUtf8(std::string text);

/// Text from outside made fit for one line of a message: white space runs become one blank, other control characters
/// their escape (\x1b), and what is longer than `limit` characters ends in an ellipsis.
[[nodiscard]] QString plainExcerpt(QStringView text, qsizetype limit = 500);

/// A name that a server gave, such as a model's, as plainExcerpt() and short enough to stand in a line beside others.
[[nodiscard]] QString plainName(QStringView name);

/// Text that may hold such, for a label: as it is, blanks and line ends too, but for control and direction
/// characters, which become their escapes as above; what is longer than `limit` characters ends in an ellipsis.
[[nodiscard]] QString plainLines(QStringView text, qsizetype limit = 4000);

} // namespace streamgauge
