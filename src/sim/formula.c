/* Formulations in independent velocities as programs, one for each choice. */
#include "sim/formula.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text.h"
#include "model/inputs.h"
#include "model/lagrange.h"
#include "num/ball_linear.h"
#include "num/dense.h"
#include "num/guard.h"
#include "tape/ball_run.h"
#include "tape/tape.h"

/* The equations for one choice, and their program: matrix, force, lift, rest, entry by entry. */
typedef struct chosen {
    uint32_t rank;
    uint32_t *rows, *dependent;
    nh_equations *equations; /* NULL: the formulation does not apply, */
    const char *why;         /* and why */
    nh_tape *tape;
} chosen;

/* A program with what it needs to run on doubles. */
typedef struct program {
    nh_tape *tape;
    double *outputs, *work;
} program;

struct nh_formula {
    nh_model *model;
    nh_arena *arena;
    const nh_form *form;
    nh_states *states;
    uint32_t n;
    double *parameters; /* those of the model, then room for signs */
    nh_lagrange lagrange;
    program balance; /* M, f, A of all rows */
    NH_ARRAY(chosen) choices;
    chosen *now;
    double *signs;
    bool *redundant; /* by row of the model, at the state that was chosen for */
    const char *why;
};

/* ---- programs ---- */

static double *new_work(nh_arena *arena, const nh_tape *tape) {
    return nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
}

static nh_tape *make_balance(nh_formula *f) {
    const nh_lagrange *x = &f->lagrange;
    NH_ASSERT(x->matrix.start != NULL && x->jacobian.start != NULL);
    uint32_t entries = x->matrix.start[x->n], slopes = x->jacobian.start[x->rows];
    nh_expr *outputs = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)entries + x->n + slopes), *next = outputs;
    for (uint32_t i = 0; i < entries; i++) *next++ = x->matrix.entry[i];
    for (uint32_t i = 0; i < x->n; i++) *next++ = x->force[i];
    for (uint32_t i = 0; i < slopes; i++) *next++ = x->jacobian.entry[i];
    nh_tape_def def = nh_model_tape_def(f->model, f->arena, false);
    def.output_count = entries + x->n + slopes;
    def.outputs = outputs;
    return nh_tape_make(f->arena, f->model->pool, &def);
}

/* Signs are further parameters. */
static nh_tape *make_tape(const nh_formula *f, const nh_equations *e) {
    uint32_t entries = e->matrix.start[e->count], lifts = e->lift.start[f->n], signs = e->choice->signs;
    nh_expr *outputs = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)entries + e->count + lifts + f->n), *next = outputs;
    for (uint32_t i = 0; i < entries; i++) *next++ = e->matrix.entry[i];
    for (uint32_t i = 0; i < e->count; i++) *next++ = e->force[i];
    for (uint32_t i = 0; i < lifts; i++) *next++ = e->lift.entry[i];
    for (uint32_t i = 0; i < f->n; i++) *next++ = e->rest[i];
    nh_tape_def def = nh_model_tape_def(f->model, f->arena, false);
    nh_expr *parameters = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)def.parameter_count + signs);
    if (def.parameter_count > 0) memcpy(parameters, def.parameters, def.parameter_count * sizeof *parameters);
    for (uint32_t i = 0; i < signs; i++) parameters[def.parameter_count + i] = e->choice->sign[i];
    def.parameter_count += signs;
    def.parameters = parameters;
    def.output_count = entries + e->count + lifts + f->n;
    def.outputs = outputs;
    return nh_tape_make(f->arena, f->model->pool, &def);
}

nh_formula *nh_formula_make(nh_arena *arena, nh_model *model, const nh_form *form, nh_states *states,
                            const double *parameters) {
    nh_formula *f = NH_NEW(arena, nh_formula);
    *f = (nh_formula){.model = model, .arena = arena, .form = form, .states = states};
    f->n = (uint32_t)model->coordinates.count;
    f->choices.arena = arena;
    f->lagrange = nh_lagrange_derive(model, arena, true);
    f->balance.tape = make_balance(f);
    f->balance.outputs = NH_NEW_ARRAY(arena, double, (size_t)nh_tape_outputs(f->balance.tape) + 1);
    f->balance.work = new_work(arena, f->balance.tape);
    nh_tape_begin(f->balance.tape, 1, parameters, f->balance.work);
    f->parameters = NH_NEW_ARRAY(arena, double, model->parameters.count + f->n);
    if (model->parameters.count > 0) memcpy(f->parameters, parameters, model->parameters.count * sizeof *parameters);
    f->signs = f->parameters + model->parameters.count;
    f->redundant = NH_NEW_ARRAY(arena, bool, model->rows.count);
    return f;
}

