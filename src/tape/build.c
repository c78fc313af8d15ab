/* Values: operations on earlier values, each once. */
#include "base/assert.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/protect.h"
#include "tape/build_private.h"

static const struct {
    const char *name;
    uint32_t arity;
} ops[] = {
#define OP(name, arguments, meaning) {#name, arguments},
#include "tape/ops.def"
#undef OP
};

uint32_t nh_op_arity(nh_op op) {
    return ops[op].arity;
}

const char *nh_op_name(nh_op op) {
    return ops[op].name;
}

nh_builder *nh_builder_create(nh_arena *arena, nh_pool *pool, const nh_tape_def *def) {
    nh_builder *builder = NH_NEW(arena, nh_builder);
    builder->arena = arena;
    builder->pool = pool;
    builder->parameters = def->parameter_count;
    builder->inputs = def->input_count;
    builder->nodes.arena = builder->constants.arena = builder->outputs.arena = arena;
    builder->index = nh_index_make(arena);
    builder->constant_index = nh_index_make(arena);
    builder->externals = nh_map_make(arena);
    builder->memo = nh_map_make(arena);
    for (uint32_t i = 0; i < def->parameter_count; i++) nh_map_put(&builder->externals, def->parameters[i], i);
    for (uint32_t i = 0; i < def->input_count; i++)
        nh_map_put(&builder->externals, def->inputs[i], def->parameter_count + i);
    return builder;
}

/* ---- the table of values ---- */

typedef struct wanted_node {
    const nh_builder *builder;
    const nh_value_node *node;
} wanted_node;

static bool is_same(const void *user, uint32_t number) {
    const wanted_node *w = user;
    const nh_value_node *a = &w->builder->nodes.items[number], *b = w->node;
    return a->op == b->op && a->a == b->a && a->b == b->b && a->c == b->c;
}

static nh_value cons_node(nh_builder *builder, nh_value_node node) {
    uint64_t hash = nh_hash_combine(nh_hash_combine(nh_hash_combine(node.op, node.a), node.b), node.c);
    uint32_t found = nh_index_find(&builder->index, hash, is_same, &(wanted_node){builder, &node});
    if (found != NH_INDEX_NONE) return found;
    nh_context *context = nh_pool_context(builder->pool);
    if (builder->nodes.count >= INT32_MAX) nh_raise(context, NH_E_LIMIT);
    nh_tick(context, 1);
    nh_array_reserve(&builder->nodes, 1);
    nh_value v = (nh_value)builder->nodes.count;
    nh_index_add(&builder->index, hash, v);
    nh_array_push(&builder->nodes, node);
    return v;
}

nh_level nh_build_level(const nh_builder *builder, nh_value v) {
    return builder->nodes.items[v].level;
}

static nh_level max_level(const nh_builder *builder, uint32_t count, const nh_value *args) {
    nh_level level = NH_LEVEL_CONSTANT;
    NH_ASSERT(count <= 3);
    for (uint32_t i = 0; i < count; i++)
        if (nh_build_level(builder, args[i]) > level) level = nh_build_level(builder, args[i]);
    return level;
}

static nh_value make_node(nh_builder *builder, nh_op op, nh_value a, nh_value b, nh_value c) {
    const nh_value args[] = {a, b, c};
    uint32_t arity = nh_op_arity(op);
    nh_value_node node = {.op = op, .a = a, .level = max_level(builder, arity, args)};
    if (arity > 1) node.b = b;
    if (arity > 2) node.c = c;
    return cons_node(builder, node);
}

/* ---- constants ---- */

typedef struct wanted_constant {
    const nh_builder *builder;
    const nh_constant *constant;
} wanted_constant;

static bool is_same_constant(const void *user, uint32_t number) {
    const wanted_constant *w = user;
    const nh_constant *a = &w->builder->constants.items[number], *b = w->constant;
    return a->is_pi == b->is_pi && (a->is_pi || nh_rat_eq(a->exact, b->exact));
}

