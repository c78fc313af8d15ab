/* Choosing: rows, independent velocities, variables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "model/curved_rows.h"
#include "model/inputs.h"
#include "model/values.h"
#include "motion/at/formula_private.h"
#include "num/linear/dense.h"

/* Variables whose errors grow by more than this do not serve. */
#define POOR 1e6
/* The matrix of a choice for a motion is dense: more entries are not taken. */
enum { MOST_ENTRIES = 4000000 };

/* ---- programs ---- */

/* The equations of a choice as programs. */

/* The signs of the choice are further parameters. */
static nh_program *make_program(const nh_formula *f, uint32_t inputs, const nh_expr *input, const nh_explicit *choice,
                                uint32_t count, const nh_expr *outputs) {
    NH_ASSERT((inputs > 0) == (input != NULL));
    nh_tape_def def = nh_model_tape_def(f->model, f->arena, false, 0, NULL);
    nh_exprs parameters = {.arena = f->arena};
    nh_array_append(&parameters, def.parameter_count, def.parameters);
    if (choice != NULL) nh_array_append(&parameters, choice->signs, choice->sign);
    if (input != NULL) {
        def.input_count = inputs;
        def.inputs = input;
    }
    def.parameter_count = (uint32_t)parameters.count;
    def.parameters = parameters.items;
    def.output_count = count;
    def.outputs = outputs;
    return nh_program_make(f->arena, nh_tape_make(f->arena, f->model->pool, &def), f->native);
}

/* The number of a row of the model among those of f->lagrange. */
static uint32_t row_of(const nh_formula *f, uint32_t row) {
    NH_ASSERT(f->lagrange.row[f->place[row]] == row);
    return f->place[row];
}

/* ---- the linear system ---- */

static void make_system(nh_formula *f, nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    nh_exprs all = {.arena = f->arena};
    nh_array_append(&all, e->matrix.start[e->count], e->matrix.entry);
    nh_array_append(&all, e->jacobian.start[e->rows], e->jacobian.entry);
    nh_array_append(&all, e->count, e->force);
    nh_array_append(&all, e->rows, e->drift);
    nh_array_append(&all, e->lift.start[f->n], e->lift.entry);
    nh_array_append(&all, f->n, e->rest);
    nh_equations_in_velocities(e, all.count, all.items);
    c->system = make_program(f, 0, NULL, e->choice, (uint32_t)all.count, all.items);
}

/* [matrix, jacobian^T; jacobian, 0] for the rates and the multipliers with the other sign. */
static void make_square(nh_formula *f, nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows], count = e->count;
    nh_entries list = nh_entries_make(f->arena, (size_t)entries + 2 * (size_t)slopes);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            nh_entries_add(&list, i, e->matrix.column[k]);
    for (uint32_t i = 0; i < e->rows; i++)
        for (uint32_t k = e->jacobian.start[i]; k < e->jacobian.start[i + 1]; k++)
            nh_entries_add(&list, count + i, e->jacobian.column[k]);
    for (uint32_t i = 0; i < e->rows; i++)
        for (uint32_t k = e->jacobian.start[i]; k < e->jacobian.start[i + 1]; k++)
            nh_entries_add(&list, e->jacobian.column[k], count + i);
    c->square = nh_square_make(f->arena, count + e->rows, &list);
    c->values = NH_NEW_ARRAY(f->arena, double, (size_t)list.count + 1);
    c->side = NH_NEW_ARRAY(f->arena, double, (size_t)count + e->rows + f->n);
    c->y = NH_NEW_ARRAY(f->arena, double, (size_t)count + 1);
}

/* ---- variables and velocities ---- */

/* dy/dq', and below it d rate/dq' of the rows that are needed to find all velocities. */
static nh_expr_matrix find_slopes(const nh_formula *f, const nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    const nh_expr_matrix *A = &f->lagrange.jacobian;
    const nh_expr *v = nh_model_velocities(f->model, f->arena);
    nh_expr_matrix own = nh_expr_jacobian(f->model->pool, f->arena, e->count, e->variables, f->n, v);
    uint32_t rows = f->n - e->count;
    NH_ASSERT(rows == 0 || rows == c->rank);
    size_t entries = own.start[e->count];
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t row = row_of(f, c->rows[i]);
        entries += A->start[row + 1] - A->start[row];
    }
    nh_expr_matrix all = {.rows = f->n, .columns = f->n, .start = NH_NEW_ARRAY(f->arena, uint32_t, f->n + 1)};
    all.column = NH_NEW_ARRAY(f->arena, uint32_t, entries);
    all.entry = NH_NEW_ARRAY(f->arena, nh_expr, entries);
    for (uint32_t i = 0; i < f->n; i++) {
        const nh_expr_matrix *from = i < e->count ? &own : A;
        uint32_t row = i < e->count ? i : row_of(f, c->rows[i - e->count]), at = all.start[i];
        for (uint32_t k = from->start[row]; k < from->start[row + 1]; k++) {
            all.column[at] = from->column[k];
            all.entry[at++] = from->entry[k];
        }
        all.start[i + 1] = at;
    }
    return all;
}

