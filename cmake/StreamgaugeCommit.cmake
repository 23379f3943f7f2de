# SPDX-License-Identifier: GPL-3.0-or-later
# Writes commit.cpp anew at each build, so that a program always names the commit it was built from.
set(STREAMGAUGE_COMMIT_SOURCE "${CMAKE_BINARY_DIR}/generated/commit.cpp")
add_custom_target(streamgauge_commit
    COMMAND "${CMAKE_COMMAND}" "-DSOURCE_DIR=${CMAKE_SOURCE_DIR}" "-DOUTPUT=${STREAMGAUGE_COMMIT_SOURCE}"
            "-DVERSION=${PROJECT_VERSION}" -P "${CMAKE_SOURCE_DIR}/cmake/WriteCommit.cmake"
    BYPRODUCTS "${STREAMGAUGE_COMMIT_SOURCE}"
    VERBATIM)
