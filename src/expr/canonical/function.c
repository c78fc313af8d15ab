/* Functions: canonical signs, and values at the arguments where they are known exactly. */
#include <string.h>

#include "base/assert.h"
#include "expr/pool_private.h"

static const struct {
    const char *name;
    uint32_t arity;
} functions[] = {
#define FUNCTION(NAME, name, count, latex) {#name, count},
#include "expr/functions.def"
#undef FUNCTION
};

enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

_Static_assert(NH_EXPR_SIN + FUNCTION_COUNT == NH_EXPR_KINDS, "the functions come last among the kinds");

const char *nh_expr_function_name(nh_expr_kind kind) {
    return kind >= NH_EXPR_SIN && kind < NH_EXPR_KINDS ? functions[kind - NH_EXPR_SIN].name : NULL;
}

nh_expr_kind nh_expr_function_kind(const char *name, size_t length) {
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strlen(functions[i].name) == length && memcmp(functions[i].name, name, length) == 0)
            return (nh_expr_kind)(NH_EXPR_SIN + i);
    return NH_EXPR_KINDS;
}

/* ---- angles that are rational multiples of pi ---- */

/* Whether e is multiple * pi. */
static bool is_multiple_of_pi(nh_pool *pool, nh_expr e, nh_rat *multiple) {
    *multiple = nh_rat_int(0);
    return e == NH_EXPR_ZERO || nh_expr_split(pool, e, multiple) == NH_EXPR_PI;
}

/* sin(k pi/12) for k = 0 .. 6, where it is a root of a small number: the square of it times four, or -1. */
static nh_expr sine_of_twelfth(nh_pool *pool, int k) {
    static const int four_squares[] = {0, -1, 1, 2, 3, -1, 4};
    int square = four_squares[k];
    return square < 0 ? NH_EXPR_UNDEFINED
                      : nh_expr_scale(pool, nh_rat_make(1, 2), nh_expr_sqrt(pool, nh_expr_int(pool, square)));
}

/* sin(multiple * pi), when it is known; else NH_EXPR_UNDEFINED. */
static nh_expr sine_of_multiple(nh_pool *pool, nh_rat multiple) {
    if (!nh_rat_is_small(multiple) || 12 % multiple.den != 0) return NH_EXPR_UNDEFINED;
    int64_t k = (multiple.num % (2 * multiple.den)) * (12 / multiple.den); /* twelfths, within one turn */
    if (k < 0) k += 24;
    bool negative = k >= 12;
    if (negative) k -= 12;
    if (k > 6) k = 12 - k;
    nh_expr value = sine_of_twelfth(pool, (int)k);
    return negative ? nh_expr_neg(pool, value) : value;
}

static nh_expr sine_at(nh_pool *pool, nh_expr a) {
    nh_rat multiple;
    return is_multiple_of_pi(pool, a, &multiple) ? sine_of_multiple(pool, multiple) : NH_EXPR_UNDEFINED;
}

static nh_expr cosine_at(nh_pool *pool, nh_expr a) {
    nh_rat multiple;
    if (!is_multiple_of_pi(pool, a, &multiple) || !nh_rat_is_small(multiple)) return NH_EXPR_UNDEFINED;
    return sine_of_multiple(pool, nh_rat_add(nh_scratch(pool->context), multiple, nh_rat_make(1, 2)));
}

/* ---- values ---- */

#define NONE UINT32_MAX /* no value is known */

/* Arguments with their value as a multiple of pi, num/den: asin, acos and atan of them. */
static nh_expr arc_at(nh_pool *pool, nh_expr_kind kind, nh_expr a) {
    static const struct {
        nh_expr_kind kind;
        nh_expr at;
        int num, den;
    } known[] = {
        {NH_EXPR_ASIN, NH_EXPR_ZERO, 0, 1}, {NH_EXPR_ASIN, NH_EXPR_ONE, 1, 2},       {NH_EXPR_ACOS, NH_EXPR_ONE, 0, 1},
        {NH_EXPR_ACOS, NH_EXPR_ZERO, 1, 2}, {NH_EXPR_ACOS, NH_EXPR_MINUS_ONE, 1, 1}, {NH_EXPR_ATAN, NH_EXPR_ZERO, 0, 1},
        {NH_EXPR_ATAN, NH_EXPR_ONE, 1, 4},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].kind == kind && known[i].at == a)
            return nh_expr_scale(pool, nh_rat_make(known[i].num, known[i].den), NH_EXPR_PI);
    return NONE;
}

