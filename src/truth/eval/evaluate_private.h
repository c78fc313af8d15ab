/* What the files of evaluation share. */
#ifndef NH_TRUTH_EVAL_EVALUATE_PRIVATE_H
#define NH_TRUTH_EVAL_EVALUATE_PRIVATE_H

#include "facts/lost.h"
#include "facts/singular.h"
#include "motion/at/dynamics.h"
#include "motion/at/formula.h"
#include "motion/places/hole.h"
#include "num/ball/ball.h"
#include "tape/program.h"
#include "truth/eval/evaluate.h"

typedef struct nh_exact nh_exact;

/* The named coefficients of one choice of independent velocities. */
typedef struct nh_named {
    const nh_explicit *choice; /* NULL: the formulation has none */
    size_t count, signs;
    const char **names;
    nh_program *program; /* of t, q, q', q''; the signs are the last parameters */
    double *parameters;
} nh_named;

struct nh_evaluator {
    const nh_model *model;
    nh_arena *arena;
    const nh_form *form;
    nh_equations *equations;
    size_t n, rows, quasis; /* quasis: columns of rates of quasi-velocities */
    int digits;
    nh_names inputs, columns;
    nh_dynamics *dynamics;
    /* Of a formulation in independent velocities; the equations are then those with multipliers, for names and rows. */
    nh_formula *formula;
    nh_tape *coefficients; /* of t, q, q', extras: matrix, force, jacobian, drift */
    nh_program *energy;    /* of t, q, q', extras, q'': rates of quasi-velocities; E and its total derivative by time */
    nh_hole_watch *holes;  /* NULL: there are none */
    double *energy_inputs; /* and, after them, the entries of Omega where they are computed */
    nh_states *states;
    bool *lost;     /* by number in model->rows: they have no gradient of their own at the last state */
    bool lost_here; /* there is one */
    bool is_lost_told;
    double *values;  /* columns */
    nh_exact *exact; /* NULL without digits */
    nh_named *named; /* NULL: coefficients are not wanted, or not yet chosen for a state */
    /* Of equations that leave accelerations open (facts/singular.h), which the model then fixes; NULL: of none. What is
     * shown are the columns without those of the rows that do so, with no value where nothing determines one. */
    const nh_gauge *gauge;
    nh_names shown;
    size_t *shown_column; /* which column that is */
    double *shown_values;
    nh_certain *shown_numbers;
};

/* Where the parts of a result stand. */
static inline size_t nh_column_lambda(const nh_evaluator *e) {
    return 1 + e->n;
}
static inline size_t nh_column_quasi(const nh_evaluator *e) {
    return 1 + e->n + e->rows;
}
static inline size_t nh_column_energy(const nh_evaluator *e) {
    return nh_column_quasi(e) + e->quasis;
}
static inline size_t nh_column_named(const nh_evaluator *e) {
    return nh_column_energy(e) + 3;
}

/* ---- evaluate.c ---- */

/* What is wrong with a solution, in words, in the arena. */
const char *nh_evaluator_explain(const nh_evaluator *e, nh_arena *arena, const nh_solution *solution);

/* Why the rows do not determine the accelerations at a state, whatever the equations say: some restrict the states, but
 * have no gradient of their own there, and the accelerations of the solution do not keep them; NULL: none does. */
const char *nh_evaluator_lost(nh_evaluator *e, nh_arena *arena, const nh_state *at, const nh_solution *solution);

/* That a constraint is too large for doubles at a state, where gradients may then seem to be 0; NULL: none is. */
const char *nh_evaluator_overflow(nh_evaluator *e, nh_arena *arena, const nh_state *at);
extern const char *const nh_evaluator_without_energy;
/* That the equations have no value or no derivative at a state as they are written; NULL: they have. */
const char *nh_evaluator_hole(nh_evaluator *e, nh_arena *arena, const nh_state *at);

/* That the number of this column has no value. */
const char *nh_evaluator_missing(const nh_evaluator *e, nh_arena *arena, size_t column);

/* Accelerations and multipliers in doubles. */
nh_dynamics *nh_evaluator_dynamics(const nh_evaluator *e, nh_equations *equations, const double *parameters);
nh_solution nh_evaluator_solve(nh_evaluator *e, nh_dynamics *dynamics, const double *state);

/* ---- evaluate.c ---- */

/* The same in balls, inside the guard, after the signs were found in doubles. */
void nh_named_choose_signs(nh_evaluator *e, const nh_state *at);
void nh_named_balls(const nh_evaluator *e, const nh_ball *parameters, const nh_ball *inputs, nh_ball *values, int prec);

/* ---- evaluate_ball.c ---- */

nh_exact *nh_exact_make(nh_evaluator *e);
/* Room for the numbers of this many columns. */
void nh_exact_resize(nh_evaluator *e, size_t columns);
void nh_exact_evaluate(nh_evaluator *e, nh_arena *arena, const nh_given_state *state, nh_evaluation *result);

/* ---- evaluate.c: the residual of the rows as nh_states_residual has it, in balls ---- */

typedef struct nh_residual {
    uint32_t count;        /* of equations: geometric rows, then all rows as equations for the velocities */
    nh_expr_matrix slopes; /* count x 2n */
    uint32_t outputs;      /* of a tape: count values, count sums of terms, the entries of slopes */
    const nh_expr *outputs_list;
} nh_residual;

nh_residual nh_residual_make(nh_arena *arena, const nh_model *model);
/* r := the largest relative residual, from the outputs and from z = (q, q'). Inside the guard. */
void nh_residual_ball(const nh_residual *residual, const nh_ball *outputs, const nh_ball *z, nh_ball *r, int prec);

#endif
