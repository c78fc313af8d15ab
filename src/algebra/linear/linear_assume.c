/* What must not be zero: collected as irreducible polynomials, each once; what certainly is not, and certain signs. */
#include "algebra/domain/identity.h"
#include "algebra/linear/linear_private.h"
#include "expr/calculus/calculus.h"
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

/* What is left of p without the parts that are listed already: most often a number, and dividing
 * costs less than factoring. */
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

/* ---- certain signs ---- */

/* A product of powers of sines and cosines: between -1 and 1. */
static bool is_circular(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_SIN || kind == NH_EXPR_COS) return true;
    if (kind != NH_EXPR_PRODUCT) return false;
    const nh_expr *args = nh_expr_args(pool, e);
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i += 2) {
        int64_t power;
        nh_expr_kind base = nh_expr_kind_of(pool, args[i]);
        bool is_whole = nh_expr_get_int(pool, args[i + 1], &power) && power > 0;
        if (!is_whole || (base != NH_EXPR_SIN && base != NH_EXPR_COS)) return false;
    }
    return true;
}

/* Certainly above zero: an exponential, pi, a product of such. */
static bool is_above_zero(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_EXP || kind == NH_EXPR_CONSTANT_PI) return true;
    if (kind != NH_EXPR_PRODUCT) return false;
    const nh_expr *args = nh_expr_args(pool, e);
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i += 2) {
        nh_expr_kind base = nh_expr_kind_of(pool, args[i]);
        if (base != NH_EXPR_EXP && base != NH_EXPR_CONSTANT_PI && base != NH_EXPR_NUMBER) return false;
    }
    return true;
}

/* e is at least the bound, or above it. */
typedef struct lower_bound {
    bool is_known, is_above;
    nh_rat bound;
} lower_bound;

static void add_to_bound(const nh_pool *pool, nh_arena *arena, lower_bound *b, nh_expr term, nh_rat coefficient) {
    bool is_positive = nh_rat_sign(coefficient) > 0;
    if (is_positive && is_above_zero(pool, term)) b->is_above = true;
    else if (is_positive && nh_expr_is_nonnegative(pool, term)) return;
    else if (is_circular(pool, term))
        b->bound = is_positive ? nh_rat_sub(arena, b->bound, coefficient) : nh_rat_add(arena, b->bound, coefficient);
    else b->is_known = false;
}

static lower_bound bound_of(const nh_pool *pool, nh_arena *arena, nh_expr e) {
    lower_bound b = {.is_known = true, .bound = nh_rat_int(0)};
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) {
        add_to_bound(pool, arena, &b, e, nh_rat_int(1));
        return b;
    }
    const nh_expr *args = nh_expr_args(pool, e);
    b.bound = nh_expr_rational(pool, args[0]);
    for (uint32_t i = 1; i < nh_expr_arity(pool, e) && b.is_known; i += 2)
        add_to_bound(pool, arena, &b, args[i], nh_expr_rational(pool, args[i + 1]));
    return b;
}

static nh_linear_sign sign_by_bound(nh_pool *pool, nh_arena *arena, nh_expr e) {
    for (int sign = 1; sign >= -1; sign -= 2) {
        lower_bound b = bound_of(pool, arena, sign > 0 ? e : nh_expr_neg(pool, e));
        if (!b.is_known || nh_rat_sign(b.bound) < 0) continue;
        return (nh_linear_sign){sign, b.is_above || nh_rat_sign(b.bound) > 0};
    }
    return (nh_linear_sign){0, false};
}

/* What has no symbols has one value. */
static nh_linear_sign sign_of_constant(nh_pool *pool, nh_expr e) {
    nh_box nothing = {0};
    if (!nh_expr_is_nonzero_number(pool, e)) return (nh_linear_sign){0, false};
    nh_truth is_positive = nh_expr_is_positive_on(pool, e, &nothing);
    return (nh_linear_sign){is_positive == NH_YES ? 1 : is_positive == NH_NO ? -1 : 0, true};
}

