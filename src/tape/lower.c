/* Expressions to values.
 *
 * Sums and products decide the cost. A product is kept open as x * y until it is used: a sum then takes it with a fused
 * multiply-add, which costs no more than the addition by itself. Within a product the factors that depend on
 * parameters only are multiplied first, so that they are computed when the parameters are set; so is the
 * coefficient that a sum gives them. A reciprocal that several products use is computed once. Sine and cosine of
 * one argument are computed together. */
#include "base/assert.h"
#include "base/protect.h"
#include "expr/walk.h"
#include "tape/build_private.h"

/* What an expression became: a value, or a product of two that nobody has needed yet. */
typedef struct lowered_value {
    nh_value x, y;
    bool open; /* whether it stands for x * y */
} lowered_value;

typedef struct translation {
    nh_builder *builder;
    nh_pool *pool;
    nh_walk *walk;
    bool *needed;           /* by place in the walk */
    lowered_value *results; /* likewise; of what is needed */
    nh_map reciprocals;     /* (base, exponent) to how many products divide by it */
    nh_map angles;          /* argument to 1: sine, 2: cosine, 3: both */
} translation;

static nh_value closed_value(translation *low, lowered_value *result) {
    if (result->open) *result = (lowered_value){.x = nh_build_op(low->builder, NH_OP_mul, result->x, result->y, 0)};
    return result->x;
}

static nh_value value_of(translation *low, nh_expr e) {
    if (nh_expr_is_number(low->pool, e)) return nh_build_number(low->builder, nh_expr_rational(low->pool, e));
    return closed_value(low, &low->results[nh_walk_place(low->walk, e)]);
}

/* ---- before the walk: what is needed, what is used how often ---- */

static bool is_open_abbreviation(translation *low, nh_expr e) {
    return nh_expr_kind_of(low->pool, e) == NH_EXPR_SYMBOL &&
           nh_expr_symbol_of(low->pool, e)->role == NH_ROLE_ABBREVIATION &&
           nh_map_get(&low->builder->externals, e) == NULL;
}

/* Not needed is what follows an expression whose value is known, or after an abbreviation that is an input. */
static void mark_needed(translation *low, size_t count, const nh_expr *roots) {
    const nh_walk *walk = low->walk;
    for (size_t i = 0; i < count; i++) low->needed[nh_walk_place(walk, roots[i])] = true;
    for (uint32_t i = walk->count; i-- > 0;) {
        nh_expr e = walk->order[i];
        if (!low->needed[i] || nh_map_get(&low->builder->memo, e) != NULL) continue;
        const nh_expr *args = nh_expr_args(low->pool, e);
        for (uint32_t k = 0; k < nh_expr_arity(low->pool, e); k++) low->needed[nh_walk_place(walk, args[k])] = true;
        if (is_open_abbreviation(low, e))
            low->needed[nh_walk_place(walk, nh_expr_symbol_of(low->pool, e)->definition)] = true;
    }
}

static uint64_t reciprocal_key(nh_expr base, nh_expr exponent) {
    return (uint64_t)base << 32 | exponent;
}

static void count_reciprocals(translation *low, nh_expr product) {
    const nh_expr *args = nh_expr_args(low->pool, product);
    for (uint32_t i = 0; i < nh_expr_arity(low->pool, product); i += 2) {
        bool is_new;
        if (nh_rat_sign(nh_expr_rational(low->pool, args[i + 1])) < 0)
            ++*nh_map_slot(&low->reciprocals, reciprocal_key(args[i], args[i + 1]), &is_new);
    }
}

static void survey_walk(translation *low) {
    for (uint32_t i = 0; i < low->walk->count; i++) {
        nh_expr e = low->walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(low->pool, e);
        bool is_new;
        if (!low->needed[i]) continue;
        if (kind == NH_EXPR_PRODUCT) count_reciprocals(low, e);
        if (kind == NH_EXPR_SIN) *nh_map_slot(&low->angles, nh_expr_args(low->pool, e)[0], &is_new) |= 1;
        if (kind == NH_EXPR_COS) *nh_map_slot(&low->angles, nh_expr_args(low->pool, e)[0], &is_new) |= 2;
    }
}

/* ---- products ---- */

/* Factors collected by what they depend on: fixed ones (constants, parameters) and those that vary. */
typedef struct factors {
    translation *low;
    nh_value fixed, fixed_below, varying, varying_below; /* the products so far; 1 at first */
} factors;

static void multiply_in(factors *f, nh_value v, bool below) {
    nh_builder *builder = f->low->builder;
    bool varies = nh_build_level(builder, v) == NH_LEVEL_INPUT;
    nh_value *product = varies ? below ? &f->varying_below : &f->varying : below ? &f->fixed_below : &f->fixed;
    *product = nh_build_op(builder, NH_OP_mul, *product, v, 0);
}

