# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when updating the catalog from the sources would change it.
set(catalog "${SOURCE_DIR}/translations/streamgauge_en.ts")
file(COPY_FILE "${catalog}" "${COPY}")
execute_process(
    COMMAND "${LUPDATE}" -silent -pluralonly -no-obsolete -locations none -source-language en -target-language en
            -I . models app ui -ts "${COPY}"
    WORKING_DIRECTORY "${SOURCE_DIR}" RESULT_VARIABLE status ERROR_QUIET)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "lupdate: ${status}")
endif()
file(READ "${catalog}" before)
file(READ "${COPY}" after)
if(NOT before STREQUAL after)
    message(FATAL_ERROR "Counted texts have changed: build the target update_catalog and fill in ${catalog}. "
                        "See ${COPY} for what it would become.")
endif()
