/* Each kind's rules; see the head of expr.h for those of sums and products, and the constructors for the others. */
#include "expr/canonical/canonical.h"

#include "expr/pool_private.h"

static nh_rat number_at(const nh_pool *pool, nh_expr e, uint32_t i) {
    return nh_expr_rational(pool, nh_expr_args(pool, e)[i]);
}

/* Whether the arguments first, first + step, ... rise in the canonical order, no two equal. */
static bool is_sorted(const nh_pool *pool, nh_expr e, uint32_t first, uint32_t step) {
    const nh_expr *args = nh_expr_args(pool, e);
    for (uint32_t i = first + step; i < nh_expr_arity(pool, e); i += step) {
        uint64_t a = nh_expr_hash(pool, args[i - step]), b = nh_expr_hash(pool, args[i]);
        if (a > b || (a == b && args[i - step] >= args[i])) return false;
    }
    return true;
}

static bool are_numbers(const nh_pool *pool, nh_expr e, uint32_t first) {
    const nh_expr *args = nh_expr_args(pool, e);
    for (uint32_t i = first; i < nh_expr_arity(pool, e); i += 2)
        if (args[i] == NH_EXPR_ZERO || !nh_expr_is_number(pool, args[i])) return false;
    return true;
}

static bool is_sum(const nh_pool *pool, nh_expr e) {
    const nh_expr *args = nh_expr_args(pool, e);
    uint32_t arity = nh_expr_arity(pool, e);
    if (arity < 3 || arity % 2 == 0 || !nh_expr_is_number(pool, args[0]) || !are_numbers(pool, e, 2)) return false;
    if (arity == 3 && args[0] == NH_EXPR_ZERO && args[2] == NH_EXPR_ONE) return false;
    for (uint32_t i = 1; i < arity; i += 2) {
        nh_expr_kind kind = nh_expr_kind_of(pool, args[i]);
        if (kind == NH_EXPR_NUMBER || kind == NH_EXPR_SUM) return false;
    }
    return is_sorted(pool, e, 1, 2);
}

/* A base that is a sum and not primitive: the negative of one that is. That its coefficients are
 * coprime is not examined. */
static bool is_negative_sum(const nh_pool *pool, nh_expr sum) {
    return nh_expr_is_signed(pool, sum) && nh_rat_is_int(number_at(pool, sum, 2)) &&
           nh_rat_is_int(number_at(pool, sum, 0));
}

static bool is_factor(const nh_pool *pool, nh_expr base, nh_rat r) {
    if (!nh_rat_is_small(r)) return false;
    switch (nh_expr_kind_of(pool, base)) {
        case NH_EXPR_NUMBER:
            return base != NH_EXPR_ONE && nh_rat_sign(nh_expr_rational(pool, base)) > 0 &&
                   nh_rat_is_int(nh_expr_rational(pool, base)) && r.num > 0 && r.num < r.den;
        case NH_EXPR_SUM:
            return nh_expr_has_flag(pool, base, NH_FLAG_PRIMITIVE) ||
                   (nh_has_even_root(r) && is_negative_sum(pool, base));
        case NH_EXPR_PRODUCT: return nh_has_even_root(r);
        case NH_EXPR_ABS: return !nh_has_even_numerator(r);
        default: return true;
    }
}

static bool is_product(const nh_pool *pool, nh_expr e) {
    uint32_t arity = nh_expr_arity(pool, e);
    if (arity == 0 || arity % 2 != 0 || !are_numbers(pool, e, 1)) return false;
    if (arity == 2 && nh_expr_args(pool, e)[1] == NH_EXPR_ONE) return false;
    for (uint32_t i = 0; i < arity; i += 2)
        if (!is_factor(pool, nh_expr_args(pool, e)[i], number_at(pool, e, i + 1))) return false;
    return is_sorted(pool, e, 0, 2);
}

/* Whether e is not a rational multiple of something simpler; sums of one term are examined, longer
 * ones by their sign only. */
