// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace streamgauge {

/// What came where an event stream was asked for, in a sentence for people: a whole answer, a JSON error, a web page or
/// other text. `text`: the lines that are no part of an event stream.
[[nodiscard]] QString describeForeignBody(std::string_view text);

} // namespace streamgauge