/* ---- choosing ---- */

static bool is_same(const chosen *c, uint32_t rank, const uint32_t *rows, const uint32_t *dependent) {
    return c->rank == rank && (rank == 0 || (memcmp(c->rows, rows, rank * sizeof *rows) == 0 &&
                                             memcmp(c->dependent, dependent, rank * sizeof *rows) == 0));
}

static chosen derive(nh_formula *f, uint32_t rank, uint32_t *rows, uint32_t *dependent) {
    chosen c = {.rank = rank, .rows = rows, .dependent = dependent};
    const nh_explicit *choice = nh_explicit_make(f->arena, f->model, rank, rows, dependent);
    c.equations = f->form->derive_with(f->model, f->arena, choice, &c.why);
    if (c.equations != NULL) c.tape = make_tape(f, c.equations);
    return c;
}

/* The equations for these rows and dependent velocities, derived when they are new; the arrays are copied then. */
static chosen *find_choice(nh_formula *f, uint32_t rank, const uint32_t *rows, const uint32_t *dependent) {
    for (size_t i = 0; i < f->choices.count; i++)
        if (is_same(&f->choices.items[i], rank, rows, dependent)) return &f->choices.items[i];
    uint32_t *kept = NH_NEW_ARRAY(f->arena, uint32_t, 2 * (size_t)rank + 1);
    if (rank > 0) memcpy(kept, rows, rank * sizeof *kept);
    if (rank > 0) memcpy(kept + rank, dependent, rank * sizeof *kept);
    nh_array_push(&f->choices, derive(f, rank, kept, kept + rank));
    return &f->choices.items[f->choices.count - 1];
}

bool nh_formula_choose(nh_formula *formula, const nh_state *state) {
    nh_formula *f = formula;
    nh_arena *scratch = nh_arena_create(f->model->context); /* many states leave nothing behind */
    uint32_t rank = nh_states_rank(f->states, state, f->redundant), count = 0;
    uint32_t *rows = NH_NEW_ARRAY(scratch, uint32_t, rank), *dependent = NH_NEW_ARRAY(scratch, uint32_t, rank);
    for (uint32_t i = 0; i < f->model->rows.count; i++)
        if (!f->redundant[i]) rows[count++] = i;
    bool is_chosen = true;
    f->now = NULL;
    f->why = NULL;
    if (f->form->choose == NULL) nh_explicit_choose(scratch, f->states, state, rank, rows, dependent, NULL);
    else is_chosen = f->form->choose(f->arena, f->states, state, rank, rows, dependent, &f->why); /* which says why */
    if (is_chosen) f->now = find_choice(f, rank, rows, dependent);
    nh_arena_destroy(scratch);
    if (f->now == NULL) return false;
    f->why = f->now->why;
    if (f->now->equations == NULL) return false;
    nh_explicit_signs(f->now->equations->choice, f->parameters, state, f->signs);
    return true;
}

const char *nh_formula_why(const nh_formula *formula) {
    return formula->why;
}

const nh_equations *nh_formula_equations(const nh_formula *formula) {
    return formula->now != NULL ? formula->now->equations : NULL;
}

/* ---- doubles ---- */

static const double *run(nh_formula *f, nh_arena *scratch, const nh_state *state) {
    size_t n = f->n;
    double *inputs = NH_NEW_ARRAY(scratch, double, 2 * n + 1);
    double *outputs = NH_NEW_ARRAY(scratch, double, (size_t)nh_tape_outputs(f->now->tape) + 1);
    double *work = new_work(scratch, f->now->tape);
    inputs[0] = state->t;
    memcpy(inputs + 1, state->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, state->v, n * sizeof *inputs);
    nh_tape_begin(f->now->tape, 1, f->parameters, work);
    nh_tape_run(f->now->tape, 1, inputs, outputs, work);
    nh_tape_run(f->balance.tape, 1, inputs, f->balance.outputs, f->balance.work);
    return outputs;
}

