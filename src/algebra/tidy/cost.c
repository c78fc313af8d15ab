#include "algebra/tidy/cost_private.h"

#include "base/assert.h"
#include "base/limits.h"

enum { SINE = 4, ROOT = 2, FUNCTION = 8 }; /* operations that they take, about */
enum {
    FUSED = NH_COST_OPERATION - 1
}; /* what a multiplication saves that goes into a sum: so much of it that, of forms that take as long, the
                                           shorter one is taken */

nh_tally nh_tally_make(nh_pool *pool, nh_arena *arena, bool is_shallow) {
    return (nh_tally){.pool = pool, .uses = nh_map_make(arena), .stack = {.arena = arena}, .is_shallow = is_shallow};
}

static bool is_varying(const nh_pool *pool, nh_expr e) {
    return nh_expr_has(pool, e, NH_HAS_ANYTHING);
}

static int64_t unit_cost(const nh_pool *pool, nh_expr e) {
    return is_varying(pool, e) ? NH_COST_OPERATION : 1;
}

/* Multiplications for |exponent|, or what a root takes. */
static int64_t power_operations(nh_rat r) {
    if (!nh_rat_is_small(r) || r.den > 2) return FUNCTION;
    int64_t count = 0;
    for (int64_t n = (r.num < 0 ? -r.num : r.num) / r.den; n > 1; n /= 2) count += 1 + n % 2;
    return r.den == 1 ? count : ROOT + count + ((r.num > 1 || r.num < -1) ? 1 : 0);
}

/* ---- products ---- */

typedef struct product_shape {
    uint32_t varying, below, fixed; /* factors; `below`: those of the varying ones by which it is divided */
} product_shape;

static product_shape shape_of(const nh_pool *pool, nh_expr e) {
    product_shape shape = {0};
    const nh_expr *args = nh_expr_args(pool, e);
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i += 2) {
        nh_rat exponent = nh_expr_rational(pool, args[i + 1]);
        if (!is_varying(pool, args[i])) {
            shape.fixed++;
            continue;
        }
        shape.varying++;
        shape.below += nh_rat_sign(exponent) < 0;
    }
    return shape;
}

/* x^2 by itself is x * x. */
static bool is_square(const nh_pool *pool, nh_expr e) {
    int64_t power;
    return nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT && nh_expr_arity(pool, e) == 2 &&
           nh_expr_get_int(pool, nh_expr_args(pool, e)[1], &power) && power == 2;
}

/* Whether its last multiplication can go into a sum. */
static bool is_open(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (!is_varying(pool, e)) return false;
    if (kind == NH_EXPR_SUM) return nh_expr_arity(pool, e) == 3 && nh_expr_args(pool, e)[0] == NH_EXPR_ZERO;
    if (kind != NH_EXPR_PRODUCT) return false;
    product_shape shape = shape_of(pool, e);
    return is_square(pool, e) || (shape.below == 0 && (shape.varying > 1 || shape.fixed > 0));
}

/* Without the powers; the last multiplication where it is open, as if it went into a sum. */
static int64_t product_cost(const nh_pool *pool, nh_expr e) {
    product_shape s = shape_of(pool, e);
    if (s.varying == 0) return (int64_t)s.fixed - 1;
    int64_t operations = (int64_t)s.varying - 1 + (s.fixed > 0);
    if (s.varying > 0 && is_square(pool, e)) operations = 1;
    if (s.below > 0) operations = operations > 0 ? operations : 1;
    return NH_COST_OPERATION * operations - (is_open(pool, e) ? FUSED : 0) + (s.fixed > 1 ? (int64_t)s.fixed - 1 : 0);
}

/* ---- sums ---- */

static bool has_fixed_factor(const nh_pool *pool, nh_expr e) {
    return nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT && shape_of(pool, e).fixed > 0;
}

/* Whether a sum takes the term by a fused operation from what it consists of. */
static bool is_taken_open(const nh_pool *pool, nh_expr term, nh_expr coefficient) {
    bool is_unit = coefficient == NH_EXPR_ONE || coefficient == NH_EXPR_MINUS_ONE;
    return is_open(pool, term) && (is_unit || has_fixed_factor(pool, term));
}

/* Signs do not count: which of x - y and y - x is the sum in a product depends on the names, and members of a
 * family should cost the same. */
static int64_t sum_cost(const nh_pool *pool, nh_expr e) {
    const nh_expr *args = nh_expr_args(pool, e);
    bool has_fixed = args[0] != NH_EXPR_ZERO, has_plain = false;
    int64_t varying = 0, fixed = 0;
    if (nh_expr_arity(pool, e) == 3 && !has_fixed) return 1;
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2) {
        bool is_unit = args[i + 1] == NH_EXPR_ONE || args[i + 1] == NH_EXPR_MINUS_ONE;
        if (!is_varying(pool, args[i])) has_fixed = true, fixed += is_unit ? 1 : 2;
        else has_plain |= is_unit && !is_open(pool, args[i]), varying++;
    }
    return fixed + NH_COST_OPERATION * (varying - (!has_fixed && has_plain));
}

