/* Formulations in momenta under test: their equations solved with their own multipliers, against Lagrange's equations
 * from derivatives that are not tidied. */
#ifndef NH_TESTS_MOMENTA_H
#define NH_TESTS_MOMENTA_H

#include "forms.h"

#include "model/lagrange.h"
#include "motion/at/formula.h"

typedef struct solution {
    double *x, *lambda; /* accelerations; multipliers of the rows of the choice, in the order of the text */
} solution;

/* A system matrix x = force + jacobian^T lambda, jacobian x + drift = 0, as values. */
typedef struct linear_system {
    uint32_t count, rows;
    const nh_expr_matrix *matrix, *jacobian;
    const nh_expr *force, *drift;
} linear_system;

/* Values of expressions with symbols of y in them. */
static inline double *values_of(const subject *s, const nh_equations *e, const nh_state *state, size_t count,
                                const nh_expr *expressions) {
    nh_expr *copy = NH_NEW_ARRAY(s->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) copy[i] = expressions[i];
    nh_equations_in_velocities(e, count, copy);
    return values_at(s, e->choice, state, NULL, count, copy);
}

static inline double value_of(const subject *s, const nh_equations *e, const nh_state *state, nh_expr expression) {
    return *values_of(s, e, state, 1, &expression);
}

/* x, then lambda */
static inline double *solve_linear(const subject *s, const nh_equations *e, const linear_system *l,
                                   const nh_state *state) {
    uint32_t size = l->count + l->rows;
    const double *M = values_of(s, e, state, l->matrix->start[l->count], l->matrix->entry);
    const double *J = values_of(s, e, state, l->jacobian->start[l->rows], l->jacobian->entry);
    const double *force = values_of(s, e, state, l->count, l->force);
    const double *drift = values_of(s, e, state, l->rows, l->drift);
    double *a = NH_NEW_ARRAY(s->arena, double, (size_t)size *size), *b = NH_NEW_ARRAY(s->arena, double, size);
    for (uint32_t i = 0; i < size; i++) b[i] = i < l->count ? force[i] : -drift[i - l->count];
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t k = l->matrix->start[i]; k < l->matrix->start[i + 1]; k++)
            a[i + l->matrix->column[k] * size] = M[k];
    for (uint32_t j = 0; j < l->rows; j++)
        for (uint32_t k = l->jacobian->start[j]; k < l->jacobian->start[j + 1]; k++) {
            a[l->count + j + l->jacobian->column[k] * size] = J[k];
            a[l->jacobian->column[k] + (l->count + j) * size] = -J[k];
        }
    nh_lu *lu = nh_lu_make(s->arena, (int)size);
    if (!nh_lu_factor(lu, a)) fail_msg("%s, %s: the matrix is singular", s->name, e->form);
    nh_lu_solve(lu, b, 1);
    return b;
}

static inline solution solve_equations(const subject *s, const nh_equations *e, const nh_state *state) {
    linear_system l = {e->count, e->rows, &e->matrix, &e->jacobian, e->force, e->drift};
    double *rates = solve_linear(s, e, &l, state);
    const double *lift = values_of(s, e, state, e->lift.start[s->n], e->lift.entry);
    solution found = {.x = values_of(s, e, state, s->n, e->rest), .lambda = rates + e->count};
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++)
            found.x[i] += lift[k] * rates[e->lift.column[k]];
    return found;
}

/* With the same rows. */
static inline solution solve_lagrange(const subject *s, const nh_equations *e, const nh_state *state) {
    nh_lagrange all = nh_lagrange_derive(s->model, s->arena, false);
    nh_pool *pool = s->model->pool;
    const nh_expr *a = nh_model_accelerations(s->model, s->arena);
    nh_expr *row = NH_NEW_ARRAY(s->arena, nh_expr, e->rows + 1), *drift = NH_NEW_ARRAY(s->arena, nh_expr, e->rows + 1);
    uint32_t count = 0;
    for (uint32_t j = 0; j < all.acting; j++) {
        if (count == e->rows || e->row[count] != all.row[j]) continue;
        row[count] = j < all.rows ? nh_expr_total_derivative(pool, all.rates[j]) : all.rates[j];
        drift[count++] = all.drift[j];
    }
    assert_int_equal(count, e->rows);
    nh_expr_matrix J = nh_expr_jacobian(pool, s->arena, count, row, s->n, a);
    linear_system l = {s->n, count, &all.matrix, &J, all.force, drift};
    double *x = solve_linear(s, e, &l, state);
    return (solution){.x = x, .lambda = x + s->n};
}

