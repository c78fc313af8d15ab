/* Positivity on a box: the box is divided, across its longest side, until every part shows its sign. */
#include "algebra/domain/identity.h"
#include "base/array.h"
#include "expr/inspect.h"
#include "num/guard.h"
#include "tape/ball_run.h"

enum { MOST_PARTS = 4000, PRECISION = 64 };

/* low, then high: count each */
typedef struct part {
    nh_rat *ends;
} part;

typedef struct division {
    const nh_tape *tape;
    nh_arena *arena;
    uint32_t count;
    NH_ARRAY(part) parts; /* that are still to be examined */
    const nh_box *box;
    nh_truth answer;
} division;

static nh_rat middle_of(nh_arena *arena, nh_rat a, nh_rat b) {
    return nh_rat_mul(arena, nh_rat_make(1, 2), nh_rat_add(arena, a, b));
}

/* The value on a part, or at its middle. */
static void evaluate_part(const division *d, const part *p, bool at_middle, nh_ball *x, nh_ball *ends, nh_ball *y) {
    for (uint32_t i = 0; i < d->count; i++) {
        nh_rat low = p->ends[i], high = p->ends[d->count + i];
        if (at_middle) low = high = middle_of(d->arena, low, high);
        nh_ball_set_rational(&ends[0], low, PRECISION);
        nh_ball_set_rational(&ends[1], high, PRECISION);
        nh_ball_set_interval(&x[i], &ends[0], &ends[1], PRECISION);
    }
    nh_tape_run_balls(d->tape, NULL, x, y, PRECISION);
}

static int sign_of(const nh_ball *y) {
    bool certain = false;
    int sign = nh_ball_is_finite(y) ? nh_ball_sign_of(y, &certain) : 0;
    return certain ? sign : 0;
}

/* Both halves of a part, across the side that is longest relative to that of the box. */
static void divide_part(division *d, const part *p) {
    uint32_t longest = 0;
    double most = -1;
    for (uint32_t i = 0; i < d->count; i++) {
        nh_context *context = nh_arena_context(d->arena);
        double side = nh_rat_double(context, nh_rat_sub(d->arena, p->ends[d->count + i], p->ends[i]));
        double whole = nh_rat_double(context, nh_rat_sub(d->arena, d->box->high[i], d->box->low[i]));
        double share = whole > 0 ? side / whole : 0;
        if (share > most) most = share, longest = i;
    }
    nh_rat cut = middle_of(d->arena, p->ends[longest], p->ends[d->count + longest]);
    for (int half = 0; half < 2; half++) {
        part new_part = {NH_NEW_ARRAY(d->arena, nh_rat, 2 * (size_t)d->count + 1)};
        for (uint32_t i = 0; i < 2 * d->count; i++) new_part.ends[i] = p->ends[i];
        new_part.ends[half == 0 ? d->count + longest : longest] = cut;
        nh_array_push(&d->parts, new_part);
    }
}

static void run_inside(void *argument) {
    division *d = argument;
    nh_ball *x = nh_balls_new((size_t)d->count + 1), *y = nh_balls_new(1), *ends = nh_balls_new(2);
    d->answer = NH_YES;
    for (uint32_t looked = 0; d->parts.count > 0 && d->answer == NH_YES; looked++) {
        part p = d->parts.items[--d->parts.count];
        evaluate_part(d, &p, false, x, ends, y);
        if (sign_of(y) > 0) continue;
        evaluate_part(d, &p, true, x, ends, y);
        if (sign_of(y) < 0 || nh_ball_is_zero(y) == NH_YES) d->answer = NH_NO;
        else if (looked >= MOST_PARTS || d->count == 0) d->answer = NH_UNKNOWN;
        else divide_part(d, &p);
    }
    nh_balls_free(ends, 2);
    nh_balls_free(y, 1);
    nh_balls_free(x, (size_t)d->count + 1);
}

/* The sides of the box that matter. */
static nh_box sides_of(nh_pool *pool, nh_arena *arena, nh_expr e, const nh_box *box) {
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, box->count + 1);
    nh_rat *low = NH_NEW_ARRAY(arena, nh_rat, box->count + 1), *high = NH_NEW_ARRAY(arena, nh_rat, box->count + 1);
    nh_box kept = {0, symbols, low, high};
    for (uint32_t i = 0; i < box->count; i++) {
        if (!nh_expr_depends_on(pool, e, 1, &box->symbols[i])) continue;
        symbols[kept.count] = box->symbols[i];
        low[kept.count] = box->low[i];
        high[kept.count++] = box->high[i];
    }
    return kept;
}

nh_truth nh_expr_is_positive_on(nh_pool *pool, nh_expr e, const nh_box *box) {
    nh_context *context = nh_pool_context(pool);
    e = nh_expr_expand_names(pool, e);
    if (e == NH_EXPR_UNDEFINED) return NH_UNKNOWN;
    nh_arena *arena = nh_arena_create(context);
    nh_box kept = sides_of(pool, arena, e, box);
    division d = {.arena = arena, .count = kept.count, .box = &kept};
    nh_tape_def def = {.input_count = kept.count, .inputs = kept.symbols, .output_count = 1, .outputs = &e};
    part whole = {NH_NEW_ARRAY(arena, nh_rat, 2 * (size_t)kept.count + 1)};
    for (uint32_t i = 0; i < kept.count; i++) {
        whole.ends[i] = kept.low[i];
        whole.ends[kept.count + i] = kept.high[i];
    }
    d.tape = nh_tape_make(arena, pool, &def);
    d.parts.arena = arena;
    nh_array_push(&d.parts, whole);
    nh_guard_call(context, run_inside, &d);
    nh_arena_destroy(arena);
    return d.answer;
}
