/* Two kinds of thresholds show in no switch:
 *
 *     0^a = 0               an exponent that is 0: the power is 1 there, and for negative exponents it has no
 *                           value where the base is 0
 *     acos(cos(a)) = |a|    the inverse of an angle is one of several: for |a| > pi it is different */
#include "truth/judge/thresholds_private.h"

#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/walk.h"

typedef struct threshold_search {
    nh_pool *pool;
    nh_arena *arena;
    nh_thresholds found;
    uint64_t claims; /* what is found now belongs to these */
} threshold_search;

static bool is_of_parameters(const threshold_search *f, nh_expr e) {
    uint32_t count;
    if (nh_expr_has(f->pool, e, NH_HAS_ANYTHING) || nh_expr_is_number(f->pool, e)) return false;
    const nh_expr *symbols = nh_expr_symbols(f->pool, f->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++)
        if (nh_expr_symbol_of(f->pool, symbols[i])->role != NH_ROLE_PARAMETER) return false;
    return count > 0;
}

static void add_threshold(threshold_search *f, nh_expr e) {
    nh_rat ignored;
    e = nh_expr_split(f->pool, e, &ignored);
    if (!is_of_parameters(f, e)) return;
    for (size_t i = 0; i < f->found.count; i++) {
        if (f->found.items[i].e != e) continue;
        f->found.items[i].claims |= f->claims;
        return;
    }
    nh_array_push(&f->found, ((nh_verify_feature){.e = e, .claims = f->claims}));
}

/* Of a product its factors: a of a^2. */
static void add_exponent(threshold_search *f, nh_expr e) {
    nh_rat ignored;
    e = nh_expr_split(f->pool, e, &ignored);
    if (nh_expr_kind_of(f->pool, e) != NH_EXPR_PRODUCT) add_threshold(f, e);
    else
        for (uint32_t i = 0; i < nh_expr_arity(f->pool, e); i += 2) add_threshold(f, nh_expr_args(f->pool, e)[i]);
}

static void add_turn(threshold_search *f, nh_expr angle) {
    nh_expr pi = NH_EXPR_PI;
    if (is_of_parameters(f, angle))
        add_threshold(f, nh_expr_sub(f->pool, nh_expr_mul(f->pool, angle, angle), nh_expr_mul(f->pool, pi, pi)));
}

static bool is_inverse(nh_expr_kind kind) {
    return kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS || kind == NH_EXPR_ATAN || kind == NH_EXPR_ATAN2;
}

static void add_claim(threshold_search *f, nh_expr e) {
    nh_walk *walk = nh_walk_begin(f->pool, 1, &e, NH_WALK_DEFINITIONS);
    bool has_inverse = false;
    for (uint32_t i = 0; i < walk->count; i++)
        has_inverse = has_inverse || is_inverse(nh_expr_kind_of(f->pool, walk->order[i]));
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(f->pool, now);
        bool is_angle = kind == NH_EXPR_SIN || kind == NH_EXPR_COS || kind == NH_EXPR_TAN;
        if (kind == NH_EXPR_POWER) add_exponent(f, nh_expr_args(f->pool, now)[1]);
        if (is_angle && has_inverse) add_turn(f, nh_expr_args(f->pool, now)[0]);
    }
    nh_walk_end(walk);
}

nh_thresholds nh_thresholds_find(const nh_model *model, nh_arena *arena) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    threshold_search f = {.pool = model->pool, .arena = arena, .found = {.arena = arena}};
    for (size_t i = 0, number = 0; i < model->records.count; i++) {
        if (!model->records.items[i].is_judged) continue;
        f.claims = nh_verify_claim_bit(number++);
        add_claim(&f, model->records.items[i].value);
    }
    return f.found;
}