static void make_variables(nh_formula *f, nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    c->slopes = find_slopes(f, c);
    nh_exprs all = {.arena = f->arena};
    nh_array_append(&all, e->count, e->variables);
    for (uint32_t i = 0; i < f->n - e->count; i++) nh_array_push(&all, f->lagrange.rates[row_of(f, c->rows[i])]);
    nh_array_append(&all, c->slopes.start[f->n], c->slopes.entry);
    c->variables = make_program(f, 0, NULL, e->choice, (uint32_t)all.count, all.items);
    nh_entries list = nh_entries_make(f->arena, c->slopes.start[f->n]);
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t k = c->slopes.start[i]; k < c->slopes.start[i + 1]; k++)
            nh_entries_add(&list, i, c->slopes.column[k]);
    c->newton = nh_square_make(f->arena, f->n, &list);
}

static void make_velocities(nh_formula *f, nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    nh_exprs inputs = {.arena = f->arena};
    for (uint32_t i = 0; i < f->n; i++)
        if (e->velocities[i] == NH_EXPR_UNDEFINED) return;
    nh_array_push(&inputs, f->model->time);
    nh_array_append(&inputs, f->n, nh_model_coordinates(f->model, f->arena));
    nh_array_append(&inputs, e->count, e->symbols);
    c->velocities = make_program(f, (uint32_t)inputs.count, inputs.items, e->choice, f->n, e->velocities);
}

/* The programs of a choice whose equations are derived. */
static void make_programs(nh_formula *f, nh_formula_choice *c) {
    NH_ASSERT(c->equations != NULL && c->equations->choice != NULL && nh_equations_fit(c->equations));
    make_system(f, c);
    make_square(f, c);
    make_variables(f, c);
    make_velocities(f, c);
    c->measures = nh_explicit_measures(c->equations->choice, f->arena);
}

/* ---- making ---- */

static nh_program *make_balance(const nh_formula *f) {
    const nh_lagrange *x = &f->lagrange;
    NH_ASSERT(x->matrix.start != NULL && x->jacobian.start != NULL);
    uint32_t entries = x->matrix.start[x->n], slopes = x->jacobian.start[x->acting];
    uint32_t count = entries + x->n + slopes + x->acting;
    nh_expr *outputs = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)count + 1), *next = outputs;
    for (uint32_t i = 0; i < entries; i++) *next++ = x->matrix.entry[i];
    for (uint32_t i = 0; i < x->n; i++) *next++ = x->force[i];
    for (uint32_t i = 0; i < slopes; i++) *next++ = x->jacobian.entry[i];
    for (uint32_t i = 0; i < x->acting; i++) *next++ = x->drift[i];
    return make_program(f, 0, NULL, NULL, count, outputs);
}

static uint32_t *find_diagonal(const nh_formula *f) {
    const nh_expr_matrix *M = &f->lagrange.matrix;
    uint32_t *place = NH_NEW_ARRAY(f->arena, uint32_t, f->n);
    for (uint32_t i = 0; i < f->n; i++) {
        place[i] = NH_MODEL_NONE;
        for (uint32_t k = M->start[i]; k < M->start[i + 1]; k++)
            if (M->column[k] == i) place[i] = k;
    }
    return place;
}