static void enter_factor(factors *f, nh_expr base, nh_expr exponent) {
    translation *low = f->low;
    nh_rat r = nh_expr_rational(low->pool, exponent);
    bool below = nh_rat_sign(r) < 0;
    nh_value power =
        nh_build_power(low->builder, value_of(low, base), nh_rat_abs(nh_scratch(nh_pool_context(low->pool)), r));
    uint64_t *uses = below ? nh_map_get(&low->reciprocals, reciprocal_key(base, exponent)) : NULL;
    if (uses != NULL && *uses > 1) {
        nh_value one = nh_build_number(low->builder, nh_rat_int(1));
        multiply_in(f, nh_build_op(low->builder, NH_OP_div, one, power, 0), false);
    } else {
        multiply_in(f, power, below);
    }
}

static lowered_value lower_product(translation *low, nh_expr e) {
    nh_builder *builder = low->builder;
    nh_value one = nh_build_number(builder, nh_rat_int(1));
    factors f = {low, one, one, one, one};
    uint32_t arity = nh_expr_arity(low->pool, e);
    for (uint32_t i = 0; i < arity; i += 2)
        enter_factor(&f, nh_expr_args(low->pool, e)[i], nh_expr_args(low->pool, e)[i + 1]);
    nh_value fixed = nh_build_op(builder, NH_OP_div, f.fixed, f.fixed_below, 0);
    if (f.varying_below != one) {
        nh_value above = nh_build_op(builder, NH_OP_mul, fixed, f.varying, 0);
        return (lowered_value){.x = nh_build_op(builder, NH_OP_div, above, f.varying_below, 0)};
    }
    if (fixed != one && f.varying != one) return (lowered_value){.x = fixed, .y = f.varying, .open = true};
    if (f.varying == one) return (lowered_value){.x = fixed};
    /* the last multiplication of the varying factors is left open */
    const nh_value_node *last = &builder->nodes.items[f.varying];
    if (last->op == NH_OP_mul) return (lowered_value){.x = last->a, .y = last->b, .open = true};
    return (lowered_value){.x = f.varying};
}

/* ---- sums ---- */

/* sum + coefficient * term. */
static nh_value add_term(translation *low, nh_value sum, nh_expr term, nh_rat coefficient) {
    nh_builder *builder = low->builder;
    lowered_value *result = &low->results[nh_walk_place(low->walk, term)];
    bool negative = nh_rat_sign(coefficient) < 0;
    bool unit = coefficient.den == 1 && (coefficient.num == 1 || coefficient.num == -1);
    if (unit && result->open) return nh_build_op(builder, negative ? NH_OP_fnma : NH_OP_fma, result->x, result->y, sum);
    if (unit) return nh_build_op(builder, negative ? NH_OP_sub : NH_OP_add, sum, result->x, 0);
    nh_value c = nh_build_number(builder, coefficient);
    if (result->open && nh_build_level(builder, result->x) < NH_LEVEL_INPUT)
        return nh_build_op(builder, NH_OP_fma, nh_build_op(builder, NH_OP_mul, c, result->x, 0), result->y, sum);
    return nh_build_op(builder, NH_OP_fma, c, closed_value(low, result), sum);
}

/* How many terms one accumulator takes: longer sums are added in blocks, for accuracy and for
 * independence of operations. */
enum { BLOCK = 16 };

/* Whether a fused operation takes the term: a product, or a multiple of anything. */
static bool is_fused(translation *low, nh_expr term, nh_expr coefficient) {
    return (coefficient != NH_EXPR_ONE && coefficient != NH_EXPR_MINUS_ONE) ||
           low->results[nh_walk_place(low->walk, term)].open;
}

/* The terms number first to end-1 of the sum e, added to start. */
static nh_value add_block(translation *low, nh_expr e, uint32_t first, uint32_t end, nh_value start) {
    nh_value sum = start;
    for (int pass = 0; pass < 2; pass++) { /* plain terms first: the others then go into fused operations */
        for (uint32_t i = first; i < end; i++) {
            const nh_expr *args = nh_expr_args(low->pool, e);
            nh_expr term = args[1 + 2 * i], coefficient = args[2 + 2 * i];
            if (is_fused(low, term, coefficient) == (pass == 1))
                sum = add_term(low, sum, term, nh_expr_rational(low->pool, coefficient));
        }
    }
    return sum;
}

