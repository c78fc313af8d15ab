# Files of text inside the library: nh_embed_text(TARGET SYMBOL FILE) adds to the target a source in the build folder that
# defines `const char *const SYMBOL[]`, the lines of the file with their newlines and a NULL behind them. (Lines, because
# C promises strings of 4095 bytes only.) The build makes it anew when the file changes.

function(nh_embed_text target symbol file)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/${symbol}.c)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DNH_EMBED=${symbol} -DINPUT=${CMAKE_CURRENT_SOURCE_DIR}/${file} -DOUTPUT=${output}
                -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
        DEPENDS ${file} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
        COMMENT "Embedding ${file}" VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()

# The same file as a script, which the command above runs.
if(CMAKE_SCRIPT_MODE_FILE AND DEFINED NH_EMBED)
    get_filename_component(name ${INPUT} NAME)
    file(READ ${INPUT} text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "?" "\\?" text "${text}") # no trigraphs
    string(REPLACE "\n" "\\n\",\n    \"" text "${text}")
    file(WRITE ${OUTPUT}
        "/* The lines of ${name}; made by the build. */\n#include <stddef.h>\n\n"
        "extern const char *const ${NH_EMBED}[];\n\n"
        "const char *const ${NH_EMBED}[] = {\n    \"${text}\",\n    NULL,\n};\n")
endif()