/* The accelerations of the independent velocities, then all of them. */
static bool accelerate(const nh_formula *f, nh_arena *scratch, const double *outputs, double *x) {
    const nh_equations *e = f->now->equations;
    uint32_t m = e->count;
    const double *force = outputs + e->matrix.start[m], *lift = force + m, *rest = lift + e->lift.start[f->n];
    double *a = NH_NEW_ARRAY(scratch, double, (size_t)m *m), *u = NH_NEW_ARRAY(scratch, double, m);
    for (uint32_t i = 0; i < m; i++) {
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            a[i + (size_t)e->matrix.column[k] * m] = outputs[k];
        u[i] = force[i];
    }
    nh_lu *lu = nh_lu_make(scratch, (int)m);
    if (!nh_lu_factor(lu, a)) return false;
    nh_lu_solve(lu, u, 1);
    bool is_finite = true;
    for (uint32_t i = 0; i < f->n; i++) {
        x[i] = rest[i];
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++) x[i] += lift[k] * u[e->lift.column[k]];
        is_finite &= isfinite(x[i]) != 0;
    }
    return is_finite;
}

/* A^T lambda = M x - f for the rows that are used. */
static void find_multipliers(const nh_formula *f, nh_arena *scratch, const double *x, double *lambda) {
    const nh_lagrange *l = &f->lagrange;
    uint32_t n = f->n, used = 0, *row = NH_NEW_ARRAY(scratch, uint32_t, l->rows);
    const double *matrix = f->balance.outputs, *force = matrix + l->matrix.start[n], *slopes = force + n;
    double *side = NH_NEW_ARRAY(scratch, double, n), *a = NH_NEW_ARRAY(scratch, double, (size_t)n * l->rows);
    for (uint32_t i = 0; i < n; i++) {
        side[i] = -force[i];
        for (uint32_t k = l->matrix.start[i]; k < l->matrix.start[i + 1]; k++)
            side[i] += matrix[k] * x[l->matrix.column[k]];
    }
    for (uint32_t j = 0; j < l->rows; j++) {
        lambda[j] = 0;
        if (f->redundant[l->row[j]]) continue;
        for (uint32_t k = l->jacobian.start[j]; k < l->jacobian.start[j + 1]; k++)
            a[l->jacobian.column[k] + (size_t)used * n] = slopes[k];
        row[used++] = j;
    }
    if (used == 0) return;
    double *found = NH_NEW_ARRAY(scratch, double, used);
    nh_qr *qr = nh_qr_make(scratch, (int)n, (int)used);
    bool is_good = nh_qr_factor(qr, a) && nh_qr_rank(qr, 0) == (int)used;
    if (is_good) nh_qr_solve(qr, (int)used, side, found, 1);
    for (uint32_t k = 0; k < used; k++) lambda[row[k]] = is_good ? found[k] : NAN;
}

bool nh_formula_solve(nh_formula *formula, const nh_state *state, double *x, double *lambda) {
    nh_formula *f = formula;
    if (f->now == NULL || f->now->equations == NULL) return false;
    nh_arena *scratch = nh_arena_create(f->model->context);
    const double *outputs = run(f, scratch, state);
    bool is_solved = accelerate(f, scratch, outputs, x);
    if (is_solved && lambda != NULL) find_multipliers(f, scratch, x, lambda);
    nh_arena_destroy(scratch);
    return is_solved;
}

/* ---- balls ---- */

static bool accelerate_balls(const nh_formula *f, const nh_ball *outputs, nh_ball *x, int prec) {
    const nh_equations *e = f->now->equations;
    uint32_t m = e->count;
    const nh_ball *force = outputs + e->matrix.start[m], *lift = force + m, *rest = lift + e->lift.start[f->n];
    nh_ball *a = nh_balls_new((size_t)m * m + 1), *u = nh_balls_new(m + 1);
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            nh_ball_set(&a[i + (size_t)e->matrix.column[k] * m], &outputs[k]);
    bool is_solved = m == 0 || nh_ball_solve(u, a, (int)m, force, 1, prec);
    for (uint32_t i = 0; i < f->n && is_solved; i++) {
        nh_ball_set(&x[i], &rest[i]);
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++)
            nh_ball_fma(&x[i], &lift[k], &u[e->lift.column[k]], &x[i], prec);
    }
    nh_balls_free(u, m + 1);
    nh_balls_free(a, (size_t)m * m + 1);
    return is_solved;
}

