# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when PROGRAM loads a library that draws.
execute_process(COMMAND ldd "${PROGRAM}" OUTPUT_VARIABLE libraries RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "ldd ${PROGRAM}: ${status}")
endif()
if(NOT libraries MATCHES "libQt6Core")
    message(FATAL_ERROR "${PROGRAM} does not load Qt Core: the check would prove nothing.\n${libraries}")
endif()
if(libraries MATCHES "libQt6(Gui|Widgets|Charts|Svg|OpenGL)[^\n]*")
    message(FATAL_ERROR "${PROGRAM} loads ${CMAKE_MATCH_0}")
endif()