static nh_value constant_value(nh_builder *builder, nh_constant constant) {
    uint64_t hash = nh_hash_combine(constant.is_pi, constant.is_pi ? 0 : nh_rat_hash(constant.exact));
    uint32_t found =
        nh_index_find(&builder->constant_index, hash, is_same_constant, &(wanted_constant){builder, &constant});
    if (found == NH_INDEX_NONE) {
        constant.exact = nh_rat_copy(builder->arena, constant.exact);
        nh_array_reserve(&builder->constants, 1);
        found = (uint32_t)builder->constants.count;
        nh_index_add(&builder->constant_index, hash, found);
        nh_array_push(&builder->constants, constant);
    }
    return cons_node(builder, (nh_value_node){.op = NH_VALUE_CONSTANT, .a = found, .level = NH_LEVEL_CONSTANT});
}

nh_value nh_build_number(nh_builder *builder, nh_rat number) {
    double value = nh_rat_double(nh_pool_context(builder->pool), number);
    return constant_value(builder, (nh_constant){.exact = number, .value = value});
}

nh_value nh_build_pi(nh_builder *builder) {
    return constant_value(builder, (nh_constant){.exact = nh_rat_int(0), .is_pi = true, .value = 3.141592653589793});
}

nh_value nh_build_external(nh_builder *builder, uint32_t number) {
    nh_level level = number < builder->parameters ? NH_LEVEL_PARAMETER : NH_LEVEL_INPUT;
    return cons_node(builder, (nh_value_node){.op = NH_VALUE_EXTERNAL, .a = number, .level = level});
}

bool nh_build_get_number(const nh_builder *builder, nh_value v, nh_rat *number) {
    const nh_value_node *node = &builder->nodes.items[v];
    if (node->op != NH_VALUE_CONSTANT || builder->constants.items[node->a].is_pi) return false;
    *number = builder->constants.items[node->a].exact;
    return true;
}

static bool is_int(const nh_builder *builder, nh_value v, int64_t value) {
    nh_rat number;
    return nh_build_get_number(builder, v, &number) && number.den == 1 && number.num == value;
}

bool nh_build_is_zero(const nh_builder *builder, nh_value a) {
    return is_int(builder, a, 0);
}

static nh_value integer_value(nh_builder *builder, int64_t value) {
    return nh_build_number(builder, nh_rat_int(value));
}

/* ---- identities that hold exactly ---- */

/* Takes a negation off the value; says whether there was one. Signs are moved outwards: they are exact, and there they
 * meet other signs or an addition that absorbs them. */
static bool strip_sign(const nh_builder *builder, nh_value *v) {
    const nh_value_node *node = &builder->nodes.items[*v];
    if (node->op != NH_OP_neg) return false;
    *v = node->a;
    return true;
}

/* Constants are folded while they stay short; longer ones are computed once, in the prelude. */
enum { LONGEST_FOLDED = 256 };

static bool fold_numbers(nh_builder *builder, nh_op op, nh_value a, nh_value b, nh_value *result) {
    nh_rat x, y;
    if (!nh_build_get_number(builder, a, &x) || !nh_build_get_number(builder, b, &y)) return false;
    if (nh_rat_bits(x) + nh_rat_bits(y) > LONGEST_FOLDED || (op == NH_OP_div && nh_rat_is_zero(y))) return false;
    nh_arena *arena = builder->arena;
    switch (op) {
        case NH_OP_add: x = nh_rat_add(arena, x, y); break;
        case NH_OP_sub: x = nh_rat_sub(arena, x, y); break;
        case NH_OP_mul: x = nh_rat_mul(arena, x, y); break;
        case NH_OP_div: x = nh_rat_div(arena, x, y); break;
        default: return false;
    }
    *result = nh_build_number(builder, x);
    return true;
}

