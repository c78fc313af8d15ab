/* What the linker shows: NH_API marks the functions that a program outside the library may call. */
#ifndef NONHOLO_LINKAGE_H
#define NONHOLO_LINKAGE_H

#if defined(__GNUC__)
#define NH_API __attribute__((visibility("default")))
#define NH_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define NH_API
#define NH_PRINTF(text, first)
#endif

#ifdef __cplusplus
#define NH_BEGIN extern "C" {
#define NH_END }
#else
#define NH_BEGIN
#define NH_END
#endif

#endif