/* With exponentials for the symbols that are known to be positive. */
static nh_expr with_positive(const nh_linear_parts *parts, nh_expr e) {
    nh_pool *pool = parts->field->pool;
    nh_expr *to = NH_NEW_ARRAY(parts->field->arena, nh_expr, parts->positive_count + 1);
    if (parts->positive_count == 0) return e;
    for (uint32_t i = 0; i < parts->positive_count; i++) to[i] = nh_expr_apply1(pool, NH_EXPR_EXP, parts->positive[i]);
    return nh_expr_substitute(pool, e, parts->positive_count, parts->positive, to, false);
}

static nh_linear_sign sign_of(const nh_linear_parts *parts, nh_mpoly *p) {
    nh_field *field = parts->field;
    uint32_t count;
    nh_expr e = nh_field_expr_of_poly(field, p);
    (void)nh_expr_symbols(field->pool, field->arena, 1, &e, &count);
    if (count == 0) return sign_of_constant(field->pool, e);
    return sign_by_bound(field->pool, field->arena, with_positive(parts, e));
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

static nh_linear_sign sign_by_form(const nh_linear_parts *parts, nh_mpoly *p) {
    nh_linear_sign sign = sign_of(parts, p);
    if (sign.is_never_zero) return sign;
    nh_linear_sign other = sign_of(parts, by_sines(parts->field, p));
    return other.sign != 0 ? other : sign;
}

/* ---- squares completed ---- */

/* Of longer polynomials, and further inside, squares are not completed. */
enum { MOST_TERMS = 30, MOST_SQUARES = 2 };

/* 4 a c - b^2 for p = a v^2 + b v + c, reduced; false when it has a denominator. */
static bool find_discriminant(nh_field *field, nh_mpoly *p, uint32_t v, nh_mpoly *leading, nh_mpoly **result) {
    nh_mpoly *b = nh_field_poly(field), *c = nh_field_poly(field), *four = nh_field_poly(field);
    nh_mpoly_coefficient(leading, p, v, 2);
    nh_mpoly_coefficient(b, p, v, 1);
    nh_mpoly_coefficient(c, p, v, 0);
    nh_mpoly_set_int(four, 4);
    nh_mpoly_mul(c, c, leading);
    nh_mpoly_mul(c, c, four);
    nh_mpoly_mul(b, b, b);
    nh_mpoly_sub(c, c, b);
    nh_element reduced = nh_element_of_poly(field, c);
    *result = reduced.num;
    return nh_mpoly_is_constant(reduced.den);
}

/* NOLINTBEGIN(misc-no-recursion): at most MOST_SQUARES deep */
static nh_linear_sign sign_at_depth(const nh_linear_parts *parts, nh_mpoly *p, int depth) {
    nh_field *field = parts->field;
    nh_linear_sign sign = sign_by_form(parts, p);
    if (sign.sign != 0 || depth == 0 || nh_mpoly_terms(p) > MOST_TERMS) return sign;
    for (uint32_t v = 0; v < field->generators.count; v++) {
        nh_mpoly *leading = nh_field_poly(field), *rest;
        if (nh_mpoly_degree(p, v) != 2 || !find_discriminant(field, p, v, leading, &rest)) continue;
        nh_linear_sign outer = sign_by_form(parts, leading);
        if (outer.sign == 0 || !outer.is_never_zero) continue;
        nh_linear_sign inner = sign_at_depth(parts, rest, depth - 1);
        if (inner.sign > 0) return (nh_linear_sign){outer.sign, inner.is_never_zero};
    }
    return sign;
}
/* NOLINTEND(misc-no-recursion) */

nh_linear_sign nh_linear_sign_of(const nh_linear_parts *parts, nh_mpoly *p) {
    return sign_at_depth(parts, p, MOST_SQUARES);
}

nh_linear_assumptions nh_linear_assumptions_of(const nh_linear_parts *parts, nh_arena *arena) {
    nh_expr *nonzero = NH_NEW_ARRAY(arena, nh_expr, parts->parts.count + 1);
    size_t count = 0;
    for (size_t i = 0; i < parts->parts.count; i++) {
        nh_mpoly *p = parts->parts.items[i];
        if (nh_linear_sign_of(parts, p).is_never_zero) continue;
        nonzero[count++] = nh_field_expr_of_poly(parts->field, p);
    }
    return (nh_linear_assumptions){count, nonzero};
}