nh_formula *nh_formula_make(nh_arena *arena, const nh_model *model, const nh_form *form, nh_states *states,
                            nh_native_use native) {
    NH_ASSERT(form->derive_with != NULL && nh_states_model(states) == model);
    nh_formula *f = NH_NEW(arena, nh_formula);
    *f = (nh_formula){.model = model, .arena = arena, .form = form, .states = states, .native = native};
    const double *parameters = nh_states_parameters(states);
    f->n = (uint32_t)model->coordinates.count;
    f->choices.arena = arena;
    f->lagrange = nh_lagrange_derive(model, arena, true);
    f->balance = make_balance(f);
    nh_program_begin(f->balance, parameters);
    f->diagonal = find_diagonal(f);
    f->inputs = NH_NEW_ARRAY(arena, double, 2 * (size_t)f->n + 1);
    f->parameters = NH_NEW_ARRAY(arena, double, model->parameters.count + f->n);
    if (model->parameters.count > 0) memcpy(f->parameters, parameters, model->parameters.count * sizeof *parameters);
    f->signs = f->parameters + model->parameters.count;
    if (nh_curved_rows_act(model)) f->curved = nh_curved_make(arena, model);
    if (f->curved != NULL) nh_curved_set(f->curved, parameters);
    f->redundant = NH_NEW_ARRAY(arena, bool, model->rows.count);
    f->least_without = NH_NEW_ARRAY(arena, bool, model->rows.count);
    f->place = NH_NEW_ARRAY(arena, uint32_t, model->rows.count);
    for (uint32_t i = 0; i < f->lagrange.acting; i++) f->place[f->lagrange.row[i]] = i;
    f->is_left_out = NH_NEW_ARRAY(arena, bool, f->lagrange.acting);
    return f;
}

void nh_formula_follow(nh_formula *formula) {
    if (formula->curved != NULL) nh_curved_follow(formula->curved, true);
}

bool nh_formula_touch(nh_formula *f, const nh_state *state) {
    if (f->curved == NULL) return true;
    if (nh_curved_at(f->curved, state->t, state->q, state->v) != NH_CURVED_FOUND) return false;
    nh_curved_fill(f->curved, f->parameters);
    nh_program_begin(f->balance, f->parameters);
    if (f->now != NULL && f->now->equations != NULL) nh_program_begin(f->now->system, f->parameters);
    return true;
}

/* ---- one choice ---- */

static bool is_same(const nh_formula_choice *c, const nh_formula_choice *wanted) {
    size_t size = wanted->rank * sizeof *c->rows;
    return c->rank == wanted->rank && c->is_other == wanted->is_other && c->is_unsolved == wanted->is_unsolved &&
           (size == 0 ||
            (memcmp(c->rows, wanted->rows, size) == 0 && memcmp(c->dependent, wanted->dependent, size) == 0));
}

static uint32_t *copy_numbers(const nh_formula *f, uint32_t count, const uint32_t *items) {
    uint32_t *copy = NH_NEW_ARRAY(f->arena, uint32_t, (size_t)count + 1);
    if (count > 0) memcpy(copy, items, count * sizeof *copy);
    return copy;
}

static nh_formula_choice *derive_choice(nh_formula *f, const nh_formula_choice *wanted) {
    nh_formula_choice *c = NH_NEW(f->arena, nh_formula_choice);
    *c = (nh_formula_choice){.rank = wanted->rank, .is_other = wanted->is_other, .is_unsolved = wanted->is_unsolved};
    c->rows = copy_numbers(f, c->rank, wanted->rows);
    c->dependent = copy_numbers(f, c->rank, wanted->dependent);
    const nh_explicit *choice = c->is_unsolved
                                    ? nh_explicit_unsolved(f->arena, f->model, c->rank, c->rows, c->dependent)
                                    : nh_explicit_remembered(f->model, c->rank, c->rows, c->dependent);
    c->equations = c->is_other ? f->form->derive_else(f->model, f->arena, choice, &c->why)
                               : nh_form_equations(f->form, f->model, f->arena, choice, &c->why);
    if (c->equations != NULL) make_programs(f, c);
    return c;
}

/* The equations for these rows and dependent velocities, derived when they are new. */
static nh_formula_choice *find_choice(nh_formula *f, const nh_formula_choice *wanted) {
    for (size_t i = 0; i < f->choices.count; i++)
        if (is_same(f->choices.items[i], wanted)) return f->choices.items[i];
    nh_array_push(&f->choices, derive_choice(f, wanted));
    return f->choices.items[f->choices.count - 1];
}

