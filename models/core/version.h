// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace streamgauge {

/// Defined by the build (cmake/WriteCommit.cmake).
extern const char *const versionNumber; ///< "0.1.0"
extern const char *const buildCommit; ///< full commit id, "" when unknown
extern const bool builtFromDirtyTree; ///< the tree had changes that no commit holds

} // namespace streamgauge
