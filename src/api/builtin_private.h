/* The table of built-in models, which the build writes. */
#ifndef NH_API_BUILTIN_PRIVATE_H
#define NH_API_BUILTIN_PRIVATE_H

#include <nonholo/model.h>

extern const size_t nh_builtin_number;
extern const nh_builtin nh_builtin_table[]; /* sorted by source and name, an empty entry after the last */

#endif
