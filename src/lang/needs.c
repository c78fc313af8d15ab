/* Where what is written has a value. Expressions are canonical, and have values in more places than the text from which
 * they were made: x/x is 1, sqrt(x)^2 is x. So what each operation needs is noted when it is evaluated, from the
 * operands as they are then; what a name or a function stands for brings its own needs along. r->needs has those of the
 * member that is being made. */
#include "expr/inspect.h"
#include "expr/walk.h"
#include "lang/reading_private.h"

/* Derivatives of longer expressions are not looked through: what they need shows when they are evaluated. */
enum { MOST_PARTS = 2000 };

/* ---- the list ---- */

static bool is_met(const nh_reading *r, nh_need_kind kind, nh_expr e) {
    if (kind == NH_NEED_NONNEGATIVE && nh_expr_is_nonnegative(r->pool, e)) return true;
    if (!nh_expr_is_number(r->pool, e)) return false;
    int sign = nh_rat_sign(nh_expr_rational(r->pool, e));
    return sign > 0 || (kind == NH_NEED_NONZERO && sign < 0) || kind == NH_NEED_VALUE;
}

void nh_needs_add(nh_reading *r, nh_need_kind kind, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED || is_met(r, kind, e)) return; /* the first has its error */
    nh_array_push(&r->needs, ((nh_need){kind, e}));
}

nh_needs nh_needs_since(const nh_reading *r, size_t first, nh_arena *arena) {
    size_t count = 0;
    nh_map known = nh_map_make(r->arena);
    nh_need *items = NH_NEW_ARRAY(arena, nh_need, r->needs.count - first + 1);
    for (size_t i = first; i < r->needs.count; i++) {
        bool is_new;
        nh_map_slot(&known, (uint64_t)r->needs.items[i].kind << 32 | r->needs.items[i].e, &is_new);
        if (is_new) items[count++] = r->needs.items[i];
    }
    return (nh_needs){count, items};
}

void nh_needs_bring(nh_reading *r, nh_needs needs) {
    nh_array_append(&r->needs, needs.count, needs.items);
}

/* ---- of names ---- */

static uint64_t key_of(nh_meaning_kind kind, uint32_t number) {
    return (uint64_t)kind << 32 | number;
}

void nh_needs_keep(nh_reading *r, nh_meaning_kind kind, uint32_t number) {
    if (r->needs.count == 0) return;
    nh_map_put(&r->needs_of, key_of(kind, number), r->kept_needs.count);
    nh_array_push(&r->kept_needs, nh_needs_since(r, 0, r->arena));
}

void nh_needs_of_name(nh_reading *r, nh_meaning_kind kind, uint32_t number) {
    const uint64_t *kept = nh_map_get(&r->needs_of, key_of(kind, number));
    if (kept != NULL) nh_needs_bring(r, r->kept_needs.items[*kept]);
}

/* ---- of operations ---- */

void nh_needs_of_power(nh_reading *r, nh_expr base, nh_expr exponent) {
    if (!nh_expr_is_number(r->pool, exponent)) {
        nh_needs_add(r, NH_NEED_VALUE, nh_expr_pow(r->pool, base, exponent));
        return;
    }
    int64_t q;
    nh_rat value = nh_expr_rational(r->pool, exponent);
    bool is_below = nh_rat_sign(value) < 0;
    bool is_even = nh_rat_get_int(nh_rat_den(r->arena, value), &q) && q % 2 == 0;
    if (is_even) nh_needs_add(r, is_below ? NH_NEED_POSITIVE : NH_NEED_NONNEGATIVE, base);
    else if (is_below) nh_needs_add(r, NH_NEED_NONZERO, base);
}

void nh_needs_of_call(nh_reading *r, nh_expr_kind kind, const nh_expr *arguments) {
    nh_pool *pool = r->pool;
    nh_expr u = arguments[0];
    if (kind == NH_EXPR_LOG) nh_needs_add(r, NH_NEED_POSITIVE, u);
    if (kind == NH_EXPR_TAN) nh_needs_add(r, NH_NEED_NONZERO, nh_expr_apply1(pool, NH_EXPR_COS, u));
    if (kind == NH_EXPR_MOD) nh_needs_add(r, NH_NEED_NONZERO, arguments[1]);
    if (kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS)
        nh_needs_add(r, NH_NEED_NONNEGATIVE, nh_expr_sub(pool, NH_EXPR_ONE, nh_expr_mul(pool, u, u)));
}

/* ---- of derivatives ---- */

static void add_of_part(nh_reading *r, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(r->pool, e);
    uint32_t arity = nh_expr_arity(r->pool, e);
    for (uint32_t i = 0; kind == NH_EXPR_PRODUCT && i < arity; i += 2)
        nh_needs_of_power(r, nh_expr_args(r->pool, e)[i], nh_expr_args(r->pool, e)[i + 1]);
    if (kind == NH_EXPR_SIGN) nh_needs_add(r, NH_NEED_NONZERO, nh_expr_args(r->pool, e)[0]); /* |u| has a kink at 0 */
    if (kind == NH_EXPR_LOG || kind == NH_EXPR_TAN || kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS) {
        nh_expr u = nh_expr_args(r->pool, e)[0];
        nh_needs_of_call(r, kind, &u);
    }
}

void nh_needs_of_derivative(nh_reading *r, nh_expr e) {
    nh_walk *walk = nh_walk_begin(r->pool, 1, &e, NH_WALK_PLAIN);
    bool is_whole = walk->count <= MOST_PARTS;
    for (uint32_t i = 0; i < walk->count && is_whole; i++)
        is_whole = nh_expr_kind_of(r->pool, walk->order[i]) != NH_EXPR_IF; /* a branch needs less */
    for (uint32_t i = 0; i < walk->count && is_whole; i++) add_of_part(r, walk->order[i]);
    nh_walk_end(walk);
}