static bool is_beyond_one(nh_pool *pool, nh_expr a) {
    if (!nh_expr_is_number(pool, a)) return false;
    nh_arena *scratch = nh_scratch(pool->context);
    return nh_rat_cmp(pool->context, nh_rat_abs(scratch, nh_expr_rational(pool, a)), nh_rat_int(1)) > 0;
}

static nh_expr tangent_at(nh_pool *pool, nh_expr a) {
    nh_expr sine = sine_at(pool, a), cosine = cosine_at(pool, a);
    if (sine == NH_EXPR_UNDEFINED || cosine == NH_EXPR_UNDEFINED) return NONE;
    return nh_expr_div(pool, sine, cosine);
}

static nh_expr defined_or_none(nh_expr e) {
    return e == NH_EXPR_UNDEFINED ? NONE : e;
}

static nh_expr logarithm_at(nh_pool *pool, nh_expr a) {
    if (nh_expr_kind_of(pool, a) == NH_EXPR_EXP) return nh_expr_args(pool, a)[0];
    if (!nh_expr_is_number(pool, a)) return NONE;
    return nh_rat_sign(nh_expr_rational(pool, a)) <= 0 ? NH_EXPR_UNDEFINED : a == NH_EXPR_ONE ? NH_EXPR_ZERO : NONE;
}

/* The value of the function at a where it is known exactly, or NONE. */
static nh_expr value_at(nh_pool *pool, nh_expr_kind kind, nh_expr a) {
    switch (kind) {
        case NH_EXPR_SIN: return defined_or_none(sine_at(pool, a));
        case NH_EXPR_COS: return defined_or_none(cosine_at(pool, a));
        case NH_EXPR_TAN: return tangent_at(pool, a);
        case NH_EXPR_SINH:
        case NH_EXPR_TANH: return a == NH_EXPR_ZERO ? NH_EXPR_ZERO : NONE;
        case NH_EXPR_COSH: return a == NH_EXPR_ZERO ? NH_EXPR_ONE : NONE;
        case NH_EXPR_EXP:
            if (nh_expr_kind_of(pool, a) == NH_EXPR_LOG) return nh_expr_args(pool, a)[0];
            return a == NH_EXPR_ZERO ? NH_EXPR_ONE : NONE;
        case NH_EXPR_LOG: return logarithm_at(pool, a);
        case NH_EXPR_ASIN:
        case NH_EXPR_ACOS:
            if (is_beyond_one(pool, a)) return NH_EXPR_UNDEFINED;
            return arc_at(pool, kind, a);
        case NH_EXPR_ATAN: return arc_at(pool, kind, a);
        default: return NONE;
    }
}

/* ---- absolute value and sign ---- */

/* |c b1^e1 b2^e2 ...| = |c| |b1|^e1 |b2|^e2 ..., where factors that are not negative stay as they are. */
static nh_expr make_absolute(nh_pool *pool, nh_expr a) {
    nh_rat c;
    nh_expr u = nh_expr_split(pool, a, &c);
    c = nh_rat_abs(nh_scratch(pool->context), c);
    if (nh_expr_is_nonnegative(pool, u)) return nh_expr_scale(pool, c, u);
    if (nh_expr_kind_of(pool, u) != NH_EXPR_PRODUCT)
        return nh_expr_scale(pool, c, nh_pool_cons(pool, NH_EXPR_ABS, 1, &u, NH_FLAG_NONNEGATIVE));
    nh_parts parts = {.arena = nh_scratch(pool->context)};
    uint32_t arity = nh_expr_arity(pool, u);
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_expr base = nh_expr_args(pool, u)[i];
        nh_rat exponent = nh_expr_rational(pool, nh_expr_args(pool, u)[i + 1]);
        if (!nh_is_factor_nonnegative(pool, base, exponent))
            base = nh_pool_cons(pool, NH_EXPR_ABS, 1, &base, NH_FLAG_NONNEGATIVE);
        nh_parts_push(pool, &parts, base, exponent);
    }
    return nh_expr_product_of(pool, c, &parts);
}

