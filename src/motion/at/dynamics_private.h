/* What the ways of solving the equations share.
 *
 *     dynamics.c        coefficients at a state; which way is taken
 *     way_dense.c       any system, with dense matrices: independent rows, definite or not
 *     way_sparse.c      the same for large systems
 *     way_fused.c       coefficients and solution as one program, for small systems whose rows are independent
 *     way_least.c       all rows at once, the shortest multipliers
 */
#ifndef NH_MOTION_AT_DYNAMICS_PRIVATE_H
#define NH_MOTION_AT_DYNAMICS_PRIVATE_H

#include "base/array.h"
#include "motion/at/dynamics.h"
#include "motion/at/implicit_private.h"
#include "motion/forces/shortest_private.h"
#include "tape/program.h"

/* A row is redundant when so little of it is left besides the earlier ones. */
#define DEPENDENT 1e-10
/* So far may the equation of a redundant row be from holding, relative to its terms. */
#define CONTRADICTS 1e-6
/* Of |q'|^2 / |q|, so that with CONTRADICTS rounding is left. */
#define CURVED 1e-7

typedef struct nh_dense_way nh_dense_way;
typedef struct nh_sparse_way nh_sparse_way;
typedef struct nh_fused_way nh_fused_way;
typedef struct nh_least_way nh_least_way;

struct nh_dynamics {
    nh_equations *equations;
    nh_arena *arena;
    uint32_t n, rows;
    nh_native_use native;
    nh_program *coefficients;
    double *inputs;               /* t, q, v, extras, Omega */
    nh_transposer *transposition; /* NULL: no Omega to compute */
    bool is_incompatible;         /* the conditions on it, at the last state */
    nh_dynamics *chetaev;         /* of implicit equations: where Newton's method begins; else NULL */
    const nh_implicit *implicit;
    nh_curved *curved;   /* where rows are tangents: finds where; else NULL */
    bool has_no_tangent; /* at the last state */
    nh_program *terms;   /* of a matrix that is not symmetric: the size of the terms of its entries; else NULL */
    double matrix_terms; /* that, at the last state; else 0 */
    uint32_t output_count;
    double *outputs; /* entries of the matrix, force, entries of the jacobian, drift */
    double *parameters;
    double *x, *lambda;
    double *before; /* 2n: a state as it was */
    bool *is_redundant;
    bool *is_left_out; /* by the choice of rows */
    bool has_choice;
    bool had_choice;    /* one is being made, and is_left_out is the last one */
    uint32_t rank;      /* of the rows where they were chosen */
    bool is_for_motion; /* multipliers are not requested: those of the rows that are used will do */
    nh_shortest *shortest;
    /* Pivot of rows, squared, since nh_dynamics_is_settled was asked; 0: there were states that the
     * fused way did not solve. */
    double least_seen;
    bool was_regular; /* no pivot was small since nh_dynamics_stays_regular was asked */
    /* the ways; NULL: not taken, or not yet */
    nh_dense_way *dense;
    nh_sparse_way *sparse;
    nh_fused_way *fused;           /* that of the choice, */
    NH_ARRAY(nh_fused_way *) made; /* one of those that were made */
    nh_least_way *least;
};

/* The coefficients at a state; false when one is not finite. */
bool nh_dynamics_evaluate(nh_dynamics *d, double t, const double *q, const double *v);
const double *nh_dynamics_mass(const nh_dynamics *d);     /* entries of equations->matrix */
const double *nh_dynamics_force(const nh_dynamics *d);    /* n */
const double *nh_dynamics_jacobian(const nh_dynamics *d); /* entries of equations->jacobian */
const double *nh_dynamics_drift(const nh_dynamics *d);    /* rows */
/* Puts the entries of a matrix into columns: entry (row, column) to [column + row * size], so
 * that rows become columns. */
void nh_dynamics_spread(const nh_expr_matrix *matrix, const double *values, double *dense, size_t size);

/* ---- the ways, for the coefficients as evaluated last ---- */

/* Each fills x, lambda of the rows that carry the equations, is_redundant and what it finds of the solution; false when
 * the accelerations are not determined. With a choice this many rows carry them as it has. */
nh_dense_way *nh_dense_way_make(const nh_dynamics *d);
bool nh_dense_way_solve(nh_dynamics *d, nh_solution *solution);
nh_sparse_way *nh_sparse_way_make(const nh_dynamics *d);
bool nh_sparse_way_solve(nh_dynamics *d, nh_solution *solution);
nh_least_way *nh_least_way_make(const nh_dynamics *d);
bool nh_least_way_solve(nh_dynamics *d, nh_solution *solution);

/* A program for the rows that the choice does not leave out; whether it is that. */
nh_fused_way *nh_fused_way_make(const nh_dynamics *d);
bool nh_fused_way_fits(const nh_fused_way *fused, const nh_dynamics *d);
void nh_fused_way_set(nh_fused_way *fused, const double *parameters);
/* Coefficients and solution at once; false when it is not to be trusted there: a pivot is small, negative or not
 * finite, or a row that is left out is much more than those that are used. */
bool nh_fused_way_solve(nh_dynamics *d, double t, const double *q, const double *v, nh_solution *solution);
/* The accelerations only; NULL when they are not to be trusted. */
const double *nh_fused_way_accelerate(nh_dynamics *d, double t, const double *q, const double *v);
/* How many rows it uses. */
uint32_t nh_fused_way_rank(const nh_dynamics *d);
/* Moves q and v to where the rows hold; false when that does not succeed at once: they are then
 * no better than before. */
bool nh_fused_way_project(nh_dynamics *d, double t, double *q, double *v);

#endif
