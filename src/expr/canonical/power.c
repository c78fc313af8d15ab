/* Powers with rational exponents.
 *
 * The meaning (expr.h): b^(p/q) is the p-th power of the real q-th root. From it follow the rules used here, for r
 * = p/s in lowest terms:
 *   (b^a)^r = b^(a r)        when r is an integer or s is odd; when s is even, if b^a >= 0 forces b >= 0
 *                            (a has an odd numerator)
 *   (b^a)^r = |b|^(a r)      when s is even and a has an even numerator
 *   (u v)^r = u^r v^r        when s is odd; when s is even, for the factors u that are not negative and
 *                            not 0 on a whole region
 *   (c u)^r = |c|^r (±u)^r   for a rational c; the sign goes outside as (±1)^p when s is odd. */
#include "base/assert.h"
#include "base/protect.h"
#include "expr/pool_private.h"

/* Enters (b^a)^r among the factors, where an even root is only taken of what is not negative or must not be. */
static void enter_power(nh_pool *pool, nh_parts *parts, nh_part factor, nh_rat r) {
    nh_rat exponent = nh_rat_mul(nh_scratch(pool->context), factor.c, r);
    bool absolute = nh_has_even_root(r) && nh_has_even_numerator(factor.c) && !nh_has_even_numerator(exponent);
    nh_parts_push(pool, parts, absolute ? nh_expr_apply1(pool, NH_EXPR_ABS, factor.t) : factor.t, exponent);
}

/* Whether b can be taken out of an even root next to factors that may be negative: where b is 0 they may have no root
 * of their own, so it must not be 0 on a whole region. */
static bool is_rarely_zero(const nh_pool *pool, nh_expr b) {
    if (nh_expr_kind_of(pool, b) == NH_EXPR_ABS) b = nh_expr_args(pool, b)[0];
    return !nh_expr_has_flag(pool, b, NH_FLAG_MAY_VANISH);
}

static int64_t odd_part(int64_t n) {
    return n / (n & -n);
}

/* A common divisor of all exponents that is an odd number over an odd number, the largest;
 * negative when they all are. */
static nh_rat common_exponent(nh_pool *pool, const nh_parts *factors) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_rat g = nh_rat_int(0);
    bool negative = true;
    for (size_t i = 0; i < factors->count; i++) {
        g = nh_rat_gcd(scratch, g, factors->items[i].c);
        negative &= nh_rat_sign(factors->items[i].c) < 0;
    }
    if (!nh_rat_is_small(g)) return nh_rat_int(1);
    return nh_rat_make(negative ? -odd_part(g.num) : odd_part(g.num), odd_part(g.den));
}

/* What stays under an even root, as one base: (x^3 y^3)^(1/2) is (x y)^(3/2). */
static void enter_rest(nh_pool *pool, nh_parts *parts, nh_parts *rest, bool negative, nh_rat r) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_rat g = common_exponent(pool, rest);
    for (size_t i = 0; i < rest->count; i++) rest->items[i].c = nh_rat_div(scratch, rest->items[i].c, g);
    nh_expr base = nh_expr_product_of(pool, nh_rat_int(negative ? -1 : 1), rest);
    nh_parts_push(pool, parts, base, nh_rat_mul(scratch, g, r));
}

/* The factors of u^r for u a product, an even root; negative: of (-u)^r. False when that has no value. */
static bool enter_even_root(nh_pool *pool, nh_parts *parts, nh_expr u, bool negative, nh_rat r) {
    nh_parts rest = {.arena = nh_scratch(pool->context)};
    uint32_t arity = nh_expr_arity(pool, u);
    bool has_unknown = false; /* a factor that may be negative */
    for (uint32_t i = 0; i < arity; i += 2) {
        const nh_expr *args = nh_expr_args(pool, u);
        has_unknown |= !nh_is_factor_nonnegative(pool, args[i], nh_expr_rational(pool, args[i + 1]));
    }
    for (uint32_t i = 0; i < arity; i += 2) {
        const nh_expr *args = nh_expr_args(pool, u); /* anew each time: making |b| may move them */
        nh_part factor = {nh_expr_hash(pool, args[i]), args[i], nh_expr_rational(pool, args[i + 1])};
        bool is_harmless =
            has_unknown ? is_rarely_zero(pool, factor.t) : !negative || nh_expr_is_number(pool, factor.t);
        if (is_harmless && nh_is_factor_nonnegative(pool, factor.t, factor.c)) enter_power(pool, parts, factor, r);
        else nh_array_push(&rest, factor);
    }
    if (negative && rest.count == 0) return false;
    if (rest.count > 0) enter_rest(pool, parts, &rest, negative, r);
    return true;
}

