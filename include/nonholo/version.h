/* The version of the headers that a program was compiled with, and of the library that it runs with.
 * The three numbers below are the only place where the version is written; the build reads them here. */
#ifndef NONHOLO_VERSION_H
#define NONHOLO_VERSION_H

#include <nonholo/linkage.h>

#define NH_VERSION_MAJOR 0
#define NH_VERSION_MINOR 1
#define NH_VERSION_PATCH 0

NH_BEGIN

/* "MAJOR.MINOR.PATCH" of the library at run time; a constant string. */
NH_API const char *nh_version(void);

/* The libraries underneath as one line, such as "FLINT 2.9.0, GMP 6.2.1"; a constant string. */
NH_API const char *nh_version_libraries(void);

NH_END

#endif
