/* The version of the library and of those underneath. */
#include <nonholo/version.h>

#include "num/guard.h"

#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *nh_version(void) {
    return VERSION(NH_VERSION_MAJOR, NH_VERSION_MINOR, NH_VERSION_PATCH);
}

const char *nh_version_libraries(void) {
    return nh_guard_libraries();
}
