/* The zero test: a proof by the normal form, or a point at which the value is certainly not zero. */
#include "algebra/domain/identity.h"

#include "algebra/field/normal.h"

nh_truth nh_expr_are_equal(nh_pool *pool, nh_expr a, nh_expr b) {
    return nh_expr_is_zero(pool, nh_expr_sub(pool, a, b));
}

nh_truth nh_expr_is_zero(nh_pool *pool, nh_expr e) {
    if (nh_expr_is_number(pool, e)) return e == NH_EXPR_ZERO ? NH_YES : NH_NO;
    if (e == NH_EXPR_UNDEFINED) return NH_UNKNOWN;
    if (nh_expr_is_nonzero_somewhere(pool, e)) return NH_NO;
    return nh_expr_is_proved_zero(pool, e) ? NH_YES : NH_UNKNOWN;
}
