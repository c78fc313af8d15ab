/* The modified vakonomic equations: variations need not commute with the derivative by time, [Algebraic] (30),
 *
 *     dq_h' - d/dt dq_h = sum_j omega_hj dq_j.
 *
 * With A = d rate/dq', p = dL/dq', D_j = d/dt d/dq_j' - d/dq_j and D1_j = D_j - sum_h omega_hj d/dq_h' ([Algebraic]
 * (58)) there are three equations:
 *
 *     algebraic,   [Algebraic] (59)    D_j L  - Q_j = - sum_r (mu_r D1_j rate_r + mu_r' A_rj)
 *     variational, [Algebraic] (57)    D1_j L - Q_j = - sum_r (mu_r D1_j rate_r + mu_r' A_rj)
 *     imposed,     [Algebraic] (62)    D1_j L - Q_j = - sum_r mu_r' A_rj
 *
 * They are the vakonomic ones (those of Chetaev, where imposed) with the forces sum_h (sum_r mu_r A_rh + p_h) omega_hj,
 * of which the algebraic ones have the first part and the imposed ones the second. What they have to do with Chetaev's
 * equations depends on Omega only: where D1 rate vanishes on the displacements A dq = 0, [Algebraic] (61), the
 * algebraic ones have Chetaev's accelerations for all mu; the others need p Omega = 0 on these displacements as well.
 * docs/vakonomic.md says more.
 *
 * Omega is given by the model (transposition omega[x,y] = e), is 0, or is computed at each state from conditions
 * (motion/forces/transposition.h): then its entries are symbols in the force.
 *
 * A matrix of the model may contain accelerations. They are those of the motion itself: the forces above, push(q''),
 * depend on q''. With B = d push/dq'' the equations
 *
 *     matrix x = force + push(a) + B(b) (x - a) + rows^T lambda
 *
 * are the same where x = a. Where B is free of accelerations a does not matter, and a = 0 is taken: they are linear,
 * with matrix - B. Else they are a step of Newton's method from a, with b = a. In balls b is a box around a: if x lies
 * in it, whatever the numbers in the box, it has one solution, and that is in x.
 *
 * Hypotheses: none beyond what a model is, and that there is such a matrix Omega at the state. */
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "form/equations.h"
#include "model/variation.h"

/* omega[x,y], as the language writes it. */
static const char *name_of(const nh_model *model, nh_arena *arena, uint32_t h, uint32_t j) {
    nh_text name = nh_text_begin(arena);
    const nh_coordinate *q = model->coordinates.items;
    nh_text_format(&name, "omega[%s,%s]", nh_name_text(model->context, q[h].name),
                   nh_name_text(model->context, q[j].name));
    return nh_text_string(&name);
}

void nh_equations_name_omega(nh_equations *equations, const nh_expr *values) {
    NH_ASSERT(equations->count == equations->model->coordinates.count);
    uint32_t n = equations->count;
    nh_arena *arena = equations->coefficients.arena;
    for (uint32_t h = 0; h < n; h++)
        for (uint32_t j = 0; j < n; j++) {
            nh_expr value = values[(size_t)h * n + j];
            if (value != NH_EXPR_ZERO)
                nh_equations_name(equations, value, "%s", name_of(equations->model, arena, h, j));
        }
}

nh_expr *nh_omega_of_model(const nh_model *model, nh_arena *arena) {
    size_t n = model->coordinates.count;
    nh_expr *omega = NH_NEW_ARRAY(arena, nh_expr, n * n + 1);
    for (size_t i = 0; i < n * n; i++) omega[i] = NH_EXPR_ZERO;
    for (size_t i = 0; i < model->transpositions.count; i++) {
        const nh_transposition *entry = &model->transpositions.items[i];
        omega[entry->row * n + entry->column] = entry->value;
    }
    NH_ASSERT(omega != NULL);
    return omega;
}

static void refuse_large(const nh_model *model) {
    if (model->coordinates.count > NH_OMEGA_COORDINATES_MAX)
        nh_fail(model->context, NH_E_UNSUPPORTED, "too-large",
                "the transposition matrix is available only for systems with at most %d coordinates",
                (int)NH_OMEGA_COORDINATES_MAX);
}

