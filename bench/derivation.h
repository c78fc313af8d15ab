/* Our time from a model that is read to its accelerations, as expressions or as numbers, and these at a random
 * admissible state: what peers are compared with. */
#ifndef NH_BENCH_DERIVATION_H
#define NH_BENCH_DERIVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DERIVATION_NUMBERS = 64 };

typedef enum derivation_way {
    /* Lagrange's equations without tidying (model/lagrange.h), all accelerations and multipliers as
     * expressions (elimination.h). Evaluating them, as tests of what was derived, is not part of the time,
     * as it is not for peers */
    DERIVATION_PLAIN,
    /* The library's own derivation, which always tidies, made ready for evaluation and evaluated once, with all
     * accelerations and multipliers of nh_dynamics_solve. */
    DERIVATION_LIBRARY,
    DERIVATION_SIMPLIFIED, /* what a run does before its first step, without compiling */
} derivation_way;

typedef struct derivation {
    const char *text; /* the model */
    derivation_way way;
    uint32_t n, p, rows;                /* coordinates, parameters, imposed rows, all independent */
    double numbers[DERIVATION_NUMBERS]; /* parameters, q, v */
    double x[DERIVATION_NUMBERS];       /* the accelerations there, n */
    double seconds;                     /* of CPU time, the best of many, each in a context of its own */
} derivation;

/* text and way are given. Whether there is a time; else a note says why not. */
bool derivation_time(derivation *d);
size_t derivation_count(const derivation *d); /* of the numbers */

#endif
