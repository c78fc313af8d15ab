/* NH_ASSERT states what the code relies on. It is checked in debug builds, which the tests also run; in the optimised
 * build it costs nothing. It is for errors of nonholo itself: wrong input gets a diagnostic, never an assertion. */
#ifndef NH_BASE_ASSERT_H
#define NH_BASE_ASSERT_H

#ifdef NDEBUG
#define NH_ASSERT(condition) ((void)sizeof(condition))
#else
#include <assert.h>
#define NH_ASSERT(condition) assert(condition)
#endif

#endif
