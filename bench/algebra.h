/* What the parts of the benchmark `algebra` share. */
#ifndef NH_BENCH_ALGEBRA_H
#define NH_BENCH_ALGEBRA_H

#include "../tests/support/body.h"
#include "base/random.h"
#include "motion/at/reduced.h"
#include "tape/tape.h"

/* Of the disc: coordinates; those that are free; x and y, which the rows give. */
enum { DISC_Q = 5, DISC_FREE = 3, DISC_GIVEN = DISC_Q - DISC_FREE };

/* Beyond this values are not the same. */
#define ALGEBRA_SAME 1e-9

nh_model *algebra_read(nh_context *context, const char *text);
/* q and v of the disc, where the rows hold. */
void algebra_disc_state(nh_random *random, double *state);
/* The largest over the values of |difference| / (1 + |value|). */
double algebra_difference(int count, const double *a, const double *b);
/* In a context of its own, which takes all memory with it; whether it came to its end, else a note says why. */
bool algebra_alone(test_body body, void *argument);

/* The equations with all rows put in, simplified as for a run. */
nh_reduced algebra_reduce(nh_arena *arena, nh_model *model);
/* Their matrix from the diagonal down, column by column, then the right side; how many. */
size_t algebra_coefficients(const nh_reduced *r, nh_expr *list);

/* An addition, subtraction, multiplication, division or root is one, a fused multiply-add two, a sign none. */
typedef struct algebra_operations {
    long with_state, of_parameters; /* of_parameters: what is computed when they are set */
    long functions;                 /* sines and cosines, each one */
} algebra_operations;

algebra_operations algebra_count(const nh_tape *tape); /* one without loops */

/* The simplified accelerations of the disc against a person's: how many operations, and how fast. */
void algebra_compare_disc(void);

#endif
