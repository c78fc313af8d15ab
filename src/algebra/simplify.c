/* The cheapest of several forms: each expression is exchanged for another form of itself as long as that makes all of them cheaper together. */
#include "algebra/simplify.h"

#include <string.h>

#include "algebra/cost_private.h"
#include "algebra/normal.h"
#include "algebra/tidy.h"

/* Beyond so many operations a normal form would seldom be shorter, and takes long. */
enum { MOST_OPERATIONS = 600 };

/* Exchanges e[i] for the other form when all of them cost less with it; whether. */
static bool offer(nh_tally *tally, nh_expr *e, nh_expr other) {
    int64_t before = tally->cost;
    if (other == *e || other == NH_EXPR_UNDEFINED) return false;
    nh_tally_enter(tally, other);
    nh_tally_leave(tally, *e);
    if (tally->cost < before) {
        *e = other;
        return true;
    }
    nh_tally_enter(tally, *e);
    nh_tally_leave(tally, other);
    return false;
}

static void offer_forms(nh_tally *tally, nh_arena *arena, nh_expr given, nh_expr *e) {
    nh_pool *pool = tally->pool;
    if (nh_expr_operations(pool, 1, &given) > MOST_OPERATIONS) return;
    nh_expr forms[2] = {nh_expr_factored(pool, given), nh_expr_normal(pool, given)};
    for (int i = 0; i < 2; i++) {
        (void)offer(tally, e, forms[i]);
        (void)offer(tally, e, nh_expr_tidy(pool, arena, forms[i]));
    }
}

static int64_t cost_of(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e) {
    nh_tally tally = nh_tally_make(pool, arena, false);
    for (size_t i = 0; i < count; i++) nh_tally_enter(&tally, e[i]);
    return tally.cost;
}

void nh_expr_simplify_all(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e) {
    nh_expr *given = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    if (count > 0) memcpy(given, e, count * sizeof *e);
    nh_expr_tidy_all(pool, arena, count, e);
    nh_tally tally = nh_tally_make(pool, arena, false);
    for (size_t i = 0; i < count; i++) nh_tally_enter(&tally, e[i]);
    for (size_t i = 0; i < count; i++) offer_forms(&tally, arena, given[i], &e[i]);
    nh_expr_tidy_all(pool, arena, count, e);
    if (cost_of(pool, arena, count, e) > cost_of(pool, arena, count, given)) memcpy(e, given, count * sizeof *e);
}

nh_expr nh_expr_simplify(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_expr_simplify_all(pool, arena, 1, &e);
    return e;
}