static nh_value negate_value(nh_builder *builder, nh_value a) {
    nh_rat number;
    if (strip_sign(builder, &a)) return a;
    if (nh_build_get_number(builder, a, &number)) return nh_build_number(builder, nh_rat_neg(builder->arena, number));
    return make_node(builder, NH_OP_neg, a, 0, 0);
}

static nh_value signed_value(nh_builder *builder, bool minus, nh_value a) {
    return minus ? negate_value(builder, a) : a;
}

/* Commutative operations keep the lower value first, so that both orders are one. */
static nh_value make_commuting(nh_builder *builder, nh_op op, nh_value a, nh_value b) {
    return a < b ? make_node(builder, op, a, b, 0) : make_node(builder, op, b, a, 0);
}

/* ±a ±b */
static nh_value add_values(nh_builder *builder, bool minus_a, nh_value a, bool minus_b, nh_value b) {
    minus_a ^= strip_sign(builder, &a);
    minus_b ^= strip_sign(builder, &b);
    if (nh_build_is_zero(builder, a)) return signed_value(builder, minus_b, b);
    if (nh_build_is_zero(builder, b)) return signed_value(builder, minus_a, a);
    if (minus_a == minus_b) return signed_value(builder, minus_a, make_commuting(builder, NH_OP_add, a, b));
    if (a == b) return integer_value(builder, 0);
    return minus_a ? make_node(builder, NH_OP_sub, b, a, 0) : make_node(builder, NH_OP_sub, a, b, 0);
}

static nh_value multiply_values(nh_builder *builder, nh_value a, nh_value b) {
    bool minus = strip_sign(builder, &a) ^ strip_sign(builder, &b);
    if (nh_build_is_zero(builder, a) || nh_build_is_zero(builder, b)) return integer_value(builder, 0);
    if (is_int(builder, a, 1)) return signed_value(builder, minus, b);
    if (is_int(builder, b, 1)) return signed_value(builder, minus, a);
    if (is_int(builder, a, -1)) return signed_value(builder, !minus, b);
    if (is_int(builder, b, -1)) return signed_value(builder, !minus, a);
    return signed_value(builder, minus, make_commuting(builder, NH_OP_mul, a, b));
}

static nh_value divide_values(nh_builder *builder, nh_value a, nh_value b) {
    bool minus = strip_sign(builder, &a) ^ strip_sign(builder, &b);
    if (nh_build_is_zero(builder, a) && !nh_build_is_zero(builder, b))
        return a; /* 0/0 is not a number, and the way to write one */
    if (is_int(builder, b, 1)) return signed_value(builder, minus, a);
    if (is_int(builder, b, -1)) return signed_value(builder, !minus, a);
    return signed_value(builder, minus, make_node(builder, NH_OP_div, a, b, 0));
}

/* Whether a product with this factor is known without multiplying. */
static bool is_trivial(const nh_builder *builder, nh_value v) {
    return is_int(builder, v, 0) || is_int(builder, v, 1) || is_int(builder, v, -1);
}

/* ±a*b ±c, rounded once unless that makes no difference. */
static nh_value multiply_add(nh_builder *builder, bool minus_product, nh_value a, nh_value b, bool minus_c,
                             nh_value c) {
    nh_value product, sum;
    if (fold_numbers(builder, NH_OP_mul, a, b, &product)) {
        nh_op op = minus_product == minus_c ? NH_OP_add : NH_OP_sub;
        if (fold_numbers(builder, op, product, c, &sum)) return signed_value(builder, minus_product, sum);
        return add_values(builder, minus_product, product, minus_c, c);
    }
    if (is_trivial(builder, a) || is_trivial(builder, b) || nh_build_is_zero(builder, c))
        return add_values(builder, minus_product, multiply_values(builder, a, b), minus_c, c);
    minus_product ^= strip_sign(builder, &a) ^ strip_sign(builder, &b);
    minus_c ^= strip_sign(builder, &c);
    nh_value low = a < b ? a : b, high = a < b ? b : a;
    if (minus_product == minus_c) return signed_value(builder, minus_c, make_node(builder, NH_OP_fma, low, high, c));
    return make_node(builder, minus_c ? NH_OP_fms : NH_OP_fnma, low, high, c);
}

