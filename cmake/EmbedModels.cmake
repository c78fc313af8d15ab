# The built-in models: nh_embed_models(TARGET FOLDER) adds to the target a source in the build folder with the table of
# src/api/builtin_private.h: every FOLDER/SOURCE/NAME.nh, sorted by source and name. FOLDER/SOURCE/title.txt holds one
# line, the heading of that source; the title of a model is that of its `system "..."` line, its reference the comment in its
# first line. Texts are arrays of bytes, since C promises strings of 4095 bytes only. The build makes it anew when a model changes, comes or goes.

function(nh_embed_models target folder)
    file(GLOB models CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*/*.nh)
    file(GLOB titles CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*/title.txt)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/nh_builtin_table.c)
    # the list is part of the command, so that a model that goes away runs it again
    string(REPLACE ";" "|" list "${models}")
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} "-DNH_EMBED_MODELS=|${list}" -DOUTPUT=${output} -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
        DEPENDS ${models} ${titles} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
        COMMENT "Embedding the models" VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()

# Below, the same file as a script, which the command above runs.
if(NOT CMAKE_SCRIPT_MODE_FILE OR NOT DEFINED NH_EMBED_MODELS)
    return()
endif()
cmake_minimum_required(VERSION 3.22)

function(escape text result)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "?" "\\?" text "${text}") # no trigraphs
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# The one line of a title.txt.
function(read_heading folder result)
    if(NOT EXISTS ${folder}/title.txt)
        message(FATAL_ERROR "${folder}/title.txt is missing: the heading of these models, one line")
    endif()
    file(READ ${folder}/title.txt heading)
    string(STRIP "${heading}" heading)
    if(heading STREQUAL "" OR heading MATCHES "[;|\n]")
        message(FATAL_ERROR "${folder}/title.txt: one line without ; and | is wanted")
    endif()
    set(${result} "${heading}" PARENT_SCOPE)
endfunction()

# What stands behind `system` at the start of a line, else the name.
function(read_title path name result)
    file(READ ${path} text)
    set(title ${name})
    if("\n${text}" MATCHES "\n[ \t]*system[ \t]+\"([^\"\n]*)\"")
        set(title "${CMAKE_MATCH_1}")
    endif()
    set(${result} "${title}" PARENT_SCOPE)
endfunction()

# What stands in the first line, which is a comment; without the tag of the source, which its heading has.
function(read_reference path heading result)
    file(READ ${path} text LIMIT 1000)
    if(NOT text MATCHES "^# ([^\n]+)\n")
        message(FATAL_ERROR "${path}: the first line is to be a comment that says where the model is from")
    endif()
    set(reference "${CMAKE_MATCH_1}")
    if("${heading}" MATCHES "(\\[[A-Za-z]+\\])$")
        string(REPLACE "${CMAKE_MATCH_1} " "" reference "${reference}")
    endif()
    set(${result} "${reference}" PARENT_SCOPE)
endfunction()

# The bytes of a file as a list of numbers, 24 a line.
function(read_bytes path result)
    file(READ ${path} bytes HEX)
    string(REPEAT "[0-9a-f]" 48 line)
    string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    if(bytes MATCHES "0x00,")
        message(FATAL_ERROR "${path}: a byte 0 in a model")
    endif()
    set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

string(REGEX REPLACE "^\\|" "" models "${NH_EMBED_MODELS}")
string(REPLACE "|" ";" models "${models}")
set(keys "")
set(names "")
foreach(path IN LISTS models)
    get_filename_component(folder ${path} DIRECTORY)
    get_filename_component(name ${path} NAME_WLE)
    if(NOT name MATCHES "^[a-z0-9][a-z0-9-]*$")
        message(FATAL_ERROR "${path}: the name of a model has small letters, digits and -")
    endif()
    if(name IN_LIST names)
        message(FATAL_ERROR "${path}: there are two models of this name")
    endif()
    list(APPEND names ${name})
    read_heading(${folder} heading)
    list(APPEND keys "${heading}|${name} |${path}") # a blank comes before - in the order
endforeach()
list(SORT keys)

set(texts "")
set(table "")
set(number 0)
foreach(key IN LISTS keys)
    string(REGEX MATCH "^([^|]*)\\|([^|]*) \\|(.*)$" parts "${key}")
    set(heading "${CMAKE_MATCH_1}")
    set(name "${CMAKE_MATCH_2}")
    set(path "${CMAKE_MATCH_3}")
    read_title(${path} ${name} title)
    read_reference(${path} "${heading}" reference)
    read_bytes(${path} bytes)
    escape("${heading}" heading)
    escape("${title}" title)
    escape("${reference}" reference)
    string(APPEND texts "static const unsigned char text_${number}[] = {\n${bytes}0};\n\n")
    string(APPEND table "    {\"${name}\", \"${heading}\", \"${title}\", \"${reference}\", (const char *)text_${number}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT}
    "/* The built-in models; made by the build. */\n#include \"api/builtin_private.h\"\n\n"
    "${texts}const size_t nh_builtin_number = ${number};\n\n"
    "const nh_builtin nh_builtin_table[] = {\n${table}    {0},\n};\n")
