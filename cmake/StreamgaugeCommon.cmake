# SPDX-License-Identifier: GPL-3.0-or-later
# One interface target carries what every target of the house shares: the language, the warnings and Qt's strictness.
add_library(streamgauge_common INTERFACE)
target_compile_features(streamgauge_common INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
target_include_directories(streamgauge_common INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_options(streamgauge_common INTERFACE
    -Wall -Wextra -Wpedantic -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2
    # No build path gets into a binary, whoever builds it.
    "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=." "-ffile-prefix-map=${CMAKE_BINARY_DIR}=build")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 reports every moved std::variant of Qt types so at -O2; clang and the sanitizers watch this instead.
    target_compile_options(streamgauge_common INTERFACE -Wno-maybe-uninitialized)
endif()
if(STREAMGAUGE_WERROR)
    target_compile_options(streamgauge_common INTERFACE -Werror)
endif()
target_compile_definitions(streamgauge_common INTERFACE
    QT_NO_KEYWORDS
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
    QT_NO_CONTEXTLESS_CONNECT QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_USE_QSTRINGBUILDER
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)
if(STREAMGAUGE_SANITIZE)
    target_compile_options(streamgauge_common INTERFACE
        "-fsanitize=${STREAMGAUGE_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(streamgauge_common INTERFACE "-fsanitize=${STREAMGAUGE_SANITIZE}")
endif()

# streamgauge_room(TARGET SOURCES...): adds the sources of one room (a folder) to its storey's library.
function(streamgauge_room target)
    set(sources ${ARGN})
    list(TRANSFORM sources PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
    target_sources(${target} PRIVATE ${sources})
endfunction()
