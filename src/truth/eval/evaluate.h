/* The equations of motion at given states: accelerations, multipliers, energy, in doubles or in balls
 * with certified digits.
 *
 *     nh_evaluator *e = nh_evaluator_make(arena, model, &(nh_eval_def){.form = "chetaev"});
 *     nh_evaluation found = nh_evaluator_at(e, arena, &(nh_given_state){.values = state});
 *
 * A state is taken as it is given: nothing moves it onto the constraints.
 *
 * Digits. A state is then exact, and so are the parameters. The precision is raised until every number has its
 * digits, up to a bound of four times what they take. Which rows are independent is decided in doubles: at a state
 * that was rounded, rows that depend on each other where the constraints hold are independent by the size of the
 * rounding. That the chosen ones are independent, and determine the accelerations, is then proved by the solution of
 * their system in balls. */
#ifndef NH_TRUTH_EVAL_EVALUATE_H
#define NH_TRUTH_EVAL_EVALUATE_H

#include <nonholo/eval.h>

#include "form/equations.h"
#include "num/rational.h"

typedef struct nh_evaluator nh_evaluator;

/* Of def the formulation and the digits are examined. Leaves with NH_E_USAGE when there is no such formulation,
 * NH_E_MODEL when a parameter has no value, NH_E_UNSUPPORTED when the system is too large. */
nh_evaluator *nh_evaluator_make(nh_arena *arena, const nh_model *model, const nh_eval_def *def);

/* The same for equations that leave some accelerations open (facts/singular.h): these have no value, all others do, and
 * a note says so. */
nh_evaluator *nh_evaluator_make_open(nh_arena *arena, const nh_model *model, const nh_eval_def *def);

/* A list of names: of the numbers of a state (t, q, q', with extras mu.NAME), or of the columns of a result (t,
 * x'', lambda.NAME, or mu'.NAME with extras, with hamel eta' for each quasi-velocity of the model, E, dE/dt,
 * residual, coefficients). */
typedef struct nh_names {
    size_t count;
    const char *const *items;
} nh_names;
nh_names nh_evaluator_inputs(const nh_evaluator *e);
nh_names nh_evaluator_columns(const nh_evaluator *e);
size_t nh_evaluator_residual(const nh_evaluator *e); /* the column of the residual */
/* Whether time occurs in anything that is computed. */
bool nh_evaluator_needs_time(const nh_evaluator *e);

/* Adds columns: the named coefficients of the formulation, with the independent velocities that `check` announces or,
 * where these cannot be independent at this state (t, q, q'), those that are chosen at it; a note says which. They are
 * the same at all states. Leaves with NH_E_HYPOTHESIS when the formulation does not apply there. */
void nh_evaluator_name(nh_evaluator *e, const double *state);

/* A state: t, q, q', the extras of the equations. Where exact is not NULL it is that, and values are its roundings. */
typedef struct nh_given_state {
    const double *values;
    const nh_rat *exact;
} nh_given_state;

/* A number with certified digits. */
typedef struct nh_certain {
    const char *text; /* correctly rounded; NULL: not known */
    int digits;       /* of the text; those requested unless more could not be certified; 0 for a zero */
    bool is_small;    /* cannot be distinguished from 0: written as 0, and below the bound in size */
    double bound;
} nh_certain;

typedef struct nh_evaluation {
    const char *why;           /* in words, when there are no accelerations or something else has no value; else NULL */
    bool is_applicable;        /* false: a hypothesis of the formulation does not hold at the state */
    const double *values;      /* by column; not a number where there is none */
    const nh_certain *numbers; /* by column but the first, t; NULL without digits */
    uint32_t left_out;         /* rows that are redundant */
    uint32_t left_out_row;     /* the first of these, in model->rows */
} nh_evaluation;

/* The texts are in the arena, the arrays belong to the evaluator and are overwritten by the next call. */
nh_evaluation nh_evaluator_at(nh_evaluator *e, nh_arena *arena, const nh_given_state *state);

#endif