static nh_value select_value(nh_builder *builder, nh_value condition, nh_value then, nh_value otherwise) {
    nh_rat number;
    if (then == otherwise) return then;
    if (nh_build_get_number(builder, condition, &number)) return nh_rat_sign(number) < 0 ? then : otherwise;
    return make_node(builder, NH_OP_select, condition, then, otherwise);
}

nh_value nh_build_op(nh_builder *builder, nh_op op, nh_value a, nh_value b, nh_value c) {
    nh_value folded;
    if (nh_op_arity(op) == 2 && fold_numbers(builder, op, a, b, &folded)) return folded;
    switch (op) {
        case NH_OP_add: return add_values(builder, false, a, false, b);
        case NH_OP_sub: return add_values(builder, false, a, true, b);
        case NH_OP_mul: return multiply_values(builder, a, b);
        case NH_OP_div: return divide_values(builder, a, b);
        case NH_OP_neg: return negate_value(builder, a);
        case NH_OP_fma: return multiply_add(builder, false, a, b, false, c);
        case NH_OP_fms: return multiply_add(builder, false, a, b, true, c);
        case NH_OP_fnma: return multiply_add(builder, true, a, b, false, c);
        case NH_OP_min:
        case NH_OP_max: return a == b ? a : make_commuting(builder, op, a, b);
        case NH_OP_select: return select_value(builder, a, b, c);
        default: NH_ASSERT(op != NH_OP_sincos); return make_node(builder, op, a, b, c);
    }
}

void nh_build_sincos(nh_builder *builder, nh_value a, nh_value *sine, nh_value *cosine) {
    *sine = make_node(builder, NH_OP_sincos, a, 0, 0);
    *cosine =
        cons_node(builder, (nh_value_node){.op = NH_VALUE_COSINE, .a = *sine, .level = nh_build_level(builder, a)});
}

void nh_build_output(nh_builder *builder, nh_value value) {
    nh_array_push(&builder->outputs, value);
}

/* ---- powers ---- */

/* x^n by squaring; the squares are shared between powers of the same base. */
static nh_value integer_power(nh_builder *builder, nh_value x, int64_t n) {
    nh_value result = integer_value(builder, 1);
    for (; n > 0; n >>= 1) {
        if (n & 1) result = multiply_values(builder, result, x);
        if (n > 1) x = multiply_values(builder, x, x);
    }
    return result;
}

enum { LARGEST_MULTIPLIED = 64 };

/* What NH_OP_root takes (kernels.h). Above it the power of the absolute value, where 1/order is as good as exact. */
enum { LARGEST_ROOT = 1000000 };

static nh_value root_of_value(nh_builder *builder, nh_value x, int64_t order) {
    for (; order % 2 == 0; order /= 2) x = make_node(builder, NH_OP_sqrt, x, 0, 0);
    if (order == 1) return x;
    if (order == 3) return make_node(builder, NH_OP_cbrt, x, 0, 0);
    if (order <= LARGEST_ROOT) return make_node(builder, NH_OP_root, x, integer_value(builder, order), 0);
    nh_value size = make_node(builder, NH_OP_pow, make_node(builder, NH_OP_abs, x, 0, 0),
                              nh_build_number(builder, nh_rat_make(1, order)), 0);
    return multiply_values(builder, make_node(builder, NH_OP_sign, x, 0, 0), size);
}

nh_value nh_build_power(nh_builder *builder, nh_value base, nh_rat exponent) {
    NH_ASSERT(nh_rat_is_small(exponent) && exponent.num > 0);
    nh_value r = root_of_value(builder, base, exponent.den);
    if (exponent.num <= LARGEST_MULTIPLIED) return integer_power(builder, r, exponent.num);
    return make_node(builder, NH_OP_pow, r, integer_value(builder, exponent.num), 0);
}
