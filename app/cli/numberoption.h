// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace streamgauge {

// Checks for the numbers of the command line. Their errors name the option, the value given and the range.

/// Decimal digits only: "-1", "1e3" and "0x10" are refused, and so is what is out of range.
[[nodiscard]] CLI::Validator wholeNumber(std::uint64_t lowest, std::uint64_t highest);
/// As levelsFromText() reads them: "1,8,32" or "1, 8, 32".
[[nodiscard]] CLI::Validator levelList();
/// A finite decimal number such as 20 or 0.5.
[[nodiscard]] CLI::Validator decimalNumber(double lowest, double highest);

} // namespace streamgauge
