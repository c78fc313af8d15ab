/* States from a CSV: a column for the time, one for every coordinate and every velocity, in any order, next to others
 * that are ignored; a row a state. So a trajectory can be fed back. */
#ifndef NH_TRUTH_EVAL_STATE_TABLE_H
#define NH_TRUTH_EVAL_STATE_TABLE_H

#include <stdbool.h>

#include "num/rational.h"

typedef struct nh_state_table_def {
    size_t count;             /* of numbers in a state */
    const char *const *names; /* of their columns; the first is the time */
    bool needs_time;          /* false: nothing depends on the time, and one that is not there is 0 */
    bool is_exact;            /* the texts are wanted as exact numbers too */
} nh_state_table_def;

/* A number as the file has it; not NUL-terminated. */
typedef struct nh_state_text {
    const char *text;
    size_t length;
} nh_state_text;

typedef struct nh_state_table {
    size_t states, count;
    const double *values;       /* count for each state, one after the other */
    const nh_state_text *texts; /* the same as texts; NULL unless exact numbers are requested */
    const char *const *times;   /* by state: the text of its time; NULL unless exact numbers are requested */
    const uint32_t *lines;      /* by state: where it is */
} nh_state_table;

/* In the arena; name is that of the file, for diagnostics. Leaves with NH_E_IO and a diagnostic that says where when
 * the text is no such table: a column is missing or there twice, a row is too short or too long, a field is not a
 * number.
 *
 * Tools that alter such names as x' and a[1] may write x_d and a_1 instead. The text must live as long as the table. */
nh_state_table *nh_state_table_read(nh_arena *arena, const char *name, const char *text, size_t length,
                                    const nh_state_table_def *def);
/* The numbers of one state, exactly what the texts say; in the arena, not the scratch arena. NULL unless asked
 * for. They are made when they are needed: making all of them takes long, and an interrupt before the first
 * result would leave nothing. */
const nh_rat *nh_state_table_exact(const nh_state_table *table, nh_arena *arena, size_t state);

#endif
