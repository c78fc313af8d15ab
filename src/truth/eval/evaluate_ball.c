/* Evaluation in balls: certified digits.
 *
 * Three precisions are tried: that of the digits and a little more, twice and four times that. A number is done at the
 * first of them at which all points of its ball round to the same decimal. At the last one
 *   - a ball around 0 that is small compared with the other numbers of the state cannot be distinguished from 0, and is
 * written so;
 *   - a number that lies in the middle between two decimals, as far as can be seen, is rounded from its midpoint;
 *   - other numbers get the digits that are certain. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/inputs.h"
#include "model/values.h"
#include "motion/at/exact_system.h"
#include "num/guard.h"
#include "tape/ball_run.h"
#include "truth/eval/evaluate_private.h"

enum {
    PRECISIONS = 3,
    EXTRA_BITS = 64,
    MOST_UNKNOWNS = 1500, /* the matrices are dense: beyond this one state takes minutes */
};

/* Bounds are doubles: smaller ones cannot be told. */
#define LEAST_BOUND 1e-320

struct nh_exact {
    nh_tape *constants;  /* the values of the parameters */
    nh_dynamics *choice; /* which rows are independent */
    nh_residual residual;
    nh_tape *residual_tape;
    uint32_t *used, *all; /* rows; those that are used, and all of them */
    nh_certain *numbers;  /* columns */
};

/* ---- making ---- */

/* The program of what the residual needs. */
static nh_tape *make_residual(nh_evaluator *e, const nh_residual *residual) {
    nh_tape_def def = nh_model_tape_def(e->model, e->arena, false, residual->outputs, residual->outputs_list);
    return nh_tape_make(e->arena, e->model->pool, &def);
}

/* The same equations with the rows taken in order. */
static nh_dynamics *make_choice(nh_evaluator *e) {
    if (!e->equations->is_least) return e->dynamics;
    nh_equations *ordered = NH_NEW(e->arena, nh_equations);
    *ordered = *e->equations;
    ordered->is_least = false;
    return nh_evaluator_dynamics(e, ordered, nh_model_parameter_values(e->model, e->arena));
}

nh_exact *nh_exact_make(nh_evaluator *e) {
    NH_ASSERT(e->exact == NULL && e->digits > 0);
    if (e->n + e->rows > MOST_UNKNOWNS)
        nh_fail(e->model->context, NH_E_UNSUPPORTED, "too-large",
                "certified digits are available only for systems with at most %d coordinates and constraints",
                (int)MOST_UNKNOWNS);
    nh_exact *x = NH_NEW(e->arena, nh_exact);
    nh_tape_def def = {.output_count = (uint32_t)e->model->parameters.count,
                       .outputs = nh_model_closed_values(e->model, e->arena)};
    x->constants = nh_tape_make(e->arena, e->model->pool, &def);
    x->residual = nh_residual_make(e->arena, e->model);
    x->residual_tape = make_residual(e, &x->residual);
    x->choice = make_choice(e);
    x->used = NH_NEW_ARRAY(e->arena, uint32_t, e->rows);
    x->all = NH_NEW_ARRAY(e->arena, uint32_t, e->rows);
    for (uint32_t i = 0; i < e->rows; i++) x->all[i] = i;
    x->numbers = NH_NEW_ARRAY(e->arena, nh_certain, e->columns.count);
    return x;
}

void nh_exact_resize(nh_evaluator *e, size_t columns) {
    NH_ASSERT(e->exact != NULL && columns >= nh_column_named(e));
    e->exact->numbers = NH_NEW_ARRAY(e->arena, nh_certain, columns);
}

/* ---- one precision ---- */

/* One state. The balls live inside the guard. */
typedef struct job {
    nh_evaluator *e;
    nh_arena *arena;
    const nh_given_state *state;
    uint32_t rank;
    bool is_solvable;   /* as far as doubles show */
    bool is_admissible; /* nothing speaks against the rows holding exactly at the state */
    bool is_finite, is_solved;
    bool takes_all;      /* rows: they were proved to be independent, though doubles did not see it */
    const nh_hole *hole; /* that the state is in */
    nh_ball *parameters;
    nh_ball *inputs;                   /* t, q, q', extras, q'', Omega */
    nh_ball *coefficients, *residuals; /* what the tapes give */
    nh_ball *found;                    /* by column; the first is not used */
} job;

static void set_inputs(job *j, int prec) {
    for (size_t i = 0; i < j->e->inputs.count; i++)
        if (j->state->exact != NULL) nh_ball_set_rational(&j->inputs[i], j->state->exact[i], prec);
        else nh_ball_set_double(&j->inputs[i], j->state->values[i]);
}

/* Solves with all rows. At a state that is off the constraints rows that depend on each other only there
 * would seem independent. */
