// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace streamgauge {

/// Whether a JSON text has an escape of half a surrogate pair somewhere (whole pairs are looked at by repairedJson()).
[[nodiscard]] bool hasSurrogateEscape(std::string_view json);

/// The text with U+FFFD in place of what servers that decode token by token leave behind: escapes of half a surrogate
/// pair and bytes that are no UTF-8 (one for each maximal part of a character). All else stays byte for byte.
[[nodiscard]] std::string repairedJson(std::string_view json);

} // namespace streamgauge
