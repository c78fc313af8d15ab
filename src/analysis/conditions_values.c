/* Factors that never vanish with the values that the model gives to its parameters. */
#include "algebra/identity.h"
#include "analysis/conditions_private.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "model/values.h"

enum { MOST_ANGLES = 3 };
/* Half a turn of an angle that may stand halved, rounded up. */
enum { HALF = 7 };

/* e with the values put in; undefined when there are none. */
static nh_expr with_values(nh_places *p, nh_expr e) {
    nh_model *model = p->a->model;
    if (!nh_model_is_closed(model, p->arena)) return NH_EXPR_UNDEFINED;
    const nh_expr *values = nh_model_closed_values(model, p->arena);
    const nh_expr *symbols = nh_model_parameter_symbols(model, p->arena);
    return nh_expr_substitute(p->pool, e, (uint32_t)model->parameters.count, symbols, values, true);
}

/* Whether u is a sum of coordinates with whole or half coefficients, and perhaps a constant. */
static bool is_angle(nh_pool *pool, nh_arena *arena, nh_expr u) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, arena, 1, &u, &count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t twice;
        nh_expr slope = nh_expr_diff(pool, u, symbols[i]);
        if (!nh_expr_get_int(pool, nh_expr_scale(pool, nh_rat_int(2), slope), &twice)) return false;
    }
    return true;
}

/* Whether coordinates stand in sines and cosines only, and nothing else of the state in it: then it has a period. */
static bool is_periodic(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    bool *is_bare = NH_NEW_ARRAY(arena, bool, (size_t)walk->count + 1);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(pool, now);
        is_bare[i] = kind == NH_EXPR_SYMBOL;
        for (uint32_t k = 0; k < nh_expr_arity(pool, now); k++)
            is_bare[i] = is_bare[i] || is_bare[nh_walk_place(walk, nh_expr_args(pool, now)[k])];
        bool is_circular = kind == NH_EXPR_SIN || kind == NH_EXPR_COS;
        if (is_circular && is_angle(pool, arena, nh_expr_args(pool, now)[0])) is_bare[i] = false;
    }
    bool result = !is_bare[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return result && !nh_expr_has(pool, e, NH_HAS_VELOCITY | NH_HAS_TIME);
}

static bool is_positive_in_turns(nh_places *p, nh_expr e) {
    nh_rat low[MOST_ANGLES], high[MOST_ANGLES];
    nh_box box = {.low = low, .high = high};
    box.symbols = nh_expr_symbols(p->pool, p->arena, 1, &e, &box.count);
    if (box.count > MOST_ANGLES) return false;
    for (uint32_t i = 0; i < box.count; i++) {
        low[i] = nh_rat_int(-HALF);
        high[i] = nh_rat_int(HALF);
    }
    return nh_expr_is_positive_on(p->pool, e, &box) == NH_YES;
}

bool nh_places_never_zero(nh_places *p, nh_expr e) {
    nh_expr value = with_values(p, e);
    if (value == NH_EXPR_UNDEFINED) return false;
    nh_expr other = nh_expr_neg(p->pool, value);
    if (nh_places_is_positive(p, value) || nh_places_is_positive(p, other)) return true;
    if (!is_periodic(p->pool, p->arena, value)) return false;
    return is_positive_in_turns(p, value) || is_positive_in_turns(p, other);
}
