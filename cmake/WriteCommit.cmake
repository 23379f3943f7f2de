# SPDX-License-Identifier: GPL-3.0-or-later
# The full commit comes from git, else from a COMMIT file that archives and packages carry, else it stays empty.
set(commit "")
set(dirty false)
if(EXISTS "${SOURCE_DIR}/.git")
    execute_process(COMMAND git -C "${SOURCE_DIR}" rev-parse --verify HEAD
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND git -C "${SOURCE_DIR}" status --porcelain
        OUTPUT_VARIABLE changes ERROR_QUIET)
    if(NOT changes STREQUAL "")
        set(dirty true)
    endif()
elseif(EXISTS "${SOURCE_DIR}/COMMIT")
    file(STRINGS "${SOURCE_DIR}/COMMIT" commit LIMIT_COUNT 1)
endif()
if(NOT commit MATCHES "^[0-9a-f]*$")
    message(FATAL_ERROR "COMMIT holds '${commit}', which is not a commit id")
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[
// SPDX-License-Identifier: GPL-3.0-or-later
// Written by the build.
#include "models/core/version.h"

namespace streamgauge {

const char *const versionNumber = "@VERSION@";
const char *const buildCommit = "@commit@";
const bool builtFromDirtyTree = @dirty@;

} // namespace streamgauge
]])
