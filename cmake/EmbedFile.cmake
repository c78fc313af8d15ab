# A file inside the library: nh_embed_file(TARGET SYMBOL FILE) adds to the target a source in the build folder that defines
# `const char SYMBOL[]`, the bytes of the file and a NUL. The assembler reads the file itself: an array written out would take the
# compiler seconds for a file of megabytes. The build makes it anew when the file changes.

function(nh_embed_file target symbol file)
    set(input ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/${symbol}.c)
    file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [=[
/* The bytes of @file@; made by the build. */
extern const char @symbol@[];

__asm__(".section .rodata\n"
        ".global @symbol@\n"
        ".hidden @symbol@\n"
        "@symbol@:\n"
        ".incbin \"@input@\"\n"
        ".byte 0\n"
        ".previous\n");
]=])
    set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS ${input})
    target_sources(${target} PRIVATE ${output})
endfunction()