/* (A A^T) lambda = A (M x - f) for the rows that are used. */
static bool find_multipliers_balls(const nh_formula *f, const nh_ball *outputs, const nh_ball *x, nh_ball *lambda,
                                   int prec) {
    const nh_lagrange *l = &f->lagrange;
    uint32_t n = f->n, used = 0;
    uint32_t *row = nh_guard_alloc((size_t)l->rows + 1, sizeof *row);
    const nh_ball *matrix = outputs, *force = matrix + l->matrix.start[n], *slopes = force + n;
    size_t size = (size_t)n * l->rows + 1, square = (size_t)l->rows * l->rows + 1;
    nh_ball *a = nh_balls_new(size), *side = nh_balls_new(n + 1), *gram = nh_balls_new(square);
    nh_ball *right = nh_balls_new((size_t)l->rows + 1), *found = nh_balls_new((size_t)l->rows + 1);
    for (uint32_t i = 0; i < n; i++) {
        nh_ball_neg(&side[i], &force[i]);
        for (uint32_t k = l->matrix.start[i]; k < l->matrix.start[i + 1]; k++)
            nh_ball_fma(&side[i], &matrix[k], &x[l->matrix.column[k]], &side[i], prec);
    }
    for (uint32_t j = 0; j < l->rows; j++) {
        nh_ball_set_int(&lambda[j], 0);
        if (f->redundant[l->row[j]]) continue;
        for (uint32_t k = l->jacobian.start[j]; k < l->jacobian.start[j + 1]; k++)
            nh_ball_set(&a[l->jacobian.column[k] + (size_t)used * n], &slopes[k]);
        row[used++] = j;
    }
    for (uint32_t i = 0; i < used; i++)
        for (uint32_t k = 0; k < n; k++) {
            nh_ball_fma(&right[i], &a[k + (size_t)i * n], &side[k], &right[i], prec);
            for (uint32_t j = 0; j < used; j++)
                nh_ball_fma(&gram[i + (size_t)j * used], &a[k + (size_t)i * n], &a[k + (size_t)j * n],
                            &gram[i + (size_t)j * used], prec);
        }
    bool is_solved = used == 0 || nh_ball_solve(found, gram, (int)used, right, 1, prec);
    for (uint32_t k = 0; k < used && is_solved; k++) nh_ball_set(&lambda[row[k]], &found[k]);
    nh_balls_free(found, (size_t)l->rows + 1);
    nh_balls_free(right, (size_t)l->rows + 1);
    nh_balls_free(gram, square);
    nh_balls_free(side, n + 1);
    nh_balls_free(a, size);
    nh_guard_free(row);
    return is_solved;
}

bool nh_formula_solve_balls(nh_formula *formula, const nh_ball *parameters, const nh_ball *inputs, nh_ball *x,
                            nh_ball *lambda, int prec) {
    nh_formula *f = formula;
    if (f->now == NULL || f->now->equations == NULL) return false;
    size_t own = f->model->parameters.count, count = own + f->now->equations->choice->signs + 1;
    size_t outputs = (size_t)nh_tape_outputs(f->now->tape) + 1, others = (size_t)nh_tape_outputs(f->balance.tape) + 1;
    nh_ball *all = nh_balls_new(count), *y = nh_balls_new(outputs), *z = nh_balls_new(others);
    for (size_t i = 0; i + 1 < count; i++)
        if (i < own) nh_ball_set(&all[i], &parameters[i]);
        else nh_ball_set_double(&all[i], f->signs[i - own]);
    nh_tape_run_balls(f->now->tape, all, inputs, y, prec);
    nh_tape_run_balls(f->balance.tape, parameters, inputs, z, prec);
    bool is_solved = accelerate_balls(f, y, x, prec) && find_multipliers_balls(f, z, x, lambda, prec);
    nh_balls_free(z, others);
    nh_balls_free(y, outputs);
    nh_balls_free(all, count);
    return is_solved;
}
