/* Formulations in independent velocities under test: models, choices, and the values of what was derived at a state. */
#ifndef NH_TESTS_FORMS_H
#define NH_TESTS_FORMS_H

#include "../lang/files.h"

#include <math.h>

#include "form/form.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/linear/dense.h"
#include "state/explicit/kind.h"
#include "tape/tape.h"

/* A model with numbers. */
typedef struct subject {
    nh_context *context;
    nh_arena *arena;
    const char *name;
    nh_model *model;
    double *parameters;
    nh_states *states;
    uint32_t n;
} subject;

static inline subject subject_make(nh_context *context, const char *name, const char *text) {
    subject s = {.context = context, .arena = nh_arena_create(context), .name = name};
    nh_read_def def = nh_default_read();
    def.name = name;
    s.model = files_model(context, &def, text, strlen(text), true);
    s.parameters = nh_model_parameter_values(s.model, s.arena);
    s.states = nh_states_make(s.arena, s.model, s.parameters);
    s.n = (uint32_t)s.model->coordinates.count;
    return s;
}

static inline void subject_free(const subject *s) {
    nh_model_destroy(s->model);
}

static inline nh_state subject_state(const subject *s) {
    return (nh_state){.q = NH_NEW_ARRAY(s->arena, double, s->n), .v = NH_NEW_ARRAY(s->arena, double, s->n)};
}

/* The start of the model, which it has. */
static inline nh_state subject_start(const subject *s) {
    nh_state state = subject_state(s);
    double t = nh_model_start_time(s->model, s->arena, s->parameters);
    if (nh_states_start(s->states, t, &state) != NH_START_FOUND) fail_msg("%s has no start", s->name);
    return state;
}

static inline nh_state subject_random(const subject *s, nh_random *random) {
    nh_state state = subject_state(s);
    double t = 1 + (double)nh_random_between(random, 0, 1000) / 1000;
    if (!nh_states_random(s->states, random, t, 50, &state)) fail_msg("%s has no random state", s->name);
    return state;
}

/* ---- choices ---- */

typedef struct row_list {
    uint32_t rank;
    uint32_t *row; /* independent ones, rank */
} row_list;

static inline row_list rows_at(const subject *s, const nh_state *state) {
    bool *redundant = NH_NEW_ARRAY(s->arena, bool, s->model->rows.count + 1);
    row_list r = {.rank = nh_states_rank(s->states, state, redundant)};
    uint32_t count = 0;
    r.row = NH_NEW_ARRAY(s->arena, uint32_t, r.rank);
    for (uint32_t i = 0; i < s->model->rows.count; i++)
        if (!redundant[i]) r.row[count++] = i;
    return r;
}

/* The dependent velocities that are best there, one for each of the rows. */
static inline uint32_t *dependent_at(const subject *s, const nh_state *state, const row_list *r) {
    uint32_t *dependent = NH_NEW_ARRAY(s->arena, uint32_t, r->rank);
    nh_explicit_choose(s->arena, s->states, state, r->rank, r->row, dependent, NULL);
    return dependent;
}

static inline const nh_explicit *choice_at(const subject *s, const nh_state *state) {
    row_list r = rows_at(s, state);
    return nh_explicit_make(s->arena, s->model, r.rank, r.row, dependent_at(s, state, &r));
}

/* Whether all rows are linear or affine in the velocities, geometric ones as their rates. */
static inline bool rows_are_linear(const subject *s) {
    for (size_t i = 0; i < s->model->rows.count; i++) {
        const nh_row *row = &s->model->rows.items[i];
        if (!row->is_imposed || row->is_geometric) continue;
        nh_row_kind kind = nh_kind_of(s->model->pool, row->residual).kind;
        if (kind != NH_ROW_LINEAR && kind != NH_ROW_AFFINE) return false;
    }
    return true;
}

/* ---- values ---- */

/* Of expressions at a state with accelerations (NULL: none occur in them), and the signs of a choice there. */
static inline double *values_at(const subject *s, const nh_explicit *choice, const nh_state *state,
                                const double *accelerations, size_t count, const nh_expr *e) {
    uint32_t own = (uint32_t)s->model->parameters.count;
    nh_tape_def def = nh_model_tape_def(s->model, s->arena, true, 0, NULL);
    nh_expr *symbols = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)own + choice->signs + 1);
    double *numbers = NH_NEW_ARRAY(s->arena, double, (size_t)own + s->n + 1);
    double *inputs = NH_NEW_ARRAY(s->arena, double, def.input_count), *outputs = NH_NEW_ARRAY(s->arena, double, count);
    for (uint32_t i = 0; i < own; i++) symbols[i] = def.parameters[i], numbers[i] = s->parameters[i];
    for (uint32_t i = 0; i < choice->signs; i++) symbols[own + i] = choice->sign[i];
    nh_explicit_signs(choice, s->parameters, state, numbers + own);
    def.parameters = symbols;
    def.parameter_count = own + choice->signs;
    def.outputs = e;
    def.output_count = (uint32_t)count;
    const nh_tape *tape = nh_tape_make(s->arena, s->model->pool, &def);
    double *work = nh_arena_alloc_aligned(s->arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    inputs[0] = state->t;
    for (uint32_t i = 0; i < s->n; i++) {
        inputs[1 + i] = state->q[i];
        inputs[1 + s->n + i] = state->v[i];
        inputs[1 + 2 * s->n + i] = accelerations != NULL ? accelerations[i] : NAN;
    }
    nh_tape_begin(tape, 1, numbers, work);
    nh_tape_run(tape, 1, inputs, outputs, work);
    return outputs;
}