static nh_value add_pairwise(nh_builder *builder, nh_value *sums, uint32_t count) {
    for (; count > 1; count = (count + 1) / 2)
        for (uint32_t i = 0; i < count; i += 2)
            sums[i / 2] = i + 1 < count ? nh_build_op(builder, NH_OP_add, sums[i], sums[i + 1], 0) : sums[i];
    return sums[0];
}

/* A rational multiple of one term is left open as a product, for the sum or product around it. */
static lowered_value lower_multiple(translation *low, nh_expr e) {
    nh_builder *builder = low->builder;
    const nh_expr *args = nh_expr_args(low->pool, e);
    nh_value c = nh_build_number(builder, nh_expr_rational(low->pool, args[2]));
    lowered_value *term = &low->results[nh_walk_place(low->walk, args[1])];
    if (args[2] == NH_EXPR_MINUS_ONE)
        return (lowered_value){.x = nh_build_op(builder, NH_OP_neg, closed_value(low, term), 0, 0)};
    if (term->open && nh_build_level(builder, term->x) < NH_LEVEL_INPUT)
        return (lowered_value){.x = nh_build_op(builder, NH_OP_mul, c, term->x, 0), .y = term->y, .open = true};
    return (lowered_value){.x = c, .y = closed_value(low, term), .open = true};
}

static lowered_value lower_sum(translation *low, nh_expr e) {
    const nh_expr *args = nh_expr_args(low->pool, e);
    uint32_t terms = nh_expr_arity(low->pool, e) / 2;
    if (terms == 1 && args[0] == NH_EXPR_ZERO) return lower_multiple(low, e);
    nh_arena *scratch = nh_scratch(nh_pool_context(low->pool));
    uint32_t blocks = (terms + BLOCK - 1) / BLOCK;
    nh_value *sums = nh_arena_alloc(scratch, blocks * sizeof *sums); /* given back with the walk */
    nh_value start = nh_build_number(low->builder, nh_expr_rational(low->pool, args[0]));
    for (uint32_t i = 0; i < blocks; i++) {
        uint32_t end = (i + 1) * BLOCK < terms ? (i + 1) * BLOCK : terms;
        sums[i] = add_block(low, e, i * BLOCK, end, start);
        start = nh_build_number(low->builder, nh_rat_int(0));
    }
    return (lowered_value){.x = add_pairwise(low->builder, sums, blocks)};
}

/* ---- leaves and functions ---- */

static _Noreturn void refuse_symbol(translation *low, const char *code, const char *what, nh_expr symbol) {
    nh_context *context = nh_pool_context(low->pool);
    const char *name =
        symbol != NH_EXPR_UNDEFINED ? nh_name_text(context, nh_expr_symbol_of(low->pool, symbol)->name) : "";
    nh_fail(context, NH_E_USAGE, code, what, name);
}

static _Noreturn void refuse_no_value(translation *low) {
    refuse_symbol(low, "undefined-value", "an expression has no value%s", NH_EXPR_UNDEFINED);
}

static nh_value lower_symbol(translation *low, nh_expr e) {
    uint64_t *number = nh_map_get(&low->builder->externals, e);
    const nh_symbol *symbol = nh_expr_symbol_of(low->pool, e);
    if (number != NULL) return nh_build_external(low->builder, (uint32_t)*number);
    if (symbol->role != NH_ROLE_ABBREVIATION) return UINT32_MAX;
    if (symbol->definition == NH_EXPR_UNDEFINED) refuse_no_value(low);
    return value_of(low, symbol->definition);
}

/* A branch of an `if` that has no value: 0/0. */
static nh_value lower_no_value(translation *low) {
    nh_value zero = nh_build_number(low->builder, nh_rat_int(0));
    return nh_build_op(low->builder, NH_OP_div, zero, zero, 0);
}

static nh_value lower_angle(translation *low, nh_expr_kind kind, nh_expr argument) {
    nh_value a = value_of(low, argument), sine, cosine;
    if (*nh_map_get(&low->angles, argument) != 3)
        return nh_build_op(low->builder, kind == NH_EXPR_SIN ? NH_OP_sin : NH_OP_cos, a, 0, 0);
    nh_build_sincos(low->builder, a, &sine, &cosine);
    return kind == NH_EXPR_SIN ? sine : cosine;
}