static bool solve_all(job *j, const nh_exact_system *system, nh_ball *x, nh_ball *lambda, int prec) {
    uint32_t rows = (uint32_t)j->e->rows;
    bool has_omega = j->e->equations->omegas > 0; /* found for the rows that are used */
    if (j->rank == rows || rows > j->e->n || !j->is_admissible || has_omega) return false;
    nh_exact_system all = *system;
    all.rank = rows;
    all.used = j->e->exact->all;
    return nh_exact_system_solve(&all, x, lambda, prec);
}

static void solve_balls(job *j, int prec) {
    const nh_equations *q = j->e->equations;
    nh_exact_system system = nh_exact_system_of(q, j->coefficients, j->rank, j->e->exact->used);
    size_t count = (size_t)(system.drift - system.matrix) + q->rows;
    j->is_finite = true;
    for (size_t i = 0; i < count; i++) j->is_finite &= nh_ball_is_finite(&j->coefficients[i]);
    nh_ball *x = j->found + 1, *lambda = j->found + nh_column_lambda(j->e);
    bool may_solve = j->is_finite && j->is_solvable && j->hole == NULL;
    if (j->e->formula != NULL) {
        j->is_solved = may_solve && nh_formula_solve_balls(j->e->formula, j->parameters, j->inputs, x, lambda, prec);
    } else {
        j->takes_all = may_solve && solve_all(j, &system, x, lambda, prec);
        j->is_solved = j->takes_all || (may_solve && nh_exact_system_solve(&system, x, lambda, prec));
    }
    for (size_t i = 0; i < q->extras; i++) nh_ball_neg(&lambda[i], &lambda[i]); /* mu' = -lambda */
    for (size_t i = 0; i < j->e->n + j->e->rows && !j->is_solved; i++) nh_ball_set_double(&x[i], NAN);
}

/* The coefficients, with the transposition matrix where there is one to compute. */
static void find_coefficients(job *j, int prec) {
    const nh_evaluator *e = j->e;
    size_t given = e->inputs.count, omegas = e->equations->omegas;
    nh_ball *inputs = nh_balls_new(given + omegas), *omega = j->inputs + given + e->n;
    bool is_found = omegas == 0 || nh_dynamics_omega_balls(e->dynamics, j->parameters, j->inputs, j->rank,
                                                           e->exact->used, omega, prec);
    for (size_t i = 0; i < given; i++) nh_ball_set(&inputs[i], &j->inputs[i]);
    for (size_t i = 0; i < omegas; i++) {
        if (!is_found) nh_ball_set_double(&omega[i], NAN);
        nh_ball_set(&inputs[given + i], &omega[i]);
    }
    nh_tape_run_balls(e->coefficients, j->parameters, inputs, j->coefficients, prec);
    nh_balls_free(inputs, given + omegas);
}

/* The first hole that the state is certainly in. */
static void find_hole(job *j, int prec) {
    const nh_evaluator *e = j->e;
    nh_holes holes = nh_hole_list(e->holes);
    if (holes.count == 0) return;
    nh_ball *values = nh_balls_new(2 * holes.count);
    nh_tape_run_balls(nh_hole_tape(e->holes), j->parameters, j->inputs, values, prec);
    for (size_t i = 0; i < holes.count && j->hole == NULL; i++) {
        double low = 0, high = 0;
        const nh_ball *value = &values[2 * i];
        nh_need_kind kind = holes.items[i].need.kind;
        if (!nh_ball_is_finite(value)) continue;
        nh_ball_bounds(value, &low, &high);
        bool is_zero = nh_ball_is_zero(value) == NH_YES && (kind == NH_NEED_NONZERO || kind == NH_NEED_POSITIVE);
        bool is_below = high < 0 && (kind == NH_NEED_NONNEGATIVE || kind == NH_NEED_POSITIVE);
        if (is_zero || is_below) j->hole = &holes.items[i];
    }
    nh_balls_free(values, 2 * holes.count);
}

static void attempt_precision(job *j, int prec) {
    const nh_evaluator *e = j->e;
    const nh_residual *residual = &e->exact->residual;
    nh_tape_run_balls(e->exact->constants, NULL, NULL, j->parameters, prec);
    set_inputs(j, prec);
    const nh_curved *curved = nh_dynamics_curved(e->dynamics);
    if (curved != NULL) (void)nh_curved_balls(curved, j->parameters, j->inputs, j->rank, e->exact->used, prec);
    find_hole(j, prec);
    find_coefficients(j, prec);
    nh_ball *rest = j->found + nh_column_energy(e);
    nh_tape_run_balls(e->exact->residual_tape, j->parameters, j->inputs, j->residuals, prec);
    nh_residual_ball(residual, j->residuals, j->inputs + 1, &rest[2], prec);
    j->is_admissible = nh_ball_is_zero(&rest[2]) != NH_NO;
    solve_balls(j, prec);
    for (size_t i = 0; i < e->n; i++) nh_ball_set(&j->inputs[e->inputs.count + i], &j->found[1 + i]);
    nh_tape_run_balls(nh_program_tape(e->energy), j->parameters, j->inputs, j->found + nh_column_quasi(e), prec);
    if (j->hole != NULL && nh_hole_is_of_energy(j->hole)) nh_ball_set_double(&rest[0], NAN);
    if (e->named != NULL) nh_named_balls(e, j->parameters, j->inputs, j->found + nh_column_named(e), prec);
}