static bool is_bare(const nh_pool *pool, nh_expr e, bool may_be_negative) {
    if (nh_expr_is_number(pool, e)) return false;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_has_flag(pool, e, NH_FLAG_PRIMITIVE)) return true;
    return may_be_negative && is_negative_sum(pool, e);
}

static bool is_if(const nh_pool *pool, nh_expr e) {
    const nh_expr *args = nh_expr_args(pool, e);
    return is_bare(pool, args[0], true) && !nh_expr_is_nonnegative(pool, args[0]) && args[1] != args[2];
}

static bool is_call(const nh_pool *pool, nh_expr e) {
    nh_expr function = nh_expr_args(pool, e)[0];
    if (nh_expr_kind_of(pool, function) != NH_EXPR_SYMBOL) return false;
    const nh_symbol *symbol = nh_expr_symbol_of(pool, function);
    return symbol->role == NH_ROLE_FUNCTION && symbol->by_count + 1 == nh_expr_arity(pool, e);
}

/* min and max: at most one number, nothing nested. */
static bool is_extreme(const nh_pool *pool, nh_expr e) {
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i++) {
        nh_expr a = nh_expr_args(pool, e)[i];
        numbers += nh_expr_is_number(pool, a);
        if (nh_expr_kind_of(pool, a) == nh_expr_kind_of(pool, e)) return false;
    }
    return nh_expr_arity(pool, e) >= 2 && numbers <= 1 && is_sorted(pool, e, 0, 1);
}

static bool is_function(const nh_pool *pool, nh_expr e) {
    const nh_expr *args = nh_expr_args(pool, e);
    nh_expr_kind inner = nh_expr_kind_of(pool, args[0]);
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_ABS:
            return is_bare(pool, args[0], false) && inner != NH_EXPR_PRODUCT && !nh_expr_is_nonnegative(pool, args[0]);
        case NH_EXPR_SIGN: return is_bare(pool, args[0], false);
        case NH_EXPR_EXP: return inner != NH_EXPR_LOG && args[0] != NH_EXPR_ZERO;
        case NH_EXPR_LOG: return inner != NH_EXPR_EXP && args[0] != NH_EXPR_ONE;
        case NH_EXPR_ACOS: return true;
        case NH_EXPR_MOD:
            return args[1] != NH_EXPR_ZERO && !(inner == NH_EXPR_NUMBER && nh_expr_is_number(pool, args[1]));
        case NH_EXPR_ATAN2: return true;
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return is_extreme(pool, e);
        default: return !nh_expr_is_signed(pool, args[0]) && args[0] != NH_EXPR_ZERO; /* odd or even */
    }
}

/* Whether the arguments came before e, and have a value if e has. */
static bool has_arguments(const nh_pool *pool, nh_expr e) {
    bool is_choice = nh_expr_kind_of(pool, e) == NH_EXPR_IF;
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i++) {
        nh_expr a = nh_expr_args(pool, e)[i];
        if (a >= e || (a == NH_EXPR_UNDEFINED && !(is_choice && i > 0))) return false;
    }
    return true;
}

bool nh_expr_is_canonical(const nh_pool *pool, nh_expr e) {
    if (!has_arguments(pool, e)) return false;
    const nh_expr *args = nh_expr_args(pool, e);
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_NUMBER:
        case NH_EXPR_NO_VALUE:
        case NH_EXPR_CONSTANT_PI:
        case NH_EXPR_SYMBOL: return nh_expr_arity(pool, e) == 0;
        case NH_EXPR_SUM: return is_sum(pool, e);
        case NH_EXPR_PRODUCT: return is_product(pool, e);
        case NH_EXPR_POWER: return args[0] != NH_EXPR_ONE && !nh_expr_is_number(pool, args[1]);
        case NH_EXPR_IF: return is_if(pool, e);
        case NH_EXPR_CALL: return is_call(pool, e);
        default: return is_function(pool, e);
    }
}
