// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace streamgauge {

/// The bytes of a member's value in a JSON object, as the sender wrote them; "" when there is no such member. The text
/// has to be valid JSON. With a key given twice the last one counts. A key written with escapes is not found.
[[nodiscard]] std::string_view jsonMember(std::string_view object, std::string_view key);

/// Likewise the bytes of an array's element.
[[nodiscard]] std::string_view jsonElement(std::string_view array, std::size_t index);

} // namespace streamgauge
