# SPDX-License-Identifier: GPL-3.0-or-later
# What a build for people carries against the memory faults that the checks did not find; tests/hardening reads it back
# from the built programs. Fortification needs the optimizer, and the sanitizers put their own in its place.
set(STREAMGAUGE_HARDENED OFF)
if(STREAMGAUGE_SANITIZE OR NOT CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo|MinSizeRel)$")
    return()
endif()
set(STREAMGAUGE_HARDENED ON)

include(CheckCXXCompilerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Level 3 also bounds objects whose size is known at run time only; where the compiler cannot, it is level 2.
target_compile_options(streamgauge_common INTERFACE
    -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
foreach(flag -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "STREAMGAUGE_HAS_${flag}" known)
    check_cxx_compiler_flag(${flag} ${known})
    if(${known})
        target_compile_options(streamgauge_common INTERFACE ${flag})
    endif()
endforeach()
target_link_options(streamgauge_common INTERFACE LINKER:-z,relro,-z,now,-z,noexecstack)
