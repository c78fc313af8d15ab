# The libraries underneath, as one interface target; docs/dependencies.md says what each is for.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
add_library(nonholo_libraries INTERFACE)

# Arb is a library of its own beside FLINT 2 and a part of FLINT 3.
find_library(FLINT_LIBRARY flint REQUIRED)
find_path(FLINT3_INCLUDE flint/arb.h)
if(NOT FLINT3_INCLUDE)
    find_library(ARB_LIBRARY NAMES flint-arb arb REQUIRED)
endif()
find_library(MPFR_LIBRARY mpfr REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
find_library(LAPACKE_LIBRARY lapacke REQUIRED)
find_library(UTF8PROC_LIBRARY utf8proc REQUIRED)

find_path(SUITESPARSE_INCLUDE klu.h PATH_SUFFIXES suitesparse REQUIRED)
foreach(part klu btf ldl colamd camd amd suitesparseconfig)
    find_library(SUITESPARSE_${part} ${part} REQUIRED)
    list(APPEND SUITESPARSE_LIBRARIES ${SUITESPARSE_${part}})
endforeach()

set(NH_LIBRARIES ${ARB_LIBRARY} ${FLINT_LIBRARY} ${MPFR_LIBRARY} ${GMP_LIBRARY} ${LAPACKE_LIBRARY} ${SUITESPARSE_LIBRARIES}
    ${UTF8PROC_LIBRARY} m)
target_include_directories(nonholo_libraries SYSTEM INTERFACE ${SUITESPARSE_INCLUDE})
target_link_libraries(nonholo_libraries INTERFACE ${NH_LIBRARIES} Threads::Threads)

# The program starts in half the time when what has an archive is linked into it: the loader then resolves little but
# FLINT and Arb, which have none. GMP and MPFR are shared with these and stay as they are. OpenBLAS needs the run-time
# library of Fortran, which comes without a name for the linker where no Fortran compiler is installed.
set(NH_PROGRAM_LIBRARIES ${ARB_LIBRARY} ${FLINT_LIBRARY} ${MPFR_LIBRARY} ${GMP_LIBRARY})
set(NH_PROGRAM_IS_QUICK ON)
foreach(part lapacke openblas klu btf ldl colamd camd amd suitesparseconfig utf8proc)
    find_library(ARCHIVE_${part} lib${part}.a PATH_SUFFIXES openblas-serial)
    list(APPEND NH_PROGRAM_LIBRARIES ${ARCHIVE_${part}})
    if(NOT ARCHIVE_${part})
        set(NH_PROGRAM_IS_QUICK OFF)
    endif()
endforeach()
find_library(FORTRAN_LIBRARY NAMES gfortran libgfortran.so.5)
list(APPEND NH_PROGRAM_LIBRARIES ${FORTRAN_LIBRARY} m)
if(NOT NH_PROGRAM_IS_QUICK OR NOT FORTRAN_LIBRARY)
    set(NH_PROGRAM_LIBRARIES ${NH_LIBRARIES})
endif()
