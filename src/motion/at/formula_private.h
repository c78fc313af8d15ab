/* What the files of formulas share. */
#ifndef NH_MOTION_AT_FORMULA_PRIVATE_H
#define NH_MOTION_AT_FORMULA_PRIVATE_H

#include "model/lagrange.h"
#include "motion/at/curved.h"
#include "motion/at/formula.h"
#include "motion/at/square_private.h"
#include "motion/forces/shortest_private.h"
#include "tape/program.h"

/* The equations for one choice of rows, dependent velocities and variables. */
typedef struct nh_formula_choice {
    uint32_t rank;
    uint32_t *rows, *dependent;
    bool is_other;           /* the variables are those of derive_else */
    bool is_unsolved;        /* the explicit form is nh_explicit_unsolved */
    nh_equations *equations; /* NULL: the formulation does not apply, */
    const char *why;         /* and why */
    nh_program *system;      /* of t, q, q': entries of matrix, jacobian; force, drift; entries of lift; rest */
    nh_program *variables;   /* of t, q, q': y, rates of the rows that determine q' next to y, entries of slopes */
    nh_program *velocities;  /* of t, q, y: q'; NULL: not all are solved */
    nh_tape *measures;       /* of t, q, q': of the signs of the choice; NULL: there are none */
    nh_expr_matrix slopes;   /* n x n: dy/dq', then d rate/dq' */
    nh_square *square, *newton;
    double *side, *values, *y; /* count + rows; entries of the square; count */
} nh_formula_choice;

struct nh_formula {
    const nh_model *model;
    nh_arena *arena;
    const nh_form *form;
    nh_states *states;
    nh_native_use native;
    uint32_t n;
    double *inputs;     /* t, q, q' */
    double *parameters; /* those of the model, then room for signs */
    double *signs;
    nh_lagrange lagrange;
    nh_program *balance; /* M, f, A, drift of all rows */
    uint32_t *diagonal;  /* n: the place of M_ii among the entries of M; NH_MODEL_NONE: it is 0 */
    nh_square *least;    /* [1, A^T; A, 0] of the rows that are used; made when they change */
    bool *least_without; /* by row of the model: those that it leaves out */
    double *least_side, *least_values;
    uint32_t *place;       /* by row of the model: its number among those of f->lagrange */
    bool *is_left_out;     /* by row of f->lagrange */
    nh_shortest *shortest; /* made when rows are left out */
    NH_ARRAY(nh_formula_choice *) choices;
    nh_formula_choice *now;
    nh_curved *curved; /* where rows are tangents: finds where; else NULL */
    bool *redundant; /* by row of the model, at the state that was chosen for */
    const char *why;
};

/* Makes rows tangents at the accelerations of the motion; false when there are none. */
bool nh_formula_touch(nh_formula *f, const nh_state *state);

/* ---- formula_solve.c ---- */

/* How many times larger the terms of the accelerations q'' = lift y' + rest are than these;
 * infinite where there are none. */
double nh_formula_loss(nh_formula *f, const nh_state *state);
/* By how many times the rounding of its terms a rate of the rows that are used is missed by the accelerations: digits
 * are lost inside of expressions, too, as in alpha = (u - sqrt(u^2 - w))/w where w is next to 0. */
double nh_formula_misfit(nh_formula *f, const nh_state *state);

#endif
