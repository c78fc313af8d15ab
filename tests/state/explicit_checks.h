/* What is checked of every explicit form: derivatives in three ways, restriction, change of choice. */
#ifndef NH_TESTS_EXPLICIT_CHECKS_H
#define NH_TESTS_EXPLICIT_CHECKS_H

#include "explicit_support.h"

#include "expr/inspect.h"
#include "num/linear/dense.h"

/* ---- states next to the given one ---- */

/* Rates and their derivatives by the dependent velocities, made once. */
typedef struct family {
    const explicit_case *c;
    nh_expr *outputs; /* k, then k x k by columns */
    double *values;
    nh_lu *lu;
    nh_state near;
} family;

static inline family family_of(const explicit_case *c) {
    uint32_t k = c->k, n = c->s.n;
    nh_arena *arena = c->s.arena;
    family f = {.c = c, .outputs = NH_NEW_ARRAY(arena, nh_expr, k + k * k + 1)};
    for (uint32_t r = 0; r < k; r++) {
        f.outputs[r] = nh_row_rate(c->s.model, &c->s.model->rows.items[c->rows[r]]);
        for (uint32_t d = 0; d < k; d++)
            f.outputs[k + r + d * k] =
                nh_expr_diff(c->s.model->pool, f.outputs[r], c->s.model->coordinates.items[c->dependent[d]].v);
    }
    f.values = NH_NEW_ARRAY(arena, double, k + k * k + 1);
    f.lu = nh_lu_make(arena, (int)k);
    f.near = (nh_state){c->s.state.t, NH_NEW_ARRAY(arena, double, n), NH_NEW_ARRAY(arena, double, n)};
    return f;
}

/* f.near becomes the state with w moved by h: the other variables stay, the dependent velocities follow, by Newton's
 * method on the rates. False when they cannot. */
static inline bool family_move(family *f, nh_expr w, double h) {
    const explicit_case *c = f->c;
    uint32_t k = c->k, n = c->s.n;
    memcpy(f->near.q, c->s.state.q, n * sizeof(double));
    memcpy(f->near.v, c->s.state.v, n * sizeof(double));
    f->near.t = c->s.state.t + (w == c->s.model->time ? h : 0);
    for (uint32_t i = 0; i < n; i++) {
        f->near.q[i] += w == c->s.model->coordinates.items[i].q ? h : 0;
        f->near.v[i] += w == c->s.model->coordinates.items[i].v ? h : 0;
    }
    for (int step = 0; step < 8; step++) {
        case_evaluate_at(c, &f->near, k + k * k, f->outputs, f->values);
        if (!nh_lu_factor(f->lu, f->values + k)) return false;
        nh_lu_solve(f->lu, f->values, 1);
        for (uint32_t d = 0; d < k; d++) f->near.v[c->dependent[d]] -= f->values[d];
    }
    for (uint32_t d = 0; d < k; d++)
        if (!(fabs(f->values[d]) <= 1e-11 * case_speed(c))) return false;
    return true;
}

/* Central difference of e, in which all velocities may be; false when a state next to this one was not found. */
static inline bool family_slope(family *f, nh_expr e, nh_expr w, double *slope) {
    const double h = 1e-5;
    double ends[2];
    for (int side = 0; side < 2; side++) {
        if (!family_move(f, w, side == 0 ? -h : h)) return false;
        case_evaluate_at(f->c, &f->near, 1, &e, &ends[side]);
    }
    *slope = (ends[1] - ends[0]) / (2 * h);
    return isfinite(*slope);
}

/* ---- derivatives ---- */

/* Time, coordinates, independent velocities. */
static inline nh_expr *case_variables(const explicit_case *c, uint32_t *count) {
    nh_expr *w = NH_NEW_ARRAY(c->s.arena, nh_expr, 1 + 2 * c->s.n);
    *count = 0;
    w[(*count)++] = c->s.model->time;
    for (uint32_t i = 0; i < c->s.n; i++) w[(*count)++] = c->s.model->coordinates.items[i].q;
    for (uint32_t i = 0; i < c->form->m; i++) w[(*count)++] = c->s.model->coordinates.items[c->form->independent[i]].v;
    return w;
}

static inline void compare(const explicit_case *c, const char *name, const char *what, uint32_t d, double a, double b,
                           double size, double tolerance) {
    if (fabs(a - b) <= tolerance * fmax(size, fmax(1, fabs(a)))) return;
    fail_msg("%s: %s of %s': %.12g, %.12g", name, what,
             nh_name_text(c->s.context, c->s.model->coordinates.items[c->dependent[d]].name), a, b);
}