/* The entries of Omega: what they are, or symbols, which are noted as such. */
static nh_expr *find_omega(nh_equations *e, nh_arena *arena) {
    const nh_model *model = e->model;
    uint32_t n = e->count;
    nh_expr *omega = nh_omega_of_model(model, arena);
    bool is_zero = e->setting.omega == NH_OMEGA_ZERO;
    is_zero |= e->rows == 0 && e->setting.omega != NH_OMEGA_MODEL; /* nothing is asked of it: the least one is 0 */
    for (size_t i = 0; i < (size_t)n * n && is_zero; i++) omega[i] = NH_EXPR_ZERO;
    e->omega = omega;
    if (is_zero || e->setting.omega == NH_OMEGA_MODEL) return omega;
    refuse_large(model);
    for (uint32_t h = 0; h < n; h++)
        for (uint32_t j = 0; j < n; j++) {
            const char *name = name_of(model, arena, h, j);
            omega[(size_t)h * n + j] = nh_expr_symbol_text(model->pool, NH_ROLE_MULTIPLIER, name);
        }
    e->omegas = n * n;
    e->computed = omega;
    return omega;
}

/* What the matrix acts on: sum of mu_r A_r, p, or both. */
static nh_expr *find_covector(const nh_equations *e, const nh_variation *x, nh_arena *arena) {
    nh_pool *pool = e->model->pool;
    nh_exprs terms = {.arena = arena};
    nh_expr *covector = NH_NEW_ARRAY(arena, nh_expr, (size_t)x->n + 1);
    for (uint32_t h = 0; h < x->n; h++) {
        terms.count = 0;
        for (uint32_t r = 0; r < x->rows && e->setting.variant != NH_VARIANT_IMPOSED; r++)
            nh_array_push(&terms, nh_expr_mul(pool, e->extra[r], x->A[(size_t)r * x->n + h]));
        if (e->setting.variant != NH_VARIANT_ALGEBRAIC) nh_array_push(&terms, x->p[h]);
        covector[h] = nh_expr_sum(pool, terms.count, terms.items);
    }
    return covector;
}

/* ---- accelerations in the matrix of the model ---- */

static bool has_acceleration(const nh_model *model, size_t count, const nh_expr *e) {
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) found = nh_expr_has(model->pool, e[i], NH_HAS_ACCELERATION);
    return found;
}

/* Symbols for the accelerations around which the forces are linearised: a, then b. */
static void name_computed(nh_equations *e, nh_arena *arena) {
    const nh_coordinate *q = e->model->coordinates.items;
    uint32_t n = e->count;
    e->is_implicit = true;
    e->omegas = 2 * n;
    e->computed = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)n);
    for (uint32_t i = 0; i < 2 * n; i++) {
        nh_text name = nh_text_begin(arena);
        nh_text_format(&name, "omega.%s[%s]", i < n ? "point" : "box", nh_name_text(e->model->context, q[i % n].name));
        e->computed[i] = nh_expr_symbol_text(e->model->pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
    }
}

/* matrix := matrix - slopes */
static void subtract_slopes(nh_equations *e, nh_arena *arena, const nh_expr_matrix *slopes) {
    size_t n = e->count;
    nh_expr *dense = NH_NEW_ARRAY(arena, nh_expr, n * n);
    for (size_t i = 0; i < n * n; i++) dense[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            dense[i * n + e->matrix.column[k]] = e->matrix.entry[k];
        for (uint32_t k = slopes->start[i]; k < slopes->start[i + 1]; k++) {
            nh_expr *entry = &dense[i * n + slopes->column[k]];
            *entry = nh_expr_sub(e->model->pool, *entry, slopes->entry[k]);
        }
    }
    e->matrix = nh_equations_sparse(arena, e->count, e->count, dense);
    e->is_symmetric = false;
}

static void keep_written(nh_equations *e, nh_arena *arena) {
    nh_equations *written = NH_NEW(arena, nh_equations);
    *written = *e;
    written->force = NH_NEW_ARRAY(arena, nh_expr, e->count);
    for (uint32_t i = 0; i < e->count; i++) written->force[i] = nh_expr_add(e->model->pool, e->force[i], e->push[i]);
    written->is_implicit = true;
    e->written = written;
}

