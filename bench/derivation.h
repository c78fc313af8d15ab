/* Our time from a model that is read to accelerations that can be evaluated, and these at a random admissible state: what peers are compared with. */
#ifndef NH_BENCH_DERIVATION_H
#define NH_BENCH_DERIVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DERIVATION_NUMBERS = 64 };

typedef enum derivation_way {
    DERIVATION_PLAIN, /* Lagrange's equations without tidying (model/lagrange.h), all accelerations and multipliers, that of
                              nh_dynamics_solve, and one evaluation */
    DERIVATION_LIBRARY,    /* the same with the library's own derivation, which always tidies */
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