/* The largest first derivative. Near a turning point it is large, as 1/sqrt(D), and differences are less exact: a
 * derivative of order r grows as its power 2 r - 1. */
static inline double case_steep(const explicit_case *c, uint32_t d) {
    uint32_t count;
    const nh_expr *w = case_variables(c, &count);
    double most = 0;
    for (uint32_t i = 0; i < count; i++) most = fmax(most, fabs(case_value(c, nh_explicit_first(c->form, d, w[i]))));
    return most;
}

/* All first derivatives at once are the same expressions, and what is left out is 0 there. */
static inline void case_check_jacobian(const explicit_case *c, const char *name) {
    uint32_t count;
    const nh_expr *w = case_variables(c, &count);
    nh_expr_matrix all = nh_explicit_jacobian(c->form, c->s.arena, count, w);
    for (uint32_t d = 0; d < c->k; d++)
        for (uint32_t i = 0, e = all.start[d]; i < count; i++) {
            bool is_there = e < all.start[d + 1] && all.column[e] == i;
            nh_expr found = is_there ? all.entry[e] : NH_EXPR_ZERO;
            if (found != nh_explicit_first(c->form, d, w[i])) fail_msg("%s: another first derivative", name);
            e += is_there;
        }
}

/* First derivatives by all variables; returns how many central differences were compared. */
static inline uint32_t case_check_first(const explicit_case *c, const char *name) {
    uint32_t count, compared = 0;
    const nh_expr *w = case_variables(c, &count);
    family f = family_of(c);
    case_check_jacobian(c, name);
    for (uint32_t d = 0; d < c->k; d++) {
        nh_expr v = c->s.model->coordinates.items[c->dependent[d]].v;
        double size = 1e-6 * pow(case_steep(c, d), 5);
        for (uint32_t i = 0; i < count; i++) {
            nh_expr closed = nh_explicit_first(c->form, d, w[i]), other = nh_explicit_first_implicit(c->form, d, w[i]);
            if (closed == NH_EXPR_UNDEFINED || other == NH_EXPR_UNDEFINED) fail_msg("%s: no derivative", name);
            double a = case_value(c, closed), b = case_value(c, other), slope;
            compare(c, name, "first derivative, closed and implicit,", d, a, b, 0, 1e-8);
            if (!family_slope(&f, v, w[i], &slope)) continue;
            compare(c, name, "first derivative and difference", d, a, slope, size, 1e-4);
            compared++;
        }
    }
    return compared;
}

/* Some second derivatives. */
static inline uint32_t case_check_second(const explicit_case *c, const char *name, int most) {
    uint32_t count, compared = 0;
    const nh_expr *w = case_variables(c, &count);
    nh_random random = nh_random_make(test_seed(), 31);
    family f = family_of(c);
    for (int i = 0; i < most && c->k > 0; i++) {
        uint32_t d = (uint32_t)nh_random_below(&random, c->k);
        nh_expr x = w[nh_random_below(&random, count)], y = w[nh_random_below(&random, count)];
        nh_expr closed = nh_explicit_second(c->form, d, x, y);
        nh_expr other = nh_explicit_second_implicit(c->form, d, y, x); /* the order does not matter */
        if (closed == NH_EXPR_UNDEFINED || other == NH_EXPR_UNDEFINED) fail_msg("%s: no second derivative", name);
        double a = case_value(c, closed), b = case_value(c, other), slope;
        double size = case_steep(c, d);
        compare(c, name, "second derivative, closed and implicit,", d, a, b, size, 1e-7);
        if (!family_slope(&f, nh_explicit_first_implicit(c->form, d, x), y, &slope)) continue;
        compare(c, name, "second derivative and difference", d, a, slope, fmax(size, 1e-7 * pow(size, 7)), 1e-3);
        compared++;
    }
    return compared;
}

/* ---- restriction ---- */

