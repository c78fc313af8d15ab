/* Names with an index, base[index]rest, and lists of them. */
#ifndef NONHOLO_CLI_NAMES_H
#define NONHOLO_CLI_NAMES_H

#include <stdbool.h>

#include "sink.h"

/* The parts of a name: base of so many bytes, what stands in brackets, the rest. */
typedef struct name_parts {
    size_t base;
    const char *index, *rest;
    bool has_index;
} name_parts;

name_parts parts_of_name(const char *name);
/* The index when it is one whole number. */
bool single_index(const char *name, long *value);
/* Whether two names differ in the index alone. */
bool have_equal_bases(const char *a, const char *b);

typedef const char *(*name_at)(const void *of, size_t i); /* the i-th name; NULL behind the last */

/* "x, phi[0..3], z'": names of which the index goes up by ones are put together, from three on. After a dozen the rest is "...". */
void add_names(sink *out, name_at name, const void *of);

#endif
