/* Putting rows into the equations; reduced.h has the formulas. */
#include "motion/at/reduced.h"

#include <math.h>
#include <stdio.h>

#include "algebra/tidy/tidy.h"
#include "base/array.h"
#include "base/assert.h"
#include "expr/inspect.h"

/* A coefficient from this on may be divided by. */
#define LEAST_NUMBER 1e-3
/* Operations of the coefficients; more would take longer to tidy than most motions take. */
enum { MOST_TIDIED = 300 };

static nh_expr minus_product(nh_pool *pool, nh_expr c, nh_expr a, nh_expr b) {
    return nh_expr_sub(pool, c, nh_expr_mul(pool, a, b));
}

static nh_expr plus_product(nh_pool *pool, nh_expr c, nh_expr a, nh_expr b) {
    return nh_expr_add(pool, c, nh_expr_mul(pool, a, b));
}

static nh_expr *new_exprs(const nh_reduced *r, size_t count) {
    nh_expr *e = NH_NEW_ARRAY(r->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) e[i] = NH_EXPR_ZERO;
    return e;
}

/* What is next to the Jacobian in the equation of row j. */
static nh_expr side_of_row(const nh_equations *e, uint32_t j, nh_purpose purpose) {
    if (purpose == NH_PURPOSE_POSITIONS) return e->model->rows.items[e->row[j]].residual;
    return purpose == NH_PURPOSE_VELOCITIES ? e->rates[j] : e->drift[j];
}

static void take_coefficients(nh_reduced *r, nh_purpose purpose) {
    const nh_equations *e = r->equations;
    uint32_t n = r->n;
    bool has_forces = purpose == NH_PURPOSE_MOTION || purpose == NH_PURPOSE_WHOLE;
    r->m = new_exprs(r, (size_t)n * n);
    r->f = new_exprs(r, n);
    r->a = new_exprs(r, (size_t)n * r->used);
    r->c = new_exprs(r, r->used);
    for (uint32_t i = 0; i < n; i++) {
        if (has_forces) r->f[i] = e->force[i];
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            r->m[i + (size_t)e->matrix.column[k] * n] = e->matrix.entry[k];
    }
    for (uint32_t u = 0; u < r->used; u++) {
        uint32_t j = r->row[u];
        r->c[u] = side_of_row(e, j, purpose);
        for (uint32_t k = e->jacobian.start[j]; k < e->jacobian.start[j + 1]; k++)
            r->a[e->jacobian.column[k] + (size_t)u * n] = e->jacobian.entry[k];
    }
}

/* ---- long equations ---- */

/* A sum under a name stays one thing when others are added to it, and is computed once. */
static nh_expr kept_whole(const nh_reduced *r, nh_expr e) {
    const nh_model *model = r->equations->model;
    if (r->is_tidied || nh_expr_kind_of(model->pool, e) != NH_EXPR_SUM || nh_expr_arity(model->pool, e) <= 3) return e;
    char name[32];
    snprintf(name, sizeof name, "#reduced%lu", (unsigned long)e);
    return nh_expr_abbreviation(model->pool, nh_name_of_text(model->context, name), e);
}

static void keep_whole(const nh_reduced *r, size_t count, nh_expr *e) {
    for (size_t i = 0; i < count; i++) e[i] = kept_whole(r, e[i]);
}

static bool is_long(const nh_reduced *r) {
    nh_pool *pool = r->equations->model->pool;
    size_t n = r->n;
    return nh_expr_operations(pool, n * n, r->m) + nh_expr_operations(pool, n, r->f) +
               nh_expr_operations(pool, n * r->used, r->a) + nh_expr_operations(pool, r->used, r->c) >
           MOST_TIDIED;
}

/* ---- which rows give an unknown ---- */

static uint32_t count_in_column(const nh_reduced *r, uint32_t i) {
    uint32_t count = 0;
    for (uint32_t u = 0; u < r->used; u++) count += r->a[i + (size_t)u * r->n] != NH_EXPR_ZERO;
    return count;
}

/* The unknown that row u gives, and by what it is to be divided. */
static uint32_t find_solved(const nh_reduced *r, uint32_t u, nh_rat *number) {
    NH_ASSERT(u < r->used);
    const nh_model *model = r->equations->model;
    for (uint32_t i = 0; i < r->n; i++) {
        nh_expr a = r->a[i + (size_t)u * r->n];
        if (a == NH_EXPR_ZERO || !nh_expr_is_number(model->pool, a) || count_in_column(r, i) != 1) continue;
        *number = nh_expr_rational(model->pool, a);
        if (fabs(nh_rat_double(model->context, *number)) >= LEAST_NUMBER) return i;
    }
    return NH_MODEL_NONE;
}

static void divide_row(nh_reduced *r, uint32_t u) {
    nh_pool *pool = r->equations->model->pool;
    nh_rat inverse = nh_rat_inv(r->arena, r->divisor[u]);
    for (uint32_t i = 0; i < r->n; i++)
        r->a[i + (size_t)u * r->n] = nh_expr_scale(pool, inverse, r->a[i + (size_t)u * r->n]);
    r->c[u] = nh_expr_scale(pool, inverse, r->c[u]);
}

