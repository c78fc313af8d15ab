/* Powers of numbers: 8^(1/2) is 2 * 2^(1/2), (2/3)^(1/2) is 1/3 * 2^(1/2) * 3^(1/2).
 *
 * A number is taken apart into small primes and what is left of it (num/factor.h). That gives one form for all numbers
 * whose factors are small or that are powers, and a right one for the others. */
#include "base/assert.h"
#include "base/protect.h"
#include "expr/pool_private.h"
#include "num/factor.h"

typedef struct builder {
    nh_pool *pool;
    nh_parts *parts; /* number ^ exponent between 0 and 1 */
    nh_rat coefficient;
    nh_rat exponent; /* that the number is raised to */
} builder;

/* base^(times * exponent): the whole part into the coefficient, the fraction into a factor. */
static void enter_power(builder *b, nh_rat base, int64_t times) {
    nh_arena *scratch = nh_scratch(b->pool->context);
    nh_rat total = nh_rat_mul(scratch, b->exponent, nh_rat_int(times));
    nh_rat whole = nh_rat_floor(scratch, total);
    int64_t power;
    if (!nh_rat_get_int(whole, &power)) nh_raise(b->pool->context, NH_E_LIMIT);
    b->coefficient = nh_rat_mul(scratch, b->coefficient, nh_rat_pow(scratch, base, power));
    nh_rat fraction = nh_rat_sub(scratch, total, whole);
    if (!nh_rat_is_zero(fraction)) nh_parts_push(b->pool, b->parts, nh_expr_number(b->pool, base), fraction);
}

/* n^(sign * exponent) for an integer n > 0. */
static void enter_integer(builder *b, nh_rat n, int64_t sign) {
    nh_factor *factors;
    size_t count = nh_factor_integer(nh_scratch(b->pool->context), n, &factors);
    for (size_t i = 0; i < count; i++) enter_power(b, factors[i].base, sign * factors[i].times);
}

/* The factors are canonical already: assembled without another look, which would come back here. */
static nh_expr assemble_product(builder *b) {
    nh_parts_merge(b->pool, b->parts);
    if (b->parts->count == 0) return nh_expr_number(b->pool, b->coefficient);
    nh_expr product = nh_parts_cons(b->pool, NH_EXPR_PRODUCT, NULL, b->parts, NH_FLAG_NONNEGATIVE);
    return nh_expr_scale(b->pool, b->coefficient, product);
}

static nh_expr positive_power(nh_pool *pool, nh_rat c, nh_rat r) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_parts parts = {.arena = scratch};
    builder b = {pool, &parts, nh_rat_int(1), r};
    enter_integer(&b, nh_rat_num(scratch, c), 1);
    enter_integer(&b, nh_rat_den(scratch, c), -1);
    return assemble_product(&b);
}

nh_expr nh_expr_number_power(nh_pool *pool, nh_rat c, nh_rat r) {
    nh_arena *scratch = nh_scratch(pool->context);
    int sign = nh_rat_sign(c);
    int64_t exponent;
    if (sign == 0) return nh_rat_sign(r) > 0 ? NH_EXPR_ZERO : NH_EXPR_UNDEFINED;
    if (nh_rat_is_one(c)) return NH_EXPR_ONE;
    if (nh_rat_get_int(r, &exponent)) return nh_expr_number(pool, nh_rat_pow(scratch, c, exponent));
    if (sign > 0) return positive_power(pool, c, r);
    if (r.den % 2 == 0) return NH_EXPR_UNDEFINED;
    nh_expr size = positive_power(pool, nh_rat_neg(scratch, c), r);
    return r.num % 2 == 0 ? size : nh_expr_neg(pool, size);
}
