/* Inside of brackets*.c. */
#ifndef NH_FACTS_INTEGRABLE_BRACKETS_PRIVATE_H
#define NH_FACTS_INTEGRABLE_BRACKETS_PRIVATE_H

#include "state/samples.h"

/* A derivative that is not 0 by its form: of A_row,column by x_by, and by x_also, by <= also,
 * where it is a second one. */
typedef struct nh_bracket_term {
    uint32_t row, column, by, also;
} nh_bracket_term;

/* The forms of rows in the variables x. The program gives count x variables coefficients A, row by row, then the first
 * derivatives of all, then the second ones of kinematic rows. */
typedef struct nh_bracket_forms {
    uint32_t variables, count, kinematic; /* the first forms are those of kinematic rows */
    uint32_t slopes, bends;
    const nh_bracket_term *slope, *bend;
    bool has_third;
    uint32_t most;    /* what all brackets can have as a rank: it is enough */
    uint32_t rank[2]; /* the best so far: of brackets, of these with brackets of brackets */
} nh_bracket_forms;

/* An nh_samples_use for these forms: NONZERO where no other state can show more. */
nh_seen nh_brackets_see(void *forms, const nh_ball *outputs, int prec);

#endif
