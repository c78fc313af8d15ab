/* What kind of equation a row is, by its form: how its residual depends on the velocities.
 *
 * Class and degree are told of the polynomial that is left when denominators, square roots and absolute values with
 * velocities in them are cleared: |P'| = c is x'^2 + y'^2 + z'^2 - c^2 = 0, power-affine of degree 2. Coefficients that
 * are 0 by an identity such as sin(x)^2 + cos(x)^2 = 1 do not count. What cannot be cleared, as x' = sin(y'), is
 * general where it is certainly none of the other kinds. */
#ifndef NH_STATE_EXPLICIT_KIND_H
#define NH_STATE_EXPLICIT_KIND_H

#include <nonholo/model.h>

#include "expr/inspect.h"

typedef struct nh_kind {
    nh_row_kind kind;
    double degree; /* in the velocities, after clearing; 0 when unknown */
    /* e(k v) = k^p e(v) for k > 0; "no" only where the terms of two degrees are certainly not 0 */
    nh_truth homogeneous;
} nh_kind;

/* The kind of the row residual = 0. */
nh_kind nh_kind_of(nh_pool *pool, nh_expr residual);

/* Whether e is linear or affine in the velocities as it is written: x'/y' - 2 is not, though its row is of the linear
 * kind. "No" is certified at a point. */
nh_truth nh_kind_linear(nh_pool *pool, nh_expr e);

/* What several rows are together: linear when all are, affine when all are linear or affine, homogeneous when all are,
 * power-affine of one degree when all are, else general; geometric ones count by their rates, as linear or affine, and
 * alone as geometric. The degree is 0 where they have several. */
nh_kind nh_kind_together(size_t count, const nh_kind *kinds);

/* An expression with the same zeros (and perhaps some more: squaring forgets signs, multiplying by a denominator
 * allows it to be 0) without denominators, square roots and absolute values that depend on the symbols. False when it
 * is not brought to a polynomial within a few steps. */
bool nh_kind_clear(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols, nh_expr *cleared);

/* Whether e depends on time: "yes" is certified at a point, "no" proved. */
nh_truth nh_kind_rheonomic(nh_pool *pool, nh_expr e, nh_expr time);

/* Whether e is a polynomial of degree 2 at most in all velocities that it contains. */
nh_truth nh_kind_quadratic(nh_pool *pool, nh_expr e);

/* The velocities in e, rising, in the arena (not the scratch arena). */
nh_expr *nh_kind_velocities(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t *count);

#endif
