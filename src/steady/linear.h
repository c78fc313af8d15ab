/* The equations of motion linearised on the constraint manifold, at any admissible state of a system whose equations do
 * not contain the time.
 *
 * The equations are, with only the independent rows, which carry them all,
 *
 *     E = M(q, q') q'' - F(q, q') - J^T lambda = 0,     R = J(q, q') q'' + c(q, q') = 0,     J = d rate / d q',
 *
 * and states are restricted by f(q) = 0, the geometric rows, and rate(q, q') = 0, all rows: geometric ones
 * differentiated. A displacement (dq, dq') leads to neighbouring states where
 *
 *     f_q dq = 0,     G dq + J dq' = 0,     G = d rate / dq.
 *
 * The first is solved for the dependent coordinates, the second for the dependent velocities, both linear whatever the
 * rows are: with x the independent coordinates and u the independent velocities
 *
 *     dq = P dx,     dq' = Q dx + N du,     J N = 0,  J Q = -G P,  P, Q, N at their own places 1, 0, 1.
 *
 * Accelerations: J dq'' = -dR at fixed q'', so dq'' = N du' + B (dx, du) with B = 0 at the independent places. What N^T
 * makes of the varied first equation contains no varied multiplier, since N^T J^T = 0; the multipliers themselves stay
 * in it, for J varies. With dE at fixed q'', lambda:
 *
 *     N^T M N du' + N^T (M B + dE) (dx, du) = 0,     that is     M du' + C du + K dx = 0.
 *
 * With dx' = the independent places of Q dx + N du this is z' = A z for z = (dx, du). For constraints linear in the
 * velocities it is what [Linear] does with matrices of partial derivatives; nothing here asks them to be linear, and
 * redundant rows, which restrict no displacement and need no multiplier, are left out from the beginning. */
#ifndef NH_STEADY_LINEAR_H
#define NH_STEADY_LINEAR_H

#include "form/equations.h"
#include "num/ball/ball.h"
#include "tape/program.h"

enum { NH_LINEAR_COORDINATES_MOST = 200 };

typedef struct nh_linearizer {
    const nh_model *model;
    nh_arena *arena;
    const nh_equations *equations;
    uint32_t n;                  /* coordinates */
    uint32_t rank;               /* independent rows */
    uint32_t positions;          /* geometric ones of these */
    uint32_t m;                  /* independent velocities: n - rank */
    uint32_t places;             /* independent coordinates: n - positions */
    uint32_t states;             /* places + m: the size of z */
    uint32_t *used;              /* rank: rows of the equations, the geometric ones first */
    uint32_t *dependent;         /* rank: coordinates; dependent are the velocities of all, and the first `positions` */
    uint32_t *independent;       /* m, rising: each of them is among x too */
    uint32_t *x;                 /* places, rising */
    nh_tape *tape;               /* of t, q, q', q'', lambda of the used rows: values, then entries of slopes */
    nh_expr *input, *output;     /* symbols of these; E, R, rates, f as expressions */
    nh_expr_matrix slopes;       /* E, R, rates by q, q', q'' */
    uint32_t others;             /* rows that are not used */
    uint32_t *other;             /* their numbers in the equations */
    nh_tape *other_tape;         /* of the same inputs: entries of other_slopes; NULL: there are no others */
    nh_expr_matrix other_slopes; /* their rates by q, q' */
    uint32_t values;             /* E: n, R: rank, rates: rank, f: positions */
} nh_linearizer;

/* Rows and velocities are chosen at the state: independent are those that are named (coordinates, as many as there
 * are), then those that `check` chooses. NULL, and *why in words: those that are named cannot be independent there. */
nh_linearizer *nh_linearizer_make(nh_arena *arena, nh_states *states, const nh_state *at, size_t named,
                                  const uint32_t *names, const char **why);
/* Whether the dependent velocities are far from being determined badly at a state: a choice made there would be about
 * as good. */
bool nh_linearizer_suits(const nh_linearizer *l, nh_states *states, const nh_state *at);

/* ---- inside the guard ---- */

/* Values and slopes (all rows by 3n, column-major) at inputs: t, q, q', q'', lambda. */
typedef struct nh_linear_values {
    nh_ball *value, *slope;
} nh_linear_values;
nh_linear_values nh_linear_values_new(const nh_linearizer *l);
void nh_linear_values_free(const nh_linearizer *l, nh_linear_values *v);
void nh_linear_evaluate(const nh_linearizer *l, const nh_ball *parameters, const nh_ball *inputs, nh_linear_values *v,
                        int prec);
static inline size_t nh_linear_rows(const nh_linearizer *l) {
    return (size_t)l->n + 2 * (size_t)l->rank;
}
static inline size_t nh_linear_inputs(const nh_linearizer *l) {
    return 1 + 3 * (size_t)l->n + l->rank;
}

/* All matrices column-major. */
typedef struct nh_linear_point {
    nh_ball *inputs; /* t, q, q', q'', lambda */
    nh_ball *P, *Q;  /* n x places */
    nh_ball *N;      /* n x m */
    nh_ball *M, *C;  /* m x m */
    nh_ball *K;      /* m x places */
    nh_ball *A;      /* states x states */
} nh_linear_point;
nh_linear_point nh_linear_point_new(const nh_linearizer *l);
void nh_linear_point_free(const nh_linearizer *l, nh_linear_point *point);
/* Everything from t, q, q' in point->inputs, which is a state on the rows. False: not proved to be regular there, with
 * these independent velocities. */
bool nh_linear_at(const nh_linearizer *l, const nh_ball *parameters, nh_linear_point *point, int prec);
/* Whether the rows that are not used restrict the displacements of a point: one that certainly does, its number in the
 * model; NH_MODEL_NONE: none does. */
uint32_t nh_linear_restricting(const nh_linearizer *l, const nh_ball *parameters, const nh_linear_point *point,
                               int prec);
/* The accelerations and multipliers only. */
bool nh_linear_accelerate(const nh_linearizer *l, const nh_ball *parameters, nh_linear_point *point, int prec);

#endif
