/* Positivity of what repeats itself: symbols that occur in sines and cosines only.
 *
 * Of every sine and cosine the argument is a number times an angle, u = r w, in lowest terms; one turn of all angles w
 * is a box, on which balls decide (positive.c). Angles that depend on each other, x and x + y, are taken to be
 * independent: what is positive for all values of them is so for those that they have. Constants next to them, as in 3
 * t + 1/2, make an angle of their own for the same reason. */
#include <stdio.h>

#include "algebra/domain/identity.h"
#include "base/array.h"
#include "base/text/name.h"
#include "expr/inspect.h"
#include "expr/walk.h"

enum { MOST_ANGLES = 3, MOST_BELOW = 12 };

typedef struct turn_list {
    nh_pool *pool;
    uint32_t count;
    nh_expr angle[MOST_ANGLES];  /* as they stand there */
    nh_expr symbol[MOST_ANGLES]; /* what stands for them */
    int64_t below[MOST_ANGLES];  /* a common denominator of the numbers before them */
    bool is_good;
} turn_list;

static int64_t greatest_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The number of the angle; MOST_ANGLES: there are too many. */
static uint32_t find_angle(turn_list *t, nh_expr angle) {
    char name[32];
    uint32_t i = 0;
    while (i < t->count && t->angle[i] != angle) i++;
    if (i < t->count || i == MOST_ANGLES) return i;
    snprintf(name, sizeof name, "angle %u", (unsigned)i);
    nh_name own = nh_name_of_text(nh_pool_context(t->pool), name);
    t->angle[i] = angle;
    t->symbol[i] = nh_expr_symbol(t->pool, NH_ROLE_QUASI, own, 0);
    t->below[i] = 1;
    return t->count++;
}

/* The argument with a symbol for its angle. */
static nh_expr turned_argument(turn_list *t, nh_arena *arena, nh_expr argument) {
    nh_rat factor;
    int64_t below = 1;
    uint32_t i = find_angle(t, nh_expr_split(t->pool, argument, &factor));
    t->is_good = t->is_good && i < MOST_ANGLES && nh_rat_get_int(nh_rat_den(arena, factor), &below);
    if (!t->is_good) return argument;
    t->below[i] *= below / greatest_divisor(t->below[i], below);
    t->is_good = t->below[i] <= MOST_BELOW;
    return nh_expr_scale(t->pool, factor, t->symbol[i]);
}

/* e with symbols for its angles. */
static nh_expr turn_all(turn_list *t, nh_arena *arena, nh_expr e) {
    nh_walk *walk = nh_walk_begin(t->pool, 1, &e, NH_WALK_PLAIN);
    nh_expr *result = NH_NEW_ARRAY(arena, nh_expr, (size_t)walk->count + 1);
    bool *is_bare = NH_NEW_ARRAY(arena, bool, (size_t)walk->count + 1); /* symbols are there outside of angles */
    for (uint32_t i = 0; i < walk->count && t->is_good; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(t->pool, now);
        nh_expr_kind kind = nh_expr_kind_of(t->pool, now);
        nh_expr *args = NH_NEW_ARRAY(arena, nh_expr, (size_t)arity + 1);
        is_bare[i] = kind == NH_EXPR_SYMBOL;
        for (uint32_t k = 0; k < arity; k++) {
            uint32_t at = nh_walk_place(walk, nh_expr_args(t->pool, now)[k]);
            args[k] = result[at];
            is_bare[i] = is_bare[i] || is_bare[at];
        }
        bool is_circular = kind == NH_EXPR_SIN || kind == NH_EXPR_COS;
        if (is_circular && is_bare[i]) args[0] = turned_argument(t, arena, args[0]);
        if (is_circular) is_bare[i] = false;
        result[i] = arity > 0 ? nh_expr_rebuild(t->pool, now, args) : now;
    }
    uint32_t whole = nh_walk_place(walk, e);
    t->is_good = t->is_good && !is_bare[whole];
    nh_expr turned_whole = t->is_good ? result[whole] : NH_EXPR_UNDEFINED;
    nh_walk_end(walk);
    return turned_whole;
}

bool nh_expr_is_positive_in_turns(nh_pool *pool, nh_expr e) {
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    turn_list t = {.pool = pool, .is_good = true};
    nh_rat low[MOST_ANGLES], high[MOST_ANGLES];
    e = turn_all(&t, arena, nh_expr_expand_names(pool, e));
    for (uint32_t i = 0; i < t.count; i++) {
        high[i] = nh_rat_make(22 * t.below[i], 7); /* more than half a turn of the angle divided by that */
        low[i] = nh_rat_make(-22 * t.below[i], 7);
    }
    const nh_box box = {t.count, t.symbol, low, high};
    bool is_positive = t.is_good && e != NH_EXPR_UNDEFINED && nh_expr_is_positive_on(pool, e, &box) == NH_YES;
    nh_arena_destroy(arena);
    return is_positive;
}