static int64_t own_cost(const nh_pool *pool, nh_expr e) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_NUMBER:
        case NH_EXPR_NO_VALUE:
        case NH_EXPR_CONSTANT_PI:
        case NH_EXPR_SYMBOL: return 0;
        case NH_EXPR_SUM: return sum_cost(pool, e);
        case NH_EXPR_PRODUCT: return product_cost(pool, e);
        case NH_EXPR_SIN:
        case NH_EXPR_COS: return SINE * unit_cost(pool, e);
        case NH_EXPR_IF:
        case NH_EXPR_ABS:
        case NH_EXPR_SIGN: return unit_cost(pool, e);
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return ((int64_t)nh_expr_arity(pool, e) - 1) * unit_cost(pool, e);
        default: return FUNCTION * unit_cost(pool, e);
    }
}

static int64_t own_length(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    const nh_expr *args = nh_expr_args(pool, e);
    uint32_t arity = nh_expr_arity(pool, e);
    if (arity == 0) return 0;
    if (kind == NH_EXPR_PRODUCT) return arity / 2 - 1;
    if (kind != NH_EXPR_SUM) return 1;
    int64_t length = (int64_t)(arity / 2) - (args[0] == NH_EXPR_ZERO);
    for (uint32_t i = 2; i < arity; i += 2) length += args[i] != NH_EXPR_ONE && args[i] != NH_EXPR_MINUS_ONE;
    return length;
}

/* ---- entering and leaving ---- */

static void push_use(nh_tally *t, nh_expr e, bool is_value) {
    if (!nh_expr_is_number(t->pool, e)) nh_array_push(&t->stack, ((nh_tally_use){e, is_value}));
}

/* Counts one use more or less (step is 1 or -1); whether it is the only one. */
static bool count_use(nh_tally *t, uint64_t key, int step, bool is_value, bool *is_only_value) {
    bool is_new;
    uint64_t *uses = nh_map_slot(&t->uses, key, &is_new);
    uint64_t before = *uses, change = 1 + (is_value ? UINT64_C(1) << 32 : 0);
    NH_ASSERT(step > 0 || (uint32_t)before > 0);
    *uses = step > 0 ? before + change : before - change;
    uint64_t larger = step > 0 ? *uses : before;
    *is_only_value = is_value && larger >> 32 == 1;
    return (uint32_t)larger == 1;
}

/* Powers of a factor are computed once, whatever products they occur in. */
static void count_power(nh_tally *t, int step, nh_expr base, nh_expr exponent, bool is_part_of_product) {
    bool ignored;
    if (exponent == NH_EXPR_ONE || exponent == NH_EXPR_MINUS_ONE) return;
    int64_t operations = power_operations(nh_expr_rational(t->pool, exponent));
    if (!is_part_of_product) t->length += step * operations;
    else if (count_use(t, (uint64_t)exponent << 32 | base, step, false, &ignored)) {
        t->length += step * operations;
        t->cost += step * unit_cost(t->pool, base) * operations;
    }
}

static void visit_product(nh_tally *t, int step, nh_expr e) {
    uint32_t arity = nh_expr_arity(t->pool, e);
    const nh_expr *args = nh_expr_args(t->pool, e);
    for (uint32_t i = 0; i < arity; i += 2) {
        int64_t power;
        bool is_inside = !nh_expr_get_int(t->pool, args[i + 1], &power) || power < 0; /* of an atom */
        count_power(t, step, args[i], args[i + 1], !is_square(t->pool, e) || !is_varying(t->pool, e));
        if (!t->is_shallow || !is_inside) push_use(t, args[i], true);
    }
}

static void visit_sum(nh_tally *t, nh_expr e) {
    uint32_t arity = nh_expr_arity(t->pool, e);
    const nh_expr *args = nh_expr_args(t->pool, e);
    for (uint32_t i = 1; i < arity; i += 2) push_use(t, args[i], !is_taken_open(t->pool, args[i], args[i + 1]));
}

static void visit_node(nh_tally *t, int step, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(t->pool, e);
    nh_tick(nh_pool_context(t->pool), nh_expr_arity(t->pool, e));
    t->cost += step * own_cost(t->pool, e);
    t->length += step * own_length(t->pool, e);
    if (kind == NH_EXPR_PRODUCT) visit_product(t, step, e);
    else if (kind == NH_EXPR_SUM) visit_sum(t, e);
    else if (!t->is_shallow) {
        const nh_expr *args = nh_expr_args(t->pool, e);
        for (uint32_t i = 0; i < nh_expr_arity(t->pool, e); i++) push_use(t, args[i], true);
        if (kind == NH_EXPR_SYMBOL && nh_expr_symbol_of(t->pool, e)->role == NH_ROLE_ABBREVIATION)
            push_use(t, nh_expr_symbol_of(t->pool, e)->definition, true);
    }
}

static void change_count(nh_tally *t, int step, nh_expr root) {
    push_use(t, root, true);
    while (t->stack.count > 0) {
        nh_tally_use use = t->stack.items[--t->stack.count];
        bool is_only_value, is_only = count_use(t, use.e, step, use.is_value, &is_only_value);
        if (is_only_value && is_open(t->pool, use.e)) t->cost += step * FUSED;
        if (is_only) visit_node(t, step, use.e);
    }
}

void nh_tally_enter(nh_tally *tally, nh_expr e) {
    change_count(tally, 1, e);
}

void nh_tally_leave(nh_tally *tally, nh_expr e) {
    change_count(tally, -1, e);
}

nh_tally nh_tally_shallow(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_tally tally = nh_tally_make(pool, arena, true);
    nh_tally_enter(&tally, e);
    return tally;
}
