// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

namespace streamgauge {

// Checks for texts of the command line. Their errors name the option, the value given and what to do.

/// A script's unset variable gives "", which must not count as an option left out.
[[nodiscard]] CLI::Validator notEmpty();
/// A file to write. Its folder must be there: a slip in a path makes no tree of folders.
[[nodiscard]] CLI::Validator newFile();

} // namespace streamgauge
