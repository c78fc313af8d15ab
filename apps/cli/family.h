/* Rows of one family with equal facts, so that a chain of a hundred constraints is one line. */
#ifndef NONHOLO_CLI_FAMILY_H
#define NONHOLO_CLI_FAMILY_H

#include "check.h"

/* Rows whose names differ in the index alone and of which the same is known. */
typedef struct family {
    const row_facts *first, *last; /* in the order of the model */
    size_t count;
    long low, high; /* of a single index that goes up by ones; high < low otherwise */
} family;

/* The families of the imposed rows, or of the others, in the order of their first rows; *count of them. The caller
 * frees the list. */
family *find_families(const row_facts *rows, size_t row_count, bool imposed, size_t *count);
/* "speed", "perp[1..99]", "u[1][2] ... u[9][9] (12 rows)". */
void add_family_name(sink *out, const family *rows);

#endif