static inline double value_at(const subject *s, const nh_explicit *choice, const nh_state *state,
                              const double *accelerations, nh_expr e) {
    return *values_at(s, choice, state, accelerations, 1, &e);
}

/* ---- equations ---- */

/* NULL: it does not apply. */
static inline nh_equations *derive(const subject *s, const char *form, const nh_explicit *choice) {
    const char *why = NULL;
    nh_equations *e = nh_form_find(form, NULL)->derive_with(s->model, s->arena, choice, &why);
    assert_true((e == NULL) == (why != NULL));
    return e;
}

/* Whether the formulation has independent velocities in place of all velocities. */
static inline bool is_in_velocities(const nh_form *form) {
    return form->variables != NULL && strcmp(form->variables, "independent velocities") == 0;
}

/* A named coefficient; fails when there is none of that name. */
static inline nh_expr coefficient(const nh_equations *e, const char *name) {
    for (size_t i = 0; i < e->coefficients.count; i++)
        if (strcmp(e->coefficients.items[i].name, name) == 0) return e->coefficients.items[i].value;
    fail_msg("%s has no coefficient %s", e->form, name);
    return NH_EXPR_UNDEFINED;
}

/* "NAME[a,b]" */
__attribute__((format(printf, 2, 3))) static inline nh_expr coefficient_of(const nh_equations *e, const char *format,
                                                                           ...) {
    char name[200];
    va_list list;
    va_start(list, format);
    vsnprintf(name, sizeof name, format, list);
    va_end(list);
    return coefficient(e, name);
}

static inline const char *coordinate_name(const subject *s, uint32_t i) {
    return nh_name_text(s->context, s->model->coordinates.items[i].name);
}

/* Matrix, row by row, then force: m*m + m numbers. */
static inline double *system_at(const subject *s, const nh_equations *e, const nh_state *state) {
    uint32_t m = e->count;
    nh_expr *list = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)m * m + m);
    for (uint32_t i = 0; i < m * m; i++) list[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < m; i++) {
        list[m * m + i] = e->force[i];
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            list[i * m + e->matrix.column[k]] = e->matrix.entry[k];
    }
    nh_equations_in_velocities(e, (size_t)m * m + m, list);
    return values_at(s, e->choice, state, NULL, (size_t)m * m + m, list);
}

/* Values of entries in which y may be. */
static inline double *entries_at(const subject *s, const nh_equations *e, const nh_state *state, size_t count,
                                 const nh_expr *list) {
    nh_expr *copy = NH_NEW_ARRAY(s->arena, nh_expr, count + 1);
    memcpy(copy, list, count * sizeof *list);
    nh_equations_in_velocities(e, count, copy);
    return values_at(s, e->choice, state, NULL, count, copy);
}

/* lift x + rest: all accelerations by the rates of y. */
static inline double *lift(const subject *s, const nh_equations *e, const nh_state *state, const double *x) {
    const double *N = entries_at(s, e, state, e->lift.start[s->n], e->lift.entry);
    double *all = entries_at(s, e, state, s->n, e->rest);
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++) all[i] += N[k] * x[e->lift.column[k]];
    return all;
}

/* The solution of a system as system_at lists it. */
static inline double *solution_of(const subject *s, const nh_equations *e, const double *system) {
    uint32_t m = e->count;
    double *a = NH_NEW_ARRAY(s->arena, double, (size_t)m *m), *x = NH_NEW_ARRAY(s->arena, double, m);
    for (uint32_t i = 0; i < m; i++) {
        for (uint32_t j = 0; j < m; j++) a[i + j * m] = system[i * m + j];
        x[i] = system[m * m + i];
    }
    nh_lu *lu = nh_lu_make(s->arena, (int)m);
    if (!nh_lu_factor(lu, a)) fail_msg("%s, %s: the matrix is singular", s->name, e->form);
    nh_lu_solve(lu, x, 1);
    return x;
}

/* The rates of y. */
static inline double *rates_by(const subject *s, const nh_equations *e, const nh_state *state) {
    return solution_of(s, e, system_at(s, e, state));
}

/* All accelerations by the equations. */
static inline double *accelerations_by(const subject *s, const nh_equations *e, const nh_state *state) {
    return lift(s, e, state, rates_by(s, e, state));
}

static inline double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static inline void check_near(const subject *s, const char *what, double found, double wanted, double allowed) {
    if (!(fabs(found - wanted) <= allowed)) fail_msg("%s: %s is %.17g, not %.17g", s->name, what, found, wanted);
}

static inline void check_all_near(const subject *s, const char *what, size_t count, const double *found,
                                  const double *wanted, double tolerance) {
    double size = tolerance * (1 + largest(wanted, count));
    for (size_t i = 0; i < count; i++) check_near(s, what, found[i], wanted[i], size);
}

/* Runs the body of a test on a model text. */
typedef void (*subject_test)(const subject *s);

static inline void with_model(nh_context *context, const char *name, const char *text, subject_test test) {
    subject s = subject_make(context, name, text);
    test(&s);
    subject_free(&s);
}

#endif