/* ---- digits ---- */

static int bits_of(int digits) {
    return (int)ceil(digits * 3.3219280948873626) + 2;
}

/* The largest size of a ball, a bound from above; 0 when it is not finite. */
static double size_of(const nh_ball *a) {
    double low, high;
    if (!nh_ball_is_finite(a)) return 0;
    nh_ball_bounds(a, &low, &high);
    return fmax(fabs(low), fabs(high));
}

/* The largest of the numbers of the state and of the result. */
static double scale_of(const job *j) {
    double scale = 0;
    for (size_t i = 0; i < j->e->inputs.count; i++) scale = fmax(scale, fabs(j->state->values[i]));
    for (size_t i = 1; i < j->e->columns.count; i++)
        if (nh_ball_is_zero(&j->found[i]) == NH_NO) scale = fmax(scale, size_of(&j->found[i]));
    return scale > 0 ? scale : 1;
}

/* At the last precision: what can be said about a number that is not decided. */
static nh_certain settle_number(job *j, const nh_ball *a) {
    int digits = j->e->digits;
    nh_certain number = {.text = NULL, .bound = INFINITY};
    if (!nh_ball_is_finite(a)) return number;
    number.bound = 0;
    if (nh_ball_is_zero(a) == NH_UNKNOWN) {
        number.bound = size_of(a);
        number.is_small = number.bound < fmax(pow(10, -digits), LEAST_BOUND) * scale_of(j);
        if (number.is_small) number.text = "0";
        return number;
    }
    int bits = nh_ball_accuracy_bits(a);
    number.digits = digits;
    if (bits >= bits_of(digits + 3)) {
        nh_ball *middle = nh_balls_new(1);
        nh_ball_middle(middle, a);
        number.text = nh_ball_rounded(j->arena, middle, digits);
        nh_balls_free(middle, 1);
        return number;
    }
    if (bits < bits_of(digits)) number.digits = bits / 3;
    for (; number.text == NULL && number.digits > 0; number.digits--)
        number.text = nh_ball_rounded(j->arena, a, number.digits);
    if (number.text != NULL) number.digits++;
    return number;
}

/* Takes the digits that are decided; true when all are. */
static bool certify_numbers(job *j, bool is_last) {
    nh_certain *numbers = j->e->exact->numbers;
    bool is_done = true;
    for (size_t i = 1; i < j->e->columns.count; i++) {
        nh_certain *number = &numbers[i];
        const nh_ball *a = &j->found[i];
        if (number->text != NULL) continue;
        bool is_zero = nh_ball_is_zero(a) == NH_YES;
        if (is_zero || nh_ball_accuracy_bits(a) >= bits_of(j->e->digits) - 2)
            number->text = nh_ball_rounded(j->arena, a, j->e->digits);
        number->digits = number->text != NULL && !is_zero ? j->e->digits : 0;
        if (number->text == NULL && is_last) *number = settle_number(j, a);
        if (number->text != NULL) j->e->values[i] = number->is_small ? 0 : nh_ball_double(a);
        is_done &= number->text != NULL;
    }
    return is_done;
}

static void run_job(void *argument) {
    job *j = argument;
    const nh_evaluator *e = j->e;
    size_t inputs = e->inputs.count + e->n + e->equations->omegas, parameters = e->model->parameters.count;
    size_t outputs = nh_tape_outputs(e->coefficients), residuals = e->exact->residual.outputs;
    j->parameters = nh_balls_new(parameters);
    j->inputs = nh_balls_new(inputs);
    j->coefficients = nh_balls_new(outputs);
    j->residuals = nh_balls_new(residuals);
    j->found = nh_balls_new(e->columns.count);
    int prec = bits_of(e->digits) + EXTRA_BITS;
    for (int i = 0; i < PRECISIONS; i++, prec *= 2) {
        attempt_precision(j, prec);
        if (certify_numbers(j, i + 1 == PRECISIONS)) break;
    }
    nh_balls_free(j->found, e->columns.count);
    nh_balls_free(j->residuals, residuals);
    nh_balls_free(j->coefficients, outputs);
    nh_balls_free(j->inputs, inputs);
    nh_balls_free(j->parameters, parameters);
}