static nh_expr make_sign(nh_pool *pool, nh_expr a) {
    nh_rat c;
    nh_expr u = nh_expr_split(pool, a, &c);
    if (u == NH_EXPR_ONE) return nh_expr_int(pool, nh_rat_sign(c));
    nh_expr result = nh_pool_cons(pool, NH_EXPR_SIGN, 1, &u, nh_expr_is_nonnegative(pool, u) ? NH_FLAG_NONNEGATIVE : 0);
    return nh_expr_scale(pool, nh_rat_int(nh_rat_sign(c)), result);
}

/* ---- several arguments ---- */

static nh_expr make_modulo(nh_pool *pool, nh_expr a, nh_expr b) {
    nh_arena *scratch = nh_scratch(pool->context);
    if (b == NH_EXPR_ZERO) return NH_EXPR_UNDEFINED;
    if (nh_expr_kind_of(pool, a) == NH_EXPR_MOD && nh_expr_args(pool, a)[1] == b) return a; /* a remainder already */
    if (!nh_expr_is_number(pool, a) || !nh_expr_is_number(pool, b))
        return nh_pool_cons(pool, NH_EXPR_MOD, 2, (const nh_expr[]){a, b}, 0);
    nh_rat x = nh_expr_rational(pool, a), y = nh_expr_rational(pool, b);
    nh_rat whole = nh_rat_floor(scratch, nh_rat_div(scratch, x, y));
    return nh_expr_number(pool, nh_rat_sub(scratch, x, nh_rat_mul(scratch, y, whole)));
}

/* min and max: nested ones are flattened, numbers are compared, equal arguments count once. */
typedef struct extreme {
    nh_pool *pool;
    nh_expr_kind kind;
    nh_parts parts; /* arguments that are no numbers; c is 1 */
    nh_expr number; /* the extreme of the numbers, or NONE */
} extreme;

static void enter_extreme(extreme *x, nh_expr a) {
    if (!nh_expr_is_number(x->pool, a)) {
        nh_parts_push(x->pool, &x->parts, a, nh_rat_int(1));
        return;
    }
    int wanted = x->kind == NH_EXPR_MIN ? -1 : 1;
    if (x->number == NONE ||
        nh_rat_cmp(x->pool->context, nh_expr_rational(x->pool, a), nh_expr_rational(x->pool, x->number)) == wanted)
        x->number = a;
}

static nh_expr extreme_of(nh_pool *pool, nh_expr_kind kind, uint32_t count, const nh_expr *args) {
    extreme x = {pool, kind, {.arena = nh_scratch(pool->context)}, NONE};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t inner = nh_expr_kind_of(pool, args[i]) == kind ? nh_expr_arity(pool, args[i]) : 0;
        for (uint32_t j = 0; j < inner; j++) enter_extreme(&x, nh_expr_args(pool, args[i])[j]);
        if (inner == 0) enter_extreme(&x, args[i]);
    }
    if (x.number != NONE) nh_parts_push(pool, &x.parts, x.number, nh_rat_int(1));
    nh_parts_merge(pool, &x.parts);
    if (x.parts.count == 1) return x.parts.items[0].t;
    nh_expr *sorted = NH_NEW_ARRAY(nh_scratch(pool->context), nh_expr, x.parts.count);
    bool all = true, any = false;
    for (size_t i = 0; i < x.parts.count; i++) {
        sorted[i] = x.parts.items[i].t;
        all &= nh_expr_is_nonnegative(pool, sorted[i]);
        any |= nh_expr_is_nonnegative(pool, sorted[i]);
    }
    bool nonnegative = kind == NH_EXPR_MIN ? all : any;
    return nh_pool_cons(pool, kind, (uint32_t)x.parts.count, sorted, nonnegative ? NH_FLAG_NONNEGATIVE : 0);
}

static nh_expr make_angle(nh_pool *pool, nh_expr y, nh_expr x) {
    if (y == NH_EXPR_ZERO && nh_expr_is_number(pool, x) && x != NH_EXPR_ZERO)
        return nh_expr_is_nonnegative(pool, x) ? NH_EXPR_ZERO : NH_EXPR_PI;
    if (x == NH_EXPR_ZERO && nh_expr_is_number(pool, y) && y != NH_EXPR_ZERO)
        return nh_expr_scale(pool, nh_rat_make(nh_expr_is_nonnegative(pool, y) ? 1 : -1, 2), NH_EXPR_PI);
    return nh_pool_cons(pool, NH_EXPR_ATAN2, 2, (const nh_expr[]){y, x}, 0);
}