/* The equations of the formulation at the state; NULL: it does not apply, *why says why. */
static inline nh_equations *derive_at(const subject *s, const char *form, const nh_state *state, const char **why) {
    nh_equations *e = nh_form_find(form, NULL)->derive_with(s->model, s->arena, choice_at(s, state), why);
    assert_true((e == NULL) == (*why != NULL));
    if (e != NULL) assert_string_equal(e->form, form);
    return e;
}

static inline void check_solutions(const subject *s, const nh_equations *e, const nh_state *state) {
    solution found = solve_equations(s, e, state), wanted = solve_lagrange(s, e, state);
    check_all_near(s, "an acceleration", s->n, found.x, wanted.x, 1e-9);
    check_all_near(s, "a multiplier", e->rows, found.lambda, wanted.lambda, 1e-9);
    if (e->velocities[0] == NH_EXPR_UNDEFINED) return;
    check_all_near(s, "a velocity", s->n, values_of(s, e, state, s->n, e->velocities), state->v, 1e-9);
}

/* The same as programs: accelerations, and the velocities from the variables, by Newton's method
 * where they are not solved. */
static inline void check_programs(const subject *s, const nh_equations *e, const nh_state *state) {
    nh_formula *formula = nh_formula_make(s->arena, s->model, nh_form_find(e->form, NULL), s->states, NH_NATIVE_NEVER);
    double *x = NH_NEW_ARRAY(s->arena, double, s->n), *y = NH_NEW_ARRAY(s->arena, double, s->n);
    double *v = NH_NEW_ARRAY(s->arena, double, s->n);
    assert_true(nh_formula_choose(formula, state));
    assert_true(nh_formula_solve(formula, state, NULL, x, NULL));
    check_all_near(s, "an acceleration", s->n, x, solve_lagrange(s, e, state).x, 1e-9);
    assert_int_equal(nh_formula_size(formula), s->n);
    nh_formula_variables(formula, state, y);
    for (uint32_t i = 0; i < s->n; i++) v[i] = state->v[i] * 1.02 + 0.01;
    assert_true(nh_formula_velocities(formula, state->t, state->q, y, v));
    check_all_near(s, "a velocity", s->n, v, state->v, 1e-9);
}

/* The equations of a model that they apply to, after they were compared at random states. */
static inline nh_equations *check_model(const subject *s, const char *form, nh_state *last) {
    nh_random random = nh_random_make(test_seed(), 21);
    nh_equations *e = NULL;
    for (int round = 0; round < test_count(3); round++) {
        const char *why = NULL;
        *last = subject_random(s, &random);
        e = derive_at(s, form, last, &why);
        if (e == NULL) fail_msg("%s: %s", s->name, why);
        check_solutions(s, e, last);
    }
    check_programs(s, e, last);
    return e;
}

static inline void check_refused(nh_context *context, const char *form, const char *text, const char *wanted) {
    subject s = subject_make(context, wanted, text);
    nh_random random = nh_random_make(test_seed(), 22);
    nh_state state = subject_random(&s, &random);
    const char *why = NULL;
    assert_null(derive_at(&s, form, &state, &why));
    assert_string_equal(why, wanted);
    subject_free(&s);
}

static inline uint32_t coordinate_of(const subject *s, const char *name) {
    for (uint32_t i = 0; i < s->n; i++)
        if (strcmp(coordinate_name(s, i), name) == 0) return i;
    fail_msg("%s has no coordinate %s", s->name, name);
    return 0;
}

/* The state with one coordinate moved by a step. */
static inline nh_state moved(const subject *s, const nh_state *state, uint32_t i, double step) {
    nh_state other = subject_state(s);
    other.t = state->t;
    memcpy(other.q, state->q, s->n * sizeof *other.q);
    memcpy(other.v, state->v, s->n * sizeof *other.v);
    other.q[i] += step;
    return other;
}

#endif
