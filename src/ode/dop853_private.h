/* One step of DOP853: stages, error, interpolant. What becomes of it, and with which h, is decided in ode.c. */
#ifndef NH_ODE_DOP853_PRIVATE_H
#define NH_ODE_DOP853_PRIVATE_H

#include "ode/ode.h"

enum {
    NH_DOP853_END = 12,    /* the stage at the end of the step: k_0 of the next one */
    NH_DOP853_STAGES = 16, /* with the three for the interpolant */
    NH_DOP853_DENSE = 7,   /* coefficients of the interpolant */
    NH_DOP853_LANES = 4,   /* vectors have room for a multiple of so many, with zeros behind their end */
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

/* The sums over stages (dop853_sums.h), which take most of the time beside f: for the instruction sets of a processor, in the same bits. */
typedef struct nh_dop853_sums {
    /* y + h sum_j a_sj k_j; whether all of it is finite */
    bool (*state)(const nh_dop853 *step, size_t s, double h, double *restrict state);
    nh_dop853_squares (*error)(const nh_dop853 *step, double rtol, double atol);
} nh_dop853_sums;

extern const nh_dop853_sums nh_dop853_sums_base, nh_dop853_sums_avx2;

struct nh_dop853 {
    const nh_dop853_sums *sums;
    size_t size, room;              /* of y; that and the zeros behind it */
    double t, t_end;                /* h = t_end - t */
    double *y, *y_end;              /* room */
    double *k[NH_DOP853_STAGES];    /* room each */
    double *stage;                  /* room: where f is evaluated */
    double *dense[NH_DOP853_DENSE]; /* room each, once has_dense */
    bool has_dense, is_cubic;
};

/* A vector of zeros with room behind it. */
double *nh_dop853_vector(nh_arena *arena, size_t size);
/* Whether all values of such a vector are finite. */
bool nh_dop853_finite(size_t size, const double *x);

nh_dop853 *nh_dop853_make(nh_arena *arena, size_t size);
/* From t, t_end, y and k_0, which the caller has set: the stages before the last and y_end, by 11 evaluations. Anything but 0
 * from f ends it and is returned; f says so too when its argument or its values are not finite. */
int nh_dop853_run(nh_dop853 *step, nh_ode_function f, void *user);
/* The last stage: f at the end of the step, at y_end or where that was moved to. */
int nh_dop853_finish(nh_dop853 *step, const double *y, nh_ode_function f, void *user);
/* The error of the step in units of the tolerance: it is good enough below 1. May be infinite. */
double nh_dop853_error(const nh_dop853 *step, double rtol, double atol);
/* Makes the interpolant by 3 evaluations. When f returns anything but 0, which is returned, it is the cubic through
 * both ends (is_cubic). */
int nh_dop853_make_dense(nh_dop853 *step, nh_ode_function f, void *user);
void nh_dop853_dense(const nh_dop853 *step, double t, double *y);

#endif