/* Makes it the choice; false when the formulation does not apply with it. */
static bool take_choice(nh_formula *f, const nh_formula_choice *wanted, const nh_state *state) {
    f->now = find_choice(f, wanted);
    f->why = f->now->why;
    if (f->now->equations == NULL) return false;
    for (uint32_t i = 0; i < f->model->rows.count; i++) f->redundant[i] = true;
    for (uint32_t i = 0; i < f->now->rank; i++) f->redundant[f->now->rows[i]] = false;
    for (uint32_t i = f->lagrange.rows; i < f->lagrange.acting; i++) f->redundant[f->lagrange.row[i]] = false;
    nh_explicit_signs(f->now->equations->choice, f->parameters, state, f->signs);
    nh_program_begin(f->now->system, f->parameters);
    nh_program_begin(f->now->variables, f->parameters);
    if (f->now->velocities != NULL) nh_program_begin(f->now->velocities, f->parameters);
    return true;
}

/* Whether the variables determine velocities, and accelerations without much of their digits being lost. */
static bool is_serving(nh_formula *f, const nh_state *state) {
    return nh_formula_growth(f, state, (nh_tolerance){0}) < POOR && nh_formula_loss(f, state) < POOR &&
           nh_formula_misfit(f, state) < POOR;
}

/* The ways to the equations for one choice, in the order in which they are tried: in the variables of the formulation,
 * in its others, and with constraints that are not solved. */
enum { WAYS = 3 };

static bool has_way(const nh_formula *f, nh_formula_choice *wanted, int way) {
    wanted->is_other = way == 1;
    wanted->is_unsolved = way == 2;
    return way != 1 || f->form->derive_else != NULL;
}

/* The same in the first way that serves; the formulation's own where none does. */
static bool take_serving(nh_formula *f, nh_formula_choice *wanted, const nh_state *state) {
    for (int way = 0; way < WAYS; way++)
        if (has_way(f, wanted, way) && take_choice(f, wanted, state) && is_serving(f, state)) return true;
    (void)has_way(f, wanted, 0);
    return take_choice(f, wanted, state);
}

/* The first row with accelerations that depends on others at the state; NH_MODEL_NONE: there is none. Which rows
 * these are is in f->redundant. */
static uint32_t find_dependent(nh_formula *f, const nh_state *state) {
    if (f->lagrange.acting == f->lagrange.rows) return NH_MODEL_NONE;
    (void)nh_states_accelerated(f->states, state, f->redundant);
    for (uint32_t i = f->lagrange.rows; i < f->lagrange.acting; i++)
        if (f->redundant[f->lagrange.row[i]]) return f->lagrange.row[i];
    return NH_MODEL_NONE;
}

static void tell_dependent(nh_formula *f, uint32_t row) {
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "the constraint '%s' on accelerations depends on others at the state",
                   nh_name_text(f->model->context, f->model->rows.items[row].name));
    f->why = nh_text_string(&text);
}

/* The rows that are independent at the state. */
static uint32_t find_rows(nh_formula *f, nh_arena *scratch, const nh_state *state, uint32_t **rows) {
    uint32_t rank = nh_states_best_rows(f->states, state, f->redundant), count = 0;
    *rows = NH_NEW_ARRAY(scratch, uint32_t, rank);
    for (uint32_t i = 0; i < f->model->rows.count; i++)
        if (!f->redundant[i]) (*rows)[count++] = i;
    return rank;
}

bool nh_formula_choose(nh_formula *formula, const nh_state *state) {
    nh_formula *f = formula;
    nh_arena *scratch = nh_arena_create(f->model->context); /* many states leave nothing behind */
    nh_formula_choice wanted = {.rank = 0};
    wanted.rank = find_rows(f, scratch, state, &wanted.rows);
    wanted.dependent = NH_NEW_ARRAY(scratch, uint32_t, wanted.rank);
    bool is_chosen = true;
    const char *why = NULL;
    uint32_t row = find_dependent(f, state);
    f->now = NULL;
    f->why = NULL;
    if (!nh_formula_touch(f, state)) is_chosen = false, why = nh_curved_problem;
    if (row != NH_MODEL_NONE) tell_dependent(f, row);
    if (is_chosen && f->form->choose == NULL)
        nh_explicit_choose(scratch, f->states, state, wanted.rank, wanted.rows, wanted.dependent, NULL);
    else if (is_chosen) /* which says why */
        is_chosen = f->form->choose(scratch, f->states, state, wanted.rank, wanted.rows, wanted.dependent, &why);
    if (!is_chosen) f->why = nh_arena_string(f->arena, why);
    is_chosen = is_chosen && row == NH_MODEL_NONE && take_serving(f, &wanted, state);
    nh_arena_destroy(scratch);
    return is_chosen;
}