/* ---- one state ---- */

/* The rows that are used, by doubles; false, with the reason, when there can be no solution. */
static bool choose_rows(job *j, nh_evaluation *result, nh_solution *solution) {
    nh_evaluator *e = j->e;
    const double *s = j->state->values;
    *solution = nh_evaluator_solve(e, e->dynamics, s);
    nh_solution choice = *solution;
    if (e->exact->choice != e->dynamics) choice = nh_evaluator_solve(e, e->exact->choice, s);
    nh_state at = {.t = s[0], .q = (double *)s + 1, .v = (double *)s + 1 + e->n}; /* which is only read */
    const char *overflow = nh_evaluator_overflow(e, j->arena, &at);
    bool is_told = choice.status != NH_SOLUTION_NOT_FINITE && choice.status != NH_SOLUTION_NO_OMEGA &&
                   choice.status != NH_SOLUTION_NO_TANGENT && overflow == NULL;
    for (uint32_t i = 0; i < e->rows; i++) {
        bool is_left_out = is_told && choice.is_redundant[i];
        if (is_left_out && result->left_out++ == 0) result->left_out_row = e->equations->row[i];
        if (!is_left_out) e->exact->used[j->rank++] = i;
    }
    bool is_incompatible = solution->status == NH_SOLUTION_NO_OMEGA;
    is_incompatible = is_incompatible || solution->status == NH_SOLUTION_NO_TANGENT;
    bool is_hopeless = is_incompatible || solution->status == NH_SOLUTION_INCONSISTENT ||
                       (e->equations->is_least && solution->status == NH_SOLUTION_SINGULAR);
    result->why = overflow == NULL ? nh_evaluator_lost(e, j->arena, &at, solution) : NULL;
    if (overflow != NULL && e->formula != NULL) result->why = overflow; /* velocities are chosen in doubles */
    if (result->why == NULL && is_hopeless && overflow == NULL)
        result->why = nh_evaluator_explain(e, j->arena, solution);
    else if (result->why == NULL && overflow == NULL && solution->status == NH_SOLVED && solution->rank != choice.rank)
        result->why = "the number of independent constraints could not be decided";
    result->is_applicable = e->lost_here || (!(is_hopeless && e->equations->is_least) && !is_incompatible);
    if (e->named != NULL) nh_named_choose_signs(e, &at);
    if (result->why == NULL && e->formula != NULL && !nh_formula_choose(e->formula, &at)) {
        result->why = nh_formula_why(e->formula);
        result->is_applicable = false;
    }
    return result->why == NULL;
}

static const char *explain_failure(const job *j, const nh_solution *solution) {
    if (!j->is_finite) return "the equations have no value there";
    if (!j->is_solved && solution->status == NH_SOLUTION_SINGULAR)
        return nh_evaluator_explain(j->e, j->arena, solution);
    if (!j->is_solved) return "it cannot be proved that the equations determine the accelerations";
    for (size_t i = 1; i < j->e->columns.count; i++) {
        if (j->e->exact->numbers[i].text != NULL) continue;
        if (isinf(j->e->exact->numbers[i].bound)) return nh_evaluator_missing(j->e, j->arena, i);
        nh_text text = nh_text_begin(j->arena);
        nh_text_format(&text, "not one digit of '%s' can be certified", j->e->columns.items[i]);
        return nh_text_string(&text);
    }
    return NULL;
}

void nh_exact_evaluate(nh_evaluator *e, nh_arena *arena, const nh_given_state *state, nh_evaluation *result) {
    NH_ASSERT(e->exact != NULL && e->exact->numbers != NULL);
    job j = {.e = e, .arena = arena, .state = state};
    nh_solution solution;
    for (size_t i = 1; i < e->columns.count; i++) {
        e->values[i] = NAN;
        e->exact->numbers[i] = (nh_certain){.text = NULL};
    }
    j.is_solvable = choose_rows(&j, result, &solution);
    nh_guard_call(e->model->context, run_job, &j);
    result->numbers = e->exact->numbers;
    if (result->why == NULL && j.hole != NULL) result->why = nh_hole_words(e->model, arena, j.hole);
    if (j.takes_all || e->lost_here) result->left_out = 0;
    const nh_certain *energy = &e->exact->numbers[nh_column_energy(e)];
    bool has_energy = energy->text != NULL || !isinf(energy->bound);
    for (size_t i = 1; i < e->columns.count && !has_energy && result->why == NULL; i++) {
        e->values[i] = NAN;
        e->exact->numbers[i] = (nh_certain){.text = NULL, .bound = INFINITY};
    }
    if (result->why == NULL) result->why = has_energy ? explain_failure(&j, &solution) : nh_evaluator_without_energy;
}
