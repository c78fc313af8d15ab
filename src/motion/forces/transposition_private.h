/* What the matrix in doubles and that in balls share. */
#ifndef NH_MOTION_FORCES_TRANSPOSITION_PRIVATE_H
#define NH_MOTION_FORCES_TRANSPOSITION_PRIVATE_H

#include "motion/at/dynamics.h"
#include "motion/forces/transposition.h"
#include "num/linear/dense.h"
#include "tape/program.h"

struct nh_transposer {
    nh_omega kind;
    uint32_t n, rows;
    nh_dynamics *chetaev;
    nh_equations *equations;  /* Chetaev's */
    nh_tape *coefficients;    /* of Chetaev's equations */
    nh_program *program;      /* of t, q, q', q'': A, D, M, p, row by row */
    double *inputs, *outputs; /* of the program */
    bool *is_redundant;       /* rows: at the last state */
    bool has_momentum;        /* p is independent of the rows there, and is requested */
    nh_qr *conditions, *of_rows;
    nh_lu *whole;
    double *s, *r, *kernel, *found, *system; /* column by column */
    double *unit;                            /* n: of the coordinates, for `mass` */
};

/* Where the parts of the outputs stand. */
static inline size_t nh_transposer_D(const nh_transposer *x) {
    return (size_t)x->rows * x->n;
}
static inline size_t nh_transposer_M(const nh_transposer *x) {
    return 2 * nh_transposer_D(x);
}
static inline size_t nh_transposer_p(const nh_transposer *x) {
    return nh_transposer_M(x) + (size_t)x->n * x->n;
}
static inline size_t nh_transposer_outputs(const nh_transposer *x) {
    return nh_transposer_p(x) + x->n;
}
#endif
