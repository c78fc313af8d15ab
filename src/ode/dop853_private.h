/* DOP853: what dop853.c and its sums share. */
#ifndef NH_ODE_DOP853_PRIVATE_H
#define NH_ODE_DOP853_PRIVATE_H

#include "ode/method_private.h"

enum {
    NH_DOP853_END = 12,    /* the stage at the end of the step: k_0 of the next one */
    NH_DOP853_STAGES = 16, /* with the three for the interpolant */
    NH_DOP853_DENSE = 7,   /* coefficients of the interpolant */
};

/* The coefficients as matrices, as dop853.def has them. */
typedef struct nh_dop853_table {
    double c[NH_DOP853_STAGES];
    double a[NH_DOP853_STAGES][NH_DOP853_STAGES]; /* row 12: the weights b */
    double error5[NH_DOP853_STAGES], lower3[NH_DOP853_STAGES];
    double dense[NH_DOP853_DENSE][NH_DOP853_STAGES]; /* rows 3 .. 6 */
} nh_dop853_table;

extern const nh_dop853_table nh_dop853_coefficients;

typedef struct nh_dop853 nh_dop853;

/* Sums of squares of the components of e_5 and e_3, in units of the tolerance. */
typedef struct nh_dop853_squares {
    double of_order_5, of_order_3;
} nh_dop853_squares;

/* The sums over stages (dop853_sums_private.h), which take most of the time next to f: for the instruction sets of a
 * processor, in the same bits. */
typedef struct nh_dop853_sums {
    /* y + h sum_j a_sj k_j; whether all of it is finite */
    bool (*state)(const nh_dop853 *step, size_t s, double h, double *restrict state);
    nh_dop853_squares (*error)(const nh_dop853 *step, double rtol, double atol);
} nh_dop853_sums;

extern const nh_dop853_sums nh_dop853_sums_base, nh_dop853_sums_avx2;

struct nh_dop853 {
    nh_step base; /* its slopes are k[0] and k[NH_DOP853_END] */
    const nh_dop853_sums *sums;
    size_t room;                    /* of vectors */
    double *k[NH_DOP853_STAGES];    /* room each */
    double *stage;                  /* room: where f is evaluated */
    double *dense[NH_DOP853_DENSE]; /* room each, once has_dense */
};

#endif
