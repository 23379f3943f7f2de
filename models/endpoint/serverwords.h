// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/plaintext.h"

#include <QByteArrayView>
#include <QString>

namespace streamgauge {

/// What a server says in a body or an error value: in JSON the first string called message, else detail, else error
/// (or the string itself, where the JSON is one); in anything else an excerpt of the text. "" when it says nothing.
/// What is no UTF-8 is U+FFFD.
[[nodiscard]] QString serverWords(QByteArrayView utf8);

/// "Sentence: the words" or, where nobody said anything, "Sentence."
[[nodiscard]] QString withWords(const QString &sentence, const QString &words);

} // namespace streamgauge
