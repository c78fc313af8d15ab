/* The modified vakonomic equations: variations need not commute with the derivative by time, [Algebraic] (30),
 *
 *     dq_h' - d/dt dq_h = sum_j omega_hj dq_j.
 *
 * With A = d rate/dq', p = dL/dq', D_j = d/dt d/dq_j' - d/dq_j and D1_j = D_j - sum_h omega_hj d/dq_h' ([Algebraic] (58)) there are three equations:
 *
 *     algebraic,   [Algebraic] (59)    D_j L  - Q_j = - sum_r (mu_r D1_j rate_r + mu_r' A_rj)
 *     variational, [Algebraic] (57)    D1_j L - Q_j = - sum_r (mu_r D1_j rate_r + mu_r' A_rj)
 *     imposed,     [Algebraic] (62)    D1_j L - Q_j = - sum_r mu_r' A_rj
 *
 * They are the vakonomic ones (those of Chetaev, where imposed) with the forces sum_h (sum_r mu_r A_rh + p_h) omega_hj, of which the algebraic ones have the first part and the imposed ones the second. What they have to do with Chetaev's equations depends on Omega alone:
 * where D1 rate vanishes on the displacements A dq = 0, [Algebraic] (61), the algebraic ones have Chetaev's accelerations for all mu; the others need p Omega = 0 on these displacements as well. docs/vakonomic.md says more.
 *
 * Omega is given by the model (transposition omega[x,y] = e), is 0, or is computed at each state from conditions (sim/transposition.h): then its entries are symbols in the force.
 *
 * Hypotheses: none beyond what a model is, and that there is such a matrix Omega at the state. */
#include <string.h>

#include "base/protect.h"
#include "base/text.h"
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
    return omega;
}

/* Whether the matrix of the model can be written down without the accelerations of Chetaev's motion. */
static bool is_known(const nh_model *model, nh_omega kind, const nh_expr *omega) {
    size_t n = model->coordinates.count;
    bool is_known = kind == NH_OMEGA_MODEL;
    for (size_t i = 0; i < n * n && is_known; i++) is_known = !nh_expr_has(model->pool, omega[i], NH_HAS_ACCELERATION);
    return is_known;
}

/* The entries of Omega: what they are, or symbols, which are noted as such. */
static nh_expr *find_omega(nh_equations *e, nh_arena *arena) {
    nh_model *model = e->model;
    uint32_t n = e->count;
    nh_expr *omega = nh_omega_of_model(model, arena);
    bool is_zero = e->setting.omega == NH_OMEGA_ZERO;
    is_zero |= e->rows == 0 && e->setting.omega != NH_OMEGA_MODEL; /* nothing is asked of it: the least one is 0 */
    for (size_t i = 0; i < (size_t)n * n && is_zero; i++) omega[i] = NH_EXPR_ZERO;
    e->omega = omega;
    if (is_zero || is_known(model, e->setting.omega, omega)) return omega;
    if (n > NH_OMEGA_COORDINATES_MAX)
        nh_fail(model->context, NH_E_UNSUPPORTED, "too-large",
                "the transposition matrix of systems with more than %d coordinates is not computed by this version",
                (int)NH_OMEGA_COORDINATES_MAX);
    for (uint32_t h = 0; h < n; h++)
        for (uint32_t j = 0; j < n; j++) {
            const char *name = name_of(model, arena, h, j);
            omega[(size_t)h * n + j] = nh_expr_symbol_text(model->pool, NH_ROLE_MULTIPLIER, name);
        }
    e->omegas = n * n;
    return omega;
}

/* What the matrix acts on: sum of mu_r A_r, p, or both. */
static nh_expr *find_covector(const nh_equations *e, const nh_variation *x, nh_arena *arena) {
    nh_pool *pool = e->model->pool;
    NH_ARRAY(nh_expr) terms = {.arena = arena};
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

/* sum_h covector_h omega_hj */
static void add_forces(nh_equations *e, nh_arena *arena) {
    nh_pool *pool = e->model->pool;
    nh_variation x = nh_variation_derive(e->model, arena);
    const nh_expr *omega = find_omega(e, arena), *covector = find_covector(e, &x, arena);
    nh_expr *force = NH_NEW_ARRAY(arena, nh_expr, (size_t)x.n + 1); /* what was there is the model's */
    e->push = NH_NEW_ARRAY(arena, nh_expr, (size_t)x.n + 1);
    NH_ARRAY(nh_expr) terms = {.arena = arena};
    for (uint32_t j = 0; j < x.n; j++) {
        terms.count = 0;
        for (uint32_t h = 0; h < x.n; h++)
            nh_array_push(&terms, nh_expr_mul(pool, covector[h], omega[(size_t)h * x.n + j]));
        e->push[j] = nh_expr_sum(pool, terms.count, terms.items);
        force[j] = nh_expr_add(pool, e->force[j], e->push[j]);
    }
    e->force = force;
}

nh_equations *nh_modified_derive_as(nh_model *model, nh_arena *arena, nh_setting setting) {
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
    return e;
}

nh_equations *nh_modified_derive(nh_model *model, nh_arena *arena) {
    return nh_modified_derive_as(model, arena, (nh_setting){NH_VARIANT_ALGEBRAIC, NH_OMEGA_USUAL});
}
