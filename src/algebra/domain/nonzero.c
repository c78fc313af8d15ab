/* Certificates that an expression is not zero: a point at which its ball excludes zero. */
#include "algebra/domain/identity.h"
#include "base/random.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "num/guard.h"
#include "tape/ball_run.h"

enum { POINTS = 32, PRECISION = 128 };
/* A value whose ball contains zero and is narrower than this seems to be zero. */
#define NARROW 1e-25

typedef struct search {
    const nh_tape *tape;
    nh_rat *values; /* of the symbols, at all points */
    uint32_t count;
    bool found;
    uint32_t seen; /* points at which the value seems to be zero */
} search;

static void run_inside(void *argument) {
    search *s = argument;
    nh_ball *x = nh_balls_new((size_t)s->count + 1), *y = nh_balls_new(1);
    for (size_t point = 0; point < POINTS && !s->found; point++) {
        for (uint32_t i = 0; i < s->count; i++) nh_ball_set_rational(&x[i], s->values[point * s->count + i], PRECISION);
        nh_tape_run_balls(s->tape, NULL, x, y, PRECISION);
        bool certain = false;
        int sign = nh_ball_is_finite(y) ? nh_ball_sign_of(y, &certain) : 0;
        s->found = certain && sign != 0;
        s->seen += !s->found && nh_ball_is_finite(y) && nh_ball_radius(y) < NARROW;
    }
    nh_balls_free(y, 1);
    nh_balls_free(x, (size_t)s->count + 1);
}

/* Calls of functions without a body become symbols: such a function may be any function, and have any value there. */
static nh_expr calls_as_symbols(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    nh_expr *result = NH_NEW_ARRAY(arena, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(pool, now);
        nh_expr *args = NH_NEW_ARRAY(arena, nh_expr, arity);
        bool changed = false;
        for (uint32_t k = 0; k < arity; k++) {
            nh_expr before = nh_expr_args(pool, now)[k];
            args[k] = result[nh_walk_place(walk, before)];
            changed = changed || args[k] != before;
        }
        nh_text name = nh_text_begin(arena);
        nh_text_format(&name, "#call%u", (unsigned)i);
        if (nh_expr_kind_of(pool, now) == NH_EXPR_CALL)
            result[i] = nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, nh_text_string(&name));
        else result[i] = changed ? nh_expr_rebuild(pool, now, args) : now;
    }
    nh_expr root = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return root;
}

/* A coordinate of a point. Points of several kinds, since roots and logarithms have no value at some: moderate numbers,
 * small ones, some small and some not; positive in the first ones, then of either sign. */
static nh_rat draw_coordinate(nh_random *random, size_t symbol, size_t point) {
    static const int64_t scales[4] = {1, 20, 0, 4}; /* 0: one of several */
    int64_t scale = scales[point % 4], numerator = nh_random_between(random, 100, 3000);
    if (scale == 0) scale = INT64_C(1) << nh_random_between(random, 0, 7);
    bool is_negative =
        point >= 4 && (point % 8 < 4 ? (symbol + point / 8) % 2 == 0 : nh_random_between(random, 0, 1) == 1);
    return nh_rat_make(is_negative ? -numerator : numerator, 1009 * scale);
}

nh_points nh_expr_look_at_points(nh_pool *pool, nh_expr e) {
    nh_context *context = nh_pool_context(pool);
    nh_arena *arena = nh_arena_create(context);
    search s = {.found = false};
    e = calls_as_symbols(pool, arena, nh_expr_expand_names(pool, e));
    const nh_expr *symbols = nh_expr_symbols(pool, arena, 1, &e, &s.count);
    if (e != NH_EXPR_UNDEFINED) {
        nh_tape_def def = {.input_count = s.count, .inputs = symbols, .output_count = 1, .outputs = &e};
        s.tape = nh_tape_make(arena, pool, &def);
        s.values = NH_NEW_ARRAY(arena, nh_rat, (size_t)s.count * POINTS + 1);
        nh_random random = nh_random_make(1, NH_STREAM_NONZERO);
        for (size_t i = 0; i < (size_t)s.count * POINTS; i++)
            s.values[i] = draw_coordinate(&random, i % s.count, i / s.count);
        nh_guard_call(context, run_inside, &s);
    }
    nh_arena_destroy(arena);
    return (nh_points){.is_nonzero = s.found, .zeros = s.found ? 0 : s.seen};
}

bool nh_expr_is_nonzero_somewhere(nh_pool *pool, nh_expr e) {
    return nh_expr_look_at_points(pool, e).is_nonzero;
}

bool nh_expr_is_nonzero_number(nh_pool *pool, nh_expr e) {
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    nh_expr plain = calls_as_symbols(pool, arena, nh_expr_expand_names(pool, e));
    uint32_t count;
    (void)nh_expr_symbols(pool, arena, 1, &plain, &count);
    nh_arena_destroy(arena);
    return count == 0 && nh_expr_is_nonzero_somewhere(pool, plain);
}