/* L has the same value, and no dependent velocity is left that was solved. */
static inline void case_check_restriction(const explicit_case *c, const char *name) {
    nh_model *model = c->s.model;
    nh_expr e = nh_explicit_restrict(c->form, model->L, NULL),
            numbers = nh_explicit_restrict(c->form, model->L, c->signs);
    double wanted = case_value(c, model->L), size = fmax(1, fabs(wanted));
    if (!(fabs(case_value(c, e) - wanted) <= 1e-8 * size)) fail_msg("%s: L %g, %g", name, case_value(c, e), wanted);
    if (!(fabs(case_value(c, numbers) - wanted) <= 1e-8 * size)) fail_msg("%s: L with numbers", name);
    for (uint32_t i = 0; i < c->form->signs; i++)
        assert_false(nh_expr_depends_on(model->pool, numbers, 1, &c->form->sign[i]));
    for (uint32_t d = 0; d < c->k; d++) {
        nh_expr v = model->coordinates.items[c->dependent[d]].v;
        if (c->form->dependent[d].kind != NH_EXPLICIT_IMPLICIT) assert_false(nh_expr_depends_on(model->pool, e, 1, &v));
    }
}

/* ---- change of choice ---- */

/* E_i = sum over all coordinates of residual_j dq_j'/dq_i', the principle of D'Alembert. */
static inline void case_equations(const explicit_case *c, const double *residual, double *E) {
    for (uint32_t i = 0; i < c->form->m; i++) {
        nh_expr w = c->s.model->coordinates.items[c->form->independent[i]].v;
        E[i] = residual[c->form->independent[i]];
        for (uint32_t d = 0; d < c->k; d++)
            E[i] += residual[c->dependent[d]] * case_value(c, nh_explicit_first(c->form, d, w));
    }
}

/* The largest |dq_d'/dq_i'| at the state, by the numbers of the rows. */
static inline double case_steepness(const explicit_case *c) {
    uint32_t k = c->k, n = c->s.n;
    family f = family_of(c);
    nh_expr *slopes = NH_NEW_ARRAY(c->s.arena, nh_expr, k * n + 1);
    double *values = NH_NEW_ARRAY(c->s.arena, double, k *n + 1), most = 0;
    for (uint32_t r = 0; r < k; r++)
        for (uint32_t i = 0; i < n; i++)
            slopes[r + i * k] = nh_expr_diff(c->s.model->pool, f.outputs[r], c->s.model->coordinates.items[i].v);
    case_evaluate_at(c, &c->s.state, k * n, slopes, values);
    case_evaluate_at(c, &c->s.state, k + k * k, f.outputs, f.values);
    if (!nh_lu_factor(f.lu, f.values + k)) return INFINITY;
    nh_lu_solve(f.lu, values, (int)n);
    for (uint32_t i = 0; i < k * n; i++) most = fmax(most, fabs(values[i]));
    return most;
}

/* Other dependent velocities for which the rows can be solved well; false when none were found. */
static inline bool case_other_choice(const explicit_case *c, nh_random *random, explicit_case *other) {
    *other = *c;
    other->dependent = NH_NEW_ARRAY(c->s.arena, uint32_t, c->k + 1);
    for (int attempt = 0; attempt < 40; attempt++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < c->s.n && count < c->k; i++)
            if (nh_random_below(random, c->s.n - i) < c->k - count) other->dependent[count++] = i;
        if (memcmp(other->dependent, c->dependent, c->k * sizeof(uint32_t)) == 0) continue;
        if (case_steepness(other) < 100) return true;
    }
    return false;
}

/* Whether there was another choice. */
static inline bool case_check_change(const explicit_case *c, const char *name, nh_random *random) {
    explicit_case to;
    uint32_t m = c->form->m, n = c->s.n;
    if (c->k == 0 || m == 0 || !case_other_choice(c, random, &to)) return false;
    case_make(&to);
    if (!case_is_usable(&to)) return false;
    case_check_alpha(&to, name, 1e-7);
    double *residual = NH_NEW_ARRAY(c->s.arena, double, n), *from_E = NH_NEW_ARRAY(c->s.arena, double, m);
    double *to_E = NH_NEW_ARRAY(c->s.arena, double, m);
    for (uint32_t i = 0; i < n; i++) residual[i] = nh_random_uniform(random, -1, 1);
    case_equations(c, residual, from_E);
    case_equations(&to, residual, to_E);
    const nh_expr *matrix = nh_explicit_change(c->s.arena, c->form, to.form);
    for (uint32_t j = 0; j < m; j++) {
        double sum = 0, size = 1;
        for (uint32_t i = 0; i < m; i++) {
            double term = case_value(&to, matrix[j * m + i]) * from_E[i];
            sum += term;
            size += fabs(term);
        }
        if (!(fabs(sum - to_E[j]) <= 1e-7 * size)) fail_msg("%s: E[%u] is %g, not %g", name, j, sum, to_E[j]);
    }
    return true;
}

#endif
