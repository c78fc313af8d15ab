/* The equations of motion in independent velocities, where the energy is quadratic and the constraints are affine in
 * the velocities: with q' = A u + b,
 *
 *     G u' = F,     G = A^T M A,     F = A^T (force - M (A u + b)' at u' = 0). */
#include "base/assert.h"
#include "expr/inspect.h"
#include "integrals/integrals_private.h"

static nh_expr sum_products(nh_pool *pool, nh_expr sum, nh_expr x, nh_expr y) {
    return nh_expr_add(pool, sum, nh_expr_mul(pool, x, y));
}

/* f along the motion, for a function of time, positions and velocities without accelerations. */
static nh_expr slow_rate(const nh_flow *flow, nh_expr f) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < flow->times + flow->positions; i++)
        sum = sum_products(flow->pool, sum, nh_expr_diff(flow->pool, f, flow->variables[i]), flow->rates[i]);
    return sum;
}

/* Velocities in the independent ones, and accelerations without their part A u'. */
static void find_velocities(const nh_flow *flow, nh_reduced *r, nh_expr *left) {
    for (uint32_t i = 0; i < flow->n; i++) {
        nh_expr v = nh_flow_restrict(flow, flow->model->coordinates.items[i].v);
        for (uint32_t j = 0; j < r->m; j++) r->A[i * r->m + j] = nh_expr_diff(flow->pool, v, r->u[j]);
        left[i] = slow_rate(flow, v);
    }
}

/* The inverse of a positive definite matrix, by elimination without exchanges, in place of a. */
static void invert_matrix(nh_pool *pool, uint32_t m, nh_expr *a, nh_expr *inverse) {
    NH_ASSERT(a != inverse && m > 0);
    for (uint32_t i = 0; i < m * m; i++) inverse[i] = i / m == i % m ? NH_EXPR_ONE : NH_EXPR_ZERO;
    for (uint32_t i = 0; i < m; i++) {
        nh_expr below = nh_expr_pow_int(pool, a[i * m + i], -1);
        for (uint32_t j = 0; j < m; j++) {
            a[i * m + j] = nh_expr_mul(pool, a[i * m + j], below);
            inverse[i * m + j] = nh_expr_mul(pool, inverse[i * m + j], below);
        }
        for (uint32_t k = 0; k < m; k++) {
            nh_expr factor = nh_expr_neg(pool, a[k * m + i]);
            for (uint32_t j = 0; j < m && k != i; j++) {
                a[k * m + j] = sum_products(pool, a[k * m + j], factor, a[i * m + j]);
                inverse[k * m + j] = sum_products(pool, inverse[k * m + j], factor, inverse[i * m + j]);
            }
        }
    }
}

nh_reduced *nh_reduced_make(nh_arena *arena, const nh_flow *flow) {
    nh_pool *pool = flow->pool;
    uint32_t n = flow->n, m = flow->form->m;
    NH_ASSERT(m > 0 && !nh_arena_is_scratch(arena));
    nh_reduced *r = NH_NEW(arena, nh_reduced);
    *r = (nh_reduced){.m = m, .u = flow->variables + flow->times + flow->positions};
    r->A = NH_NEW_ARRAY(arena, nh_expr, (size_t)n * m + 1);
    r->G = NH_NEW_ARRAY(arena, nh_expr, (size_t)m * m), r->inverse = NH_NEW_ARRAY(arena, nh_expr, (size_t)m * m);
    r->F = NH_NEW_ARRAY(arena, nh_expr, m); /* NH_EXPR_ZERO is 0 */
    nh_expr *left = NH_NEW_ARRAY(arena, nh_expr, n + 1), *mass = NH_NEW_ARRAY(arena, nh_expr, (size_t)m * m);
    find_velocities(flow, r, left);
    for (uint32_t i = 0; i < n; i++) {
        nh_expr rest = flow->force[i];
        for (uint32_t e = flow->matrix.start[i]; e < flow->matrix.start[i + 1]; e++) {
            uint32_t k = flow->matrix.column[e];
            rest = nh_expr_sub(pool, rest, nh_expr_mul(pool, flow->matrix.entry[e], left[k]));
            for (uint32_t x = 0; x < m; x++) {
                nh_expr part = nh_expr_mul(pool, r->A[i * m + x], flow->matrix.entry[e]);
                for (uint32_t y = 0; y < m; y++)
                    r->G[x * m + y] = sum_products(pool, r->G[x * m + y], part, r->A[k * m + y]);
            }
        }
        for (uint32_t x = 0; x < m; x++) r->F[x] = sum_products(pool, r->F[x], r->A[i * m + x], rest);
    }
    for (uint32_t x = 0; x < m * m; x++) {
        if (nh_expr_depends_on(pool, r->G[x], m, r->u)) return NULL;
        mass[x] = r->G[x];
    }
    invert_matrix(pool, m, mass, r->inverse);
    return r;
}
