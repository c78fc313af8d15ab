# How everything here is compiled: an interface target that the targets of this project use privately.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

option(NH_WERROR "Treat warnings as errors" OFF)
option(NH_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(NH_FUZZ "Build the fuzz targets for libFuzzer (clang only)" OFF)

add_library(nonholo_compile INTERFACE)
target_compile_definitions(nonholo_compile INTERFACE _XOPEN_SOURCE=700)
target_compile_options(nonholo_compile INTERFACE
    # the interpreter, compiled tapes and lanes must give the same bits: no contraction behind our back
    -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla -Wmissing-prototypes -Wstrict-prototypes
    $<$<BOOL:${NH_WERROR}>:-Werror>)

if(NH_SANITIZE)
    # -g1: lines are enough for a report, and some hundred programs are linked sooner
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
    add_link_options(-fsanitize=address,undefined)
endif()
if(NH_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