/* ---- the door ---- */

static bool is_odd(nh_expr_kind kind) {
    return kind == NH_EXPR_SIN || kind == NH_EXPR_TAN || kind == NH_EXPR_ASIN || kind == NH_EXPR_ATAN ||
           kind == NH_EXPR_SINH || kind == NH_EXPR_TANH;
}

static bool is_even(nh_expr_kind kind) {
    return kind == NH_EXPR_COS || kind == NH_EXPR_COSH;
}

static nh_expr make_unary(nh_pool *pool, nh_expr_kind kind, nh_expr a) {
    if (kind == NH_EXPR_ABS) return make_absolute(pool, a);
    if (kind == NH_EXPR_SIGN) return make_sign(pool, a);
    bool flip = (is_odd(kind) || is_even(kind)) && nh_expr_is_signed(pool, a);
    if (flip) a = nh_expr_neg(pool, a);
    nh_expr value = value_at(pool, kind, a);
    if (value == NONE) {
        bool nonnegative = kind == NH_EXPR_EXP || kind == NH_EXPR_COSH || kind == NH_EXPR_ACOS;
        value = nh_pool_cons(pool, kind, 1, &a, nonnegative ? NH_FLAG_NONNEGATIVE : 0);
    }
    return flip && is_odd(kind) ? nh_expr_neg(pool, value) : value;
}

static nh_expr apply_function(nh_pool *pool, nh_expr_kind kind, uint32_t count, const nh_expr *args) {
    for (uint32_t i = 0; i < count; i++)
        if (args[i] == NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
    switch (kind) {
        case NH_EXPR_ATAN2: return make_angle(pool, args[0], args[1]);
        case NH_EXPR_MOD: return make_modulo(pool, args[0], args[1]);
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return extreme_of(pool, kind, count, args);
        default: return make_unary(pool, kind, args[0]);
    }
}

nh_expr nh_expr_apply(nh_pool *pool, nh_expr_kind kind, uint32_t count, const nh_expr *args) {
    NH_ASSERT(kind >= NH_EXPR_SIN && kind < NH_EXPR_KINDS && count >= 1);
    NH_ASSERT(count == functions[kind - NH_EXPR_SIN].arity || kind == NH_EXPR_MIN || kind == NH_EXPR_MAX);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *copy = NH_NEW_ARRAY(scratch, nh_expr, count); /* args may lie in the pool, which moves */
    memcpy(copy, args, count * sizeof *copy);
    nh_expr result = apply_function(pool, kind, count, copy);
    nh_arena_release(scratch, mark);
    return result;
}

nh_expr nh_expr_apply1(nh_pool *pool, nh_expr_kind kind, nh_expr a) {
    return nh_expr_apply(pool, kind, 1, &a);
}

nh_expr nh_expr_call(nh_pool *pool, nh_expr function, uint32_t count, const nh_expr *args) {
    NH_ASSERT(nh_expr_symbol_of(pool, function)->by_count == count);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *all = NH_NEW_ARRAY(scratch, nh_expr, count + 1);
    bool defined = true;
    all[0] = function;
    for (uint32_t i = 0; i < count; i++) defined &= (all[i + 1] = args[i]) != NH_EXPR_UNDEFINED;
    nh_expr result = defined ? nh_pool_cons(pool, NH_EXPR_CALL, count + 1, all, 0) : NH_EXPR_UNDEFINED;
    nh_arena_release(scratch, mark);
    return result;
}

nh_expr nh_expr_if(nh_pool *pool, nh_expr condition, nh_expr then, nh_expr otherwise) {
    if (condition == NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
    if (then == otherwise || nh_expr_is_nonnegative(pool, condition)) return otherwise;
    if (nh_expr_is_number(pool, condition)) return then;
    nh_rat c;
    nh_expr d = nh_expr_split(pool, condition, &c); /* a positive factor does not matter */
    if (nh_rat_sign(c) < 0) d = nh_expr_neg(pool, d);
    bool nonnegative = nh_expr_is_nonnegative(pool, then) && nh_expr_is_nonnegative(pool, otherwise);
    return nh_pool_cons(pool, NH_EXPR_IF, 3, (const nh_expr[]){d, then, otherwise},
                        nonnegative ? NH_FLAG_NONNEGATIVE : 0);
}