static void enter_all(nh_pool *pool, nh_parts *parts, nh_expr u, nh_rat r) {
    uint32_t arity = nh_expr_arity(pool, u);
    for (uint32_t i = 0; i < arity; i += 2) {
        const nh_expr *args = nh_expr_args(pool, u);
        enter_power(pool, parts, (nh_part){0, args[i], nh_expr_rational(pool, args[i + 1])}, r);
    }
}

/* u^r, or (-u)^r when negative is true, for u without a coefficient. */
static nh_expr power_of(nh_pool *pool, nh_rat coefficient, nh_expr u, bool negative, nh_rat r) {
    nh_parts parts = {.arena = nh_scratch(pool->context)};
    bool is_product = nh_expr_kind_of(pool, u) == NH_EXPR_PRODUCT;
    if (is_product && nh_has_even_root(r)) {
        if (!enter_even_root(pool, &parts, u, negative, r)) return NH_EXPR_UNDEFINED;
    } else if (is_product) enter_all(pool, &parts, u, r);
    else if (u != NH_EXPR_ONE) nh_parts_push(pool, &parts, negative ? nh_expr_neg(pool, u) : u, r);
    return nh_expr_product_of(pool, coefficient, &parts);
}

/* (c u)^r for a fraction r, with c > 0 taken out of the root. */
static nh_expr fractional_power(nh_pool *pool, nh_rat c, nh_expr u, nh_rat r) {
    nh_arena *scratch = nh_scratch(pool->context);
    bool negative = nh_rat_sign(c) < 0;
    nh_expr outside = nh_expr_number_power(pool, nh_rat_abs(scratch, c), r);
    bool flip = negative && !nh_has_even_root(r) && !nh_has_even_numerator(r);
    nh_expr inside = power_of(pool, nh_rat_int(flip ? -1 : 1), u, negative && nh_has_even_root(r), r);
    return nh_expr_mul(pool, outside, inside);
}

static nh_expr number_power_of(nh_pool *pool, nh_expr base, nh_rat r) {
    nh_rat c;
    nh_expr u = nh_expr_split(pool, base, &c);
    if (u == NH_EXPR_ONE) return nh_expr_number_power(pool, c, r);
    if (!nh_rat_is_int(r)) return fractional_power(pool, c, u, r);
    return power_of(pool, nh_rat_pow(nh_scratch(pool->context), c, r.num), u, false, r);
}

void nh_refuse_exponent(nh_pool *pool) {
    nh_fail(pool->context, NH_E_LIMIT, "number-size", "an exponent has more than 63 binary digits");
}

nh_expr nh_expr_pow_rational(nh_pool *pool, nh_expr base, nh_rat exponent) {
    if (base == NH_EXPR_UNDEFINED || nh_rat_is_one(exponent)) return base;
    if (nh_rat_is_zero(exponent)) return NH_EXPR_ONE;
    if (!nh_rat_is_small(exponent)) nh_refuse_exponent(pool);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr result = number_power_of(pool, base, exponent);
    nh_arena_release(scratch, mark);
    return result;
}

nh_expr nh_expr_pow_int(nh_pool *pool, nh_expr base, int64_t exponent) {
    return nh_expr_pow_rational(pool, base, nh_rat_int(exponent));
}

nh_expr nh_expr_sqrt(nh_pool *pool, nh_expr a) {
    return nh_expr_root(pool, a, 2);
}

nh_expr nh_expr_root(nh_pool *pool, nh_expr a, int64_t order) {
    NH_ASSERT(order >= 1);
    return nh_expr_pow_rational(pool, a, nh_rat_make(1, order));
}

nh_expr nh_expr_pow(nh_pool *pool, nh_expr base, nh_expr exponent) {
    if (base == NH_EXPR_UNDEFINED || exponent == NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
    if (nh_expr_is_number(pool, exponent)) return nh_expr_pow_rational(pool, base, nh_expr_rational(pool, exponent));
    if (base == NH_EXPR_ONE) return NH_EXPR_ONE;
    uint8_t flags = nh_expr_is_nonnegative(pool, base) ? NH_FLAG_NONNEGATIVE : 0;
    if (base == NH_EXPR_ZERO) flags |= NH_FLAG_MAY_VANISH;
    return nh_pool_cons(pool, NH_EXPR_POWER, 2, (const nh_expr[]){base, exponent}, flags);
}