static void choose_solved(nh_reduced *r, bool may_solve) {
    bool *is_solved = NH_NEW_ARRAY(r->arena, bool, r->n + 1);
    r->solved = NH_NEW_ARRAY(r->arena, uint32_t, r->used + 1);
    r->divisor = NH_NEW_ARRAY(r->arena, nh_rat, r->used + 1);
    r->unknown = NH_NEW_ARRAY(r->arena, uint32_t, r->n + 1);
    r->rest = NH_NEW_ARRAY(r->arena, uint32_t, r->used + 1);
    for (uint32_t u = 0; u < r->used; u++) {
        r->solved[u] = may_solve ? find_solved(r, u, &r->divisor[u]) : NH_MODEL_NONE;
        if (r->solved[u] == NH_MODEL_NONE) {
            r->rest[r->rests++] = u;
            continue;
        }
        is_solved[r->solved[u]] = true;
        divide_row(r, u);
    }
    for (uint32_t i = 0; i < r->n; i++)
        if (!is_solved[i]) r->unknown[r->unknowns++] = i;
}

/* ---- what is left ---- */

/* N^T y for y over all unknowns, at unknown i: y_i - sum_r B_ri y_d. */
static nh_expr project_entry(const nh_reduced *r, const nh_expr *y, uint32_t i) {
    NH_ASSERT(i < r->n);
    nh_expr sum = y[i];
    for (uint32_t u = 0; u < r->used; u++)
        if (r->solved[u] != NH_MODEL_NONE)
            sum = minus_product(r->equations->model->pool, sum, r->a[i + (size_t)u * r->n], y[r->solved[u]]);
    return sum;
}

static void find_matrix(nh_reduced *r) {
    nh_pool *pool = r->equations->model->pool;
    uint32_t n = r->n, size = r->unknowns;
    nh_expr *column = new_exprs(r, n);
    r->matrix = new_exprs(r, (size_t)size * size);
    for (uint32_t k = 0; k < size; k++) {
        for (uint32_t i = 0; i < n; i++) { /* M N e_k */
            column[i] = r->m[i + (size_t)r->unknown[k] * n];
            for (uint32_t u = 0; u < r->used; u++)
                if (r->solved[u] != NH_MODEL_NONE)
                    column[i] = minus_product(pool, column[i], r->m[i + (size_t)r->solved[u] * n],
                                              r->a[r->unknown[k] + (size_t)u * n]);
        }
        keep_whole(r, n, column);
        for (uint32_t i = k; i < size; i++) r->matrix[i + (size_t)k * size] = project_entry(r, column, r->unknown[i]);
    }
}

static void find_side(nh_reduced *r) {
    nh_pool *pool = r->equations->model->pool;
    nh_expr *force = new_exprs(r, r->n);
    r->side = new_exprs(r, r->unknowns);
    for (uint32_t i = 0; i < r->n; i++) {
        force[i] = r->f[i];
        for (uint32_t u = 0; u < r->used; u++)
            if (r->solved[u] != NH_MODEL_NONE)
                force[i] = plus_product(pool, force[i], r->m[i + (size_t)r->solved[u] * r->n], r->c[u]);
    }
    keep_whole(r, r->n, force);
    for (uint32_t i = 0; i < r->unknowns; i++) r->side[i] = project_entry(r, force, r->unknown[i]);
}

/* Only where rows were substituted: the equations themselves are tidy already. */
static void tidy_reduced(nh_reduced *r) {
    size_t size = r->unknowns, count = 0;
    nh_expr *all = NH_NEW_ARRAY(r->arena, nh_expr, size * size + size + 1);
    for (size_t k = 0; k < size; k++)
        for (size_t i = k; i < size; i++) all[count++] = r->matrix[i + k * size];
    for (size_t i = 0; i < size; i++) all[count++] = r->side[i];
    nh_expr_tidy_all(r->equations->model->pool, r->arena, count, all);
    count = 0;
    for (size_t k = 0; k < size; k++)
        for (size_t i = k; i < size; i++) r->matrix[i + k * size] = all[count++];
    for (size_t i = 0; i < size; i++) r->side[i] = all[count++];
}

nh_reduced nh_reduce(nh_arena *arena, const nh_equations *equations, uint32_t used, const uint32_t *row,
                     nh_purpose purpose, bool may_solve) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && purpose < NH_PURPOSES);
    NH_ASSERT(nh_is_rising(used, row, equations->rows));
    nh_reduced r = {.arena = arena, .equations = equations, .n = equations->count, .used = used, .row = row};
    take_coefficients(&r, purpose);
    r.is_tidied = purpose == NH_PURPOSE_MOTION && !is_long(&r); /* what is evaluated all the time */
    keep_whole(&r, (size_t)r.n * r.n, r.m);
    keep_whole(&r, r.n, r.f);
    keep_whole(&r, (size_t)r.n * used, r.a);
    keep_whole(&r, used, r.c);
    choose_solved(&r, may_solve);
    find_matrix(&r);
    find_side(&r);
    if (r.rests < used && r.is_tidied) tidy_reduced(&r);
    return r;
    NH_ASSERT(r.unknowns + r.used == r.n + r.rests);
}