/* ---- along a motion ---- */

static int by_number(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/* The velocities in which the rows, scaled to length 1, are best conditioned: pivots of a QR factorisation. */
static bool choose_by_pivots(nh_formula *f, nh_arena *scratch, const nh_state *state, nh_formula_choice *wanted) {
    const nh_expr_matrix *A = &f->lagrange.jacobian;
    uint32_t k = wanted->rank;
    if ((uint64_t)k * f->n > MOST_ENTRIES) return false;
    double *a = NH_NEW_ARRAY(scratch, double, (size_t)k * f->n + 1);
    const double *slopes = nh_program_outputs(f->balance) + f->lagrange.matrix.start[f->n] + f->n;
    f->inputs[0] = state->t;
    memcpy(f->inputs + 1, state->q, f->n * sizeof(double));
    memcpy(f->inputs + 1 + f->n, state->v, f->n * sizeof(double));
    (void)nh_program_at(f->balance, f->inputs);
    for (uint32_t i = 0; i < k; i++) {
        uint32_t row = row_of(f, wanted->rows[i]);
        double sum = 0;
        for (uint32_t e = A->start[row]; e < A->start[row + 1]; e++) sum += slopes[e] * slopes[e];
        for (uint32_t e = A->start[row]; e < A->start[row + 1]; e++)
            a[i + (size_t)A->column[e] * k] = slopes[e] / sqrt(sum);
    }
    nh_qr *qr = nh_qr_make(scratch, (int)k, (int)f->n);
    if (!nh_qr_factor(qr, a)) return false;
    for (uint32_t i = 0; i < k; i++) wanted->dependent[i] = (uint32_t)nh_qr_columns(qr)[i];
    if (k > 0) qsort(wanted->dependent, k, sizeof *wanted->dependent, by_number);
    return true;
}

static bool choose_well(nh_formula *f, nh_arena *scratch, const nh_state *state, nh_formula_choice *wanted) {
    const char *why;
    if (f->form->choose == NULL) return choose_by_pivots(f, scratch, state, wanted);
    return f->form->choose(scratch, f->states, state, wanted->rank, wanted->rows, wanted->dependent, &why);
}

static bool take_better(nh_formula *f, nh_formula_choice *wanted, const nh_state *state, nh_tolerance tolerance,
                        double most) {
    for (int way = 0; way < WAYS; way++)
        if (has_way(f, wanted, way) && take_choice(f, wanted, state) && nh_formula_growth(f, state, tolerance) <= most)
            return true;
    return false;
}

bool nh_formula_choose_again(nh_formula *formula, const nh_state *state, nh_tolerance tolerance, double most) {
    NH_ASSERT(most >= 1);
    nh_formula *f = formula;
    nh_formula_choice *before = f->now;
    if (before == NULL || !nh_formula_touch(f, state)) return false;
    nh_arena *scratch = nh_arena_create(f->model->context);
    nh_formula_choice wanted = {.rank = 0};
    wanted.rank = find_rows(f, scratch, state, &wanted.rows);
    wanted.dependent = NH_NEW_ARRAY(scratch, uint32_t, wanted.rank);
    bool is_taken = wanted.rank == before->rank && choose_well(f, scratch, state, &wanted) &&
                    take_better(f, &wanted, state, tolerance, most);
    nh_arena_destroy(scratch);
    if (is_taken) return true;
    (void)take_choice(f, before, state);
    return false;
}

const char *nh_formula_why(const nh_formula *formula) {
    return formula->why;
}

const nh_equations *nh_formula_equations(const nh_formula *formula) {
    return formula->now != NULL ? formula->now->equations : NULL;
}

const nh_equations *nh_formula_equations_at(const nh_formula *formula, size_t i) {
    for (size_t k = 0; k < formula->choices.count; k++)
        if (formula->choices.items[k]->equations != NULL && i-- == 0) return formula->choices.items[k]->equations;
    return NULL;
}

uint32_t nh_formula_rank(const nh_formula *formula) {
    NH_ASSERT(formula->now != NULL);
    return formula->now->rank + formula->lagrange.acting - formula->lagrange.rows;
}

uint32_t nh_formula_size(const nh_formula *formula) {
    NH_ASSERT(formula->now != NULL && formula->now->equations != NULL);
    return formula->now->equations->count;
}
