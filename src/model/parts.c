/* How the energies depend on the velocities, and rows as equations for them.
 *
 *     T = 1/2 q' A q' + b q' + c                                      [Rheonomous] (8)
 *
 * A is the second derivative of T by the velocities, b the first one and c the value of T at q' = 0. Whether L is
 * such a polynomial is told from its form: it is, when it is a polynomial in the velocities and no second derivative
 * contains a velocity. The second by itself does not do, since |x'| has none either; nor the first, which
 * leaves the degree open. */
#include "base/assert.h"
#include "expr/inspect.h"
#include "model/model.h"

/* A velocity, or a derivative of higher order. */
static bool is_velocity(const nh_pool *pool, nh_expr symbol) {
    const nh_symbol *s = nh_expr_symbol_of(pool, symbol);
    return s->role == NH_ROLE_COORDINATE && s->order > 0;
}

/* Whether a velocity occurs in one of the expressions; one walk for all of them. */
static bool have_velocities(nh_pool *pool, size_t size, const nh_expr *e) {
    nh_arena *own = nh_arena_create(nh_pool_context(pool));
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, own, size, e, &count);
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) found = is_velocity(pool, symbols[i]);
    nh_arena_destroy(own);
    return found;
}

static nh_truth is_quadratic(const nh_model *model, const nh_expr_matrix *mass, const nh_expr *v) {
    nh_degree degree = nh_expr_degree(model->pool, model->L, mass->rows, v);
    bool is_polynomial = degree.kind != NH_DEGREE_NONE && degree.polynomial;
    bool is_certain = is_polynomial && !have_velocities(model->pool, mass->start[mass->rows], mass->entry);
    return is_certain ? NH_YES : NH_UNKNOWN;
}

/* b and c: dT/dq' and T with 0 for the velocities. */
static void find_lower_parts(const nh_model *model, nh_kinetic_parts *parts, nh_expr T, uint32_t n, const nh_expr *v) {
    nh_arena *own = nh_arena_create(model->context);
    nh_expr *zeros = NH_NEW_ARRAY(own, nh_expr, n);
    for (uint32_t i = 0; i < n; i++) zeros[i] = NH_EXPR_ZERO;
    nh_expr_gradient(model->pool, T, n, v, parts->b);
    nh_expr_substitute_all(model->pool, n, parts->b, n, v, zeros, true);
    parts->c = nh_expr_substitute(model->pool, T, n, v, zeros, true);
    nh_arena_destroy(own);
}

nh_kinetic_parts nh_model_kinetic_parts(const nh_model *model, nh_arena *arena) {
    NH_ASSERT(arena != nh_scratch(model->context) && model->L != NH_EXPR_UNDEFINED);
    uint32_t n = (uint32_t)model->coordinates.count;
    const nh_expr *v = nh_model_velocities(model, arena);
    bool is_direct = model->T == NH_EXPR_UNDEFINED;
    nh_expr T = is_direct ? model->L : model->T;
    nh_kinetic_parts parts = {.b = NH_NEW_ARRAY(arena, nh_expr, n)};
    parts.mass = nh_expr_hessian(model->pool, arena, model->L, n, v);
    parts.is_quadratic = is_quadratic(model, &parts.mass, v);
    bool same = is_direct || !have_velocities(model->pool, 1, &model->V);
    parts.A = same ? parts.mass : nh_expr_hessian(model->pool, arena, T, n, v);
    find_lower_parts(model, &parts, T, n, v);
    return parts;
}

nh_expr nh_row_slope(const nh_model *model, const nh_row *row, nh_expr velocity) {
    nh_expr by = row->has_accelerations ? nh_expr_dot(model->pool, velocity) : velocity;
    return nh_expr_diff(model->pool, nh_row_rate(model, row), by);
}

nh_expr nh_row_rate(const nh_model *model, const nh_row *row) {
    return row->is_geometric ? nh_expr_total_derivative(model->pool, row->residual) : row->residual;
}