/* Adds push(a) + B(b) (q'' - a) to the equations, where push contains accelerations. */
static void add_linearised(nh_equations *e, nh_arena *arena, nh_expr *force) {
    nh_pool *pool = e->model->pool;
    uint32_t n = e->count;
    const nh_expr *accelerations = nh_model_accelerations(e->model, arena);
    nh_expr_matrix slopes = nh_expr_jacobian(pool, arena, n, e->push, n, accelerations);
    nh_expr *a = NH_NEW_ARRAY(arena, nh_expr, n), *at_a = NH_NEW_ARRAY(arena, nh_expr, n);
    for (uint32_t i = 0; i < n; i++) a[i] = NH_EXPR_ZERO;
    if (has_acceleration(e->model, slopes.start[n], slopes.entry)) {
        keep_written(e, arena);
        name_computed(e, arena);
        memcpy(a, e->computed, n * sizeof *a);
        nh_expr_substitute_all(pool, slopes.start[n], slopes.entry, n, accelerations, e->computed + n, true);
    }
    memcpy(at_a, e->push, n * sizeof *at_a);
    nh_expr_substitute_all(pool, n, at_a, n, accelerations, a, true);
    for (uint32_t j = 0; j < n; j++) {
        force[j] = nh_expr_add(pool, e->force[j], at_a[j]);
        for (uint32_t k = slopes.start[j]; k < slopes.start[j + 1]; k++)
            force[j] = nh_expr_sub(pool, force[j], nh_expr_mul(pool, slopes.entry[k], a[slopes.column[k]]));
    }
    subtract_slopes(e, arena, &slopes);
}

/* ---- forces ---- */

/* sum_h covector_h omega_hj */
static void add_forces(nh_equations *e, nh_arena *arena) {
    nh_pool *pool = e->model->pool;
    nh_variation x = nh_variation_derive(e->model, arena);
    const nh_expr *omega = find_omega(e, arena), *covector = find_covector(e, &x, arena);
    nh_expr *force = NH_NEW_ARRAY(arena, nh_expr, (size_t)x.n + 1); /* what was there is the model's */
    e->push = NH_NEW_ARRAY(arena, nh_expr, (size_t)x.n + 1);
    nh_exprs terms = {.arena = arena};
    for (uint32_t j = 0; j < x.n; j++) {
        terms.count = 0;
        for (uint32_t h = 0; h < x.n; h++)
            nh_array_push(&terms, nh_expr_mul(pool, covector[h], omega[(size_t)h * x.n + j]));
        e->push[j] = nh_expr_sum(pool, terms.count, terms.items);
        force[j] = nh_expr_add(pool, e->force[j], e->push[j]);
    }
    if (has_acceleration(e->model, x.n, e->push)) {
        refuse_large(e->model);
        add_linearised(e, arena, force);
    }
    e->force = force;
}

nh_equations *nh_modified_derive_as(const nh_model *model, nh_arena *arena, nh_setting setting) {
    NH_ASSERT(setting.omega < NH_OMEGAS && setting.variant < NH_VARIANTS);
    if (setting.omega == NH_OMEGA_MODEL && model->transpositions.count == 0)
        nh_fail(model->context, NH_E_HYPOTHESIS, "formulation",
                "the formulation 'vakonomic-modified' does not apply: the model gives no transposition matrix; write "
                "transposition omega[x,y] = e in it, or choose another matrix");
    bool is_imposed = setting.variant == NH_VARIANT_IMPOSED;
    nh_equations *e = is_imposed ? nh_chetaev_derive(model, arena) : nh_vakonomic_derive(model, arena);
    e->form = "vakonomic-modified";
    e->setting = setting;
    if (setting.omega == NH_OMEGA_USUAL)
        e->setting.omega = model->transpositions.count > 0 ? NH_OMEGA_MODEL : NH_OMEGA_LEAST;
    nh_equations_integrate_multipliers(e, arena);
    add_forces(e, arena);
    NH_ASSERT(e->extras == e->rows && nh_equations_fit(e));
    return e;
}

nh_equations *nh_modified_derive(const nh_model *model, nh_arena *arena) {
    return nh_modified_derive_as(model, arena, (nh_setting){NH_VARIANT_ALGEBRAIC, NH_OMEGA_USUAL});
}
