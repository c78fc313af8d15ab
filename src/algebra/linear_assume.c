/* What must not be zero: collected as irreducible polynomials, each once. */
#include "algebra/identity.h"
#include "algebra/linear_private.h"
#include "expr/inspect.h"

nh_linear_parts nh_linear_parts_make(nh_field *field) {
    nh_linear_parts parts = {.field = field};
    parts.parts.arena = field->arena;
    return parts;
}

static void add_part(nh_linear_parts *parts, nh_mpoly *p) {
    for (size_t i = 0; i < parts->parts.count; i++)
        if (nh_mpoly_equal(parts->parts.items[i], p)) return;
    nh_array_push(&parts->parts, p);
}

static nh_mpoly *copy_of(nh_field *field, nh_mpoly *p) {
    nh_mpoly *copy = nh_field_poly(field);
    nh_mpoly_set(copy, p);
    return copy;
}

/* What is left of p without the parts that are listed already: most often a number, and dividing costs less than factoring. */
static nh_mpoly *without_parts(const nh_linear_parts *parts, nh_mpoly *p) {
    nh_mpoly *rest = copy_of(parts->field, p);
    for (size_t i = 0; i < parts->parts.count && !nh_mpoly_is_constant(rest); i++)
        while (nh_mpoly_divide(rest, rest, parts->parts.items[i])) {}
    return rest;
}

void nh_linear_assume(nh_linear_parts *parts, nh_mpoly *p) {
    nh_field *field = parts->field;
    nh_rat number;
    nh_mpoly_factor *factors;
    size_t count;
    if (nh_mpoly_is_constant(p)) return;
    p = without_parts(parts, p);
    if (nh_mpoly_is_constant(p)) return;
    if (!nh_mpoly_factorise(field->arena, p, &number, &factors, &count)) {
        add_part(parts, p);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&field->owned, factors[i].factor);
        add_part(parts, factors[i].factor);
    }
}

/* ---- what is never zero ---- */

/* A positive number and something that is not negative. */
static bool is_sum_above_zero(nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) == NH_EXPR_EXP) return true;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) return false;
    nh_expr constant = nh_expr_args(pool, e)[0];
    return nh_rat_sign(nh_expr_rational(pool, constant)) > 0 &&
           nh_expr_is_nonnegative(pool, nh_expr_sub(pool, e, constant));
}

/* What has no symbols has one value: not zero at a point is never zero. */
static bool is_constant_not_zero(nh_pool *pool, nh_arena *arena, nh_expr e) {
    uint32_t count;
    (void)nh_expr_symbols(pool, arena, 1, &e, &count);
    return count == 0 && nh_expr_is_nonzero_somewhere(pool, e);
}

static bool is_never_zero(nh_field *field, nh_mpoly *p) {
    nh_expr e = nh_field_expr_of_poly(field, p);
    if (is_constant_not_zero(field->pool, field->arena, e)) return true;
    return is_sum_above_zero(field->pool, e) || is_sum_above_zero(field->pool, nh_expr_neg(field->pool, e));
}

/* cos^2 = 1 - sin^2, for all angles: 2 - cos^2 becomes 1 + sin^2 */
static nh_mpoly *by_sines(nh_field *field, nh_mpoly *p) {
    nh_mpoly *result = copy_of(field, p);
    for (size_t i = 0; i < field->angles.count; i++) {
        const nh_angle *angle = &field->angles.items[i];
        if (angle->sine == NH_INDEX_NONE || angle->cosine == NH_INDEX_NONE) continue;
        nh_element square = nh_element_new(field);
        nh_mpoly_set_variable(square.num, angle->sine);
        nh_mpoly_pow(square.num, square.num, 2);
        nh_mpoly_sub(square.num, square.den, square.num);
        (void)nh_field_fold(field, angle->cosine, 2, square, result);
    }
    return result;
}

nh_linear_assumptions nh_linear_assumptions_of(const nh_linear_parts *parts, nh_arena *arena) {
    nh_field *field = parts->field;
    nh_expr *nonzero = NH_NEW_ARRAY(arena, nh_expr, parts->parts.count + 1);
    size_t count = 0;
    for (size_t i = 0; i < parts->parts.count; i++) {
        nh_mpoly *p = parts->parts.items[i];
        if (is_never_zero(field, p) || is_never_zero(field, by_sines(field, p))) continue;
        nonzero[count++] = nh_field_expr_of_poly(field, p);
    }
    return (nh_linear_assumptions){count, nonzero};
}