static nh_op op_of(nh_expr_kind kind) {
    switch (kind) {
        case NH_EXPR_TAN: return NH_OP_tan;
        case NH_EXPR_ASIN: return NH_OP_asin;
        case NH_EXPR_ACOS: return NH_OP_acos;
        case NH_EXPR_ATAN: return NH_OP_atan;
        case NH_EXPR_SINH: return NH_OP_sinh;
        case NH_EXPR_COSH: return NH_OP_cosh;
        case NH_EXPR_TANH: return NH_OP_tanh;
        case NH_EXPR_EXP: return NH_OP_exp;
        case NH_EXPR_LOG: return NH_OP_log;
        case NH_EXPR_ABS: return NH_OP_abs;
        case NH_EXPR_SIGN: return NH_OP_sign;
        case NH_EXPR_ATAN2: return NH_OP_atan2;
        case NH_EXPR_MOD: return NH_OP_mod;
        case NH_EXPR_MIN: return NH_OP_min;
        case NH_EXPR_MAX: return NH_OP_max;
        case NH_EXPR_POWER: return NH_OP_pow;
        default: NH_ASSERT(false); return NH_OPS;
    }
}

/* Functions of one or two arguments; min and max of more, two by two. */
static nh_value lower_function(translation *low, nh_expr_kind kind, nh_expr e) {
    const nh_expr *args = nh_expr_args(low->pool, e);
    uint32_t arity = nh_expr_arity(low->pool, e);
    nh_value first = value_of(low, args[0]);
    if (arity == 1) return nh_build_op(low->builder, op_of(kind), first, 0, 0);
    for (uint32_t i = 1; i < arity; i++)
        first = nh_build_op(low->builder, op_of(kind), first, value_of(low, args[i]), 0);
    return first;
}

static nh_value lower_plain(translation *low, nh_expr_kind kind, nh_expr e) {
    const nh_expr *args = nh_expr_args(low->pool, e);
    switch (kind) {
        case NH_EXPR_CONSTANT_PI: return nh_build_pi(low->builder);
        case NH_EXPR_SYMBOL: return lower_symbol(low, e);
        case NH_EXPR_SIN:
        case NH_EXPR_COS: return lower_angle(low, kind, args[0]);
        case NH_EXPR_IF:
            return nh_build_op(low->builder, NH_OP_select, value_of(low, args[0]), value_of(low, args[1]),
                               value_of(low, args[2]));
        case NH_EXPR_CALL: refuse_symbol(low, "undefined-function", "the function '%s' has no definition", args[0]);
        case NH_EXPR_NO_VALUE: return lower_no_value(low);
        default: return lower_function(low, kind, e);
    }
}

static lowered_value lower_node(translation *low, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(low->pool, e);
    uint64_t *known = nh_map_get(&low->builder->memo, e);
    if (known != NULL) return (lowered_value){.x = (nh_value)*known};
    if (kind == NH_EXPR_NUMBER) return (lowered_value){.x = UINT32_MAX}; /* made where it is used */
    if (kind == NH_EXPR_SUM) return lower_sum(low, e);
    if (kind == NH_EXPR_PRODUCT) return lower_product(low, e);
    return (lowered_value){.x = lower_plain(low, kind, e)};
}

/* A symbol that nothing gives a value to. The function of a call is such a symbol too, and is refused with the call. */
static bool is_unbound(translation *low, nh_expr e, lowered_value result) {
    return nh_expr_kind_of(low->pool, e) == NH_EXPR_SYMBOL && result.x == UINT32_MAX &&
           nh_expr_symbol_of(low->pool, e)->role != NH_ROLE_FUNCTION;
}

void nh_build_exprs(nh_builder *builder, size_t count, const nh_expr *e, nh_value *values) {
    nh_pool *pool = builder->pool;
    translation low = {.builder = builder, .pool = pool};
    low.walk = nh_walk_begin(pool, count, e, NH_WALK_DEFINITIONS);
    nh_arena *scratch = nh_scratch(nh_pool_context(pool));
    low.reciprocals = low.angles = nh_map_make(scratch);
    low.needed = NH_NEW_ARRAY(scratch, bool, low.walk->count);
    low.results = nh_arena_alloc(scratch, low.walk->count * sizeof *low.results);
    mark_needed(&low, count, e);
    survey_walk(&low);
    for (uint32_t i = 0; i < low.walk->count; i++) {
        if (!low.needed[i]) continue;
        low.results[i] = lower_node(&low, low.walk->order[i]);
        if (is_unbound(&low, low.walk->order[i], low.results[i]))
            refuse_symbol(&low, "unbound-symbol", "'%s' has no value: it is neither an input nor a parameter",
                          low.walk->order[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (e[i] == NH_EXPR_UNDEFINED) refuse_no_value(&low);
        values[i] = value_of(&low, e[i]);
        nh_map_put(&builder->memo, e[i], values[i]);
    }
    nh_walk_end(low.walk);
}

nh_value nh_build_expr(nh_builder *builder, nh_expr e) {
    nh_value value;
    nh_build_exprs(builder, 1, &e, &value);
    return value;
}
