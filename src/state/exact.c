/* Exact states, one equation after the other. See exact.h. */
#include "state/exact.h"

#include <math.h>

#include "algebra/field/normal.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/map.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"

/* How many times an angle may occur in a sine; guesses of what waits, each of a small number. */
enum { MOST_TURNS = 8, MOST_GUESSES = 64 };

struct nh_exactly {
    nh_pool *pool;
    nh_arena *arena;
    nh_random *random;
    int64_t spread;      /* of small whole numbers; 0: fractions */
    nh_map value;        /* by symbol: a number */
    nh_map circle;       /* by symbol: u of its point on the circle */
    nh_exprs solved, by; /* symbols, and what they are, in symbols that are not solved before them */
};

static nh_expr random_number(const nh_exactly *s) {
    if (s->spread > 0) return nh_expr_int(s->pool, nh_random_between(s->random, -s->spread, s->spread));
    int64_t numerator = nh_random_between(s->random, -9, 9);
    return nh_expr_fraction(s->pool, numerator != 0 ? numerator : 1, nh_random_between(s->random, 1, 5));
}

/* ---- putting numbers in ---- */

typedef struct point {
    nh_expr c, s; /* numbers: on the unit circle */
} point;

static point product_of(nh_pool *pool, point a, point b) {
    return (point){nh_expr_sub(pool, nh_expr_mul(pool, a.c, b.c), nh_expr_mul(pool, a.s, b.s)),
                   nh_expr_add(pool, nh_expr_mul(pool, a.s, b.c), nh_expr_mul(pool, a.c, b.s))};
}

/* u of a point; half of them at right angles, since equations such as sin(q) = 0 have no others. Undefined stands for u
 * = infinity, half a turn. */
static nh_expr random_point(const nh_exactly *s) {
    static const nh_expr right[] = {NH_EXPR_ZERO, NH_EXPR_ONE, NH_EXPR_MINUS_ONE, NH_EXPR_UNDEFINED};
    return nh_random_below(s->random, 2) == 0 ? right[nh_random_below(s->random, 4)] : random_number(s);
}

static point point_of(nh_exactly *s, nh_expr symbol) {
    nh_pool *pool = s->pool;
    bool is_new;
    uint64_t *slot = nh_map_slot(&s->circle, symbol, &is_new);
    if (is_new) *slot = random_point(s);
    if (*slot == NH_EXPR_UNDEFINED) return (point){NH_EXPR_MINUS_ONE, NH_EXPR_ZERO};
    nh_expr u = (nh_expr)*slot, square = nh_expr_mul(pool, u, u), below = nh_expr_add(pool, square, NH_EXPR_ONE);
    return (point){nh_expr_div(pool, nh_expr_sub(pool, NH_EXPR_ONE, square), below),
                   nh_expr_div(pool, nh_expr_add(pool, u, u), below)};
}

/* The point of an angle that is a sum of symbols with whole coefficients; false: it is another. */
static bool turn_of_angle(nh_exactly *s, nh_expr angle, point *result) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(s->pool, s->arena, 1, &angle, &count);
    nh_expr rest = angle;
    *result = (point){NH_EXPR_ONE, NH_EXPR_ZERO};
    for (uint32_t i = 0; i < count; i++) {
        int64_t times;
        nh_expr slope = nh_expr_diff(s->pool, angle, symbols[i]);
        if (!nh_expr_get_int(s->pool, slope, &times) || times > MOST_TURNS || times < -MOST_TURNS) return false;
        rest = nh_expr_sub(s->pool, rest, nh_expr_mul(s->pool, slope, symbols[i]));
        point one = point_of(s, symbols[i]);
        if (times < 0) one.s = nh_expr_neg(s->pool, one.s);
        for (int64_t k = 0; k < (times < 0 ? -times : times); k++) *result = product_of(s->pool, *result, one);
    }
    return rest == NH_EXPR_ZERO;
}

static nh_expr value_of(nh_exactly *s, nh_expr now, const nh_expr *args) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, now);
    const uint64_t *known = kind == NH_EXPR_SYMBOL ? nh_map_get(&s->value, now) : NULL;
    point on_circle;
    if (known != NULL) return (nh_expr)*known;
    if (nh_expr_arity(s->pool, now) == 0) return now;
    if (kind != NH_EXPR_SIN && kind != NH_EXPR_COS) return nh_expr_rebuild(s->pool, now, args);
    nh_expr angle = nh_expr_args(s->pool, now)[0];
    if (!turn_of_angle(s, angle, &on_circle)) return nh_expr_rebuild(s->pool, now, args);
    return kind == NH_EXPR_SIN ? on_circle.s : on_circle.c;
}

/* e with all that has a value. */
static nh_expr put_in(nh_exactly *s, nh_expr e) {
    nh_walk *walk = nh_walk_begin(s->pool, 1, &e, NH_WALK_PLAIN);
    nh_expr *result = NH_NEW_ARRAY(s->arena, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(s->pool, now);
        nh_expr *args = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)arity + 1);
        for (uint32_t k = 0; k < arity; k++) args[k] = result[nh_walk_place(walk, nh_expr_args(s->pool, now)[k])];
        result[i] = value_of(s, now, args);
    }
    nh_expr whole = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return whole;
}

/* ---- one equation after the other ---- */

static bool is_linear_in(nh_pool *pool, nh_expr e, nh_expr symbol) {
    nh_degree degree = nh_expr_degree(pool, e, 1, &symbol);
    return degree.polynomial && nh_rat_is_one(degree.degree);
}

/* The symbol to solve for, a random one of those in which e is linear; undefined: none. */
static nh_expr choose_symbol(const nh_exactly *s, nh_expr e, uint32_t count, const nh_expr *symbols) {
    uint32_t first = (uint32_t)nh_random_below(s->random, count);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr symbol = symbols[(first + i) % count];
        if (is_linear_in(s->pool, e, symbol)) return symbol;
    }
    return NH_EXPR_UNDEFINED;
}

typedef enum outcome { HOLDS, WAITS, FAILS } outcome;

/* A factor that may vanish, a random one; e itself where it is no product. */
static nh_expr factor_of(const nh_exactly *s, nh_expr e) {
    nh_rat ignored;
    e = nh_expr_split(s->pool, nh_expr_factored(s->pool, e), &ignored);
    if (nh_expr_kind_of(s->pool, e) != NH_EXPR_PRODUCT) return e;
    const nh_expr *args = nh_expr_args(s->pool, e);
    uint32_t pairs = nh_expr_arity(s->pool, e) / 2, first = (uint32_t)nh_random_below(s->random, pairs);
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t at = 2 * ((first + i) % pairs);
        bool is_above = nh_rat_sign(nh_expr_rational(s->pool, args[at + 1])) > 0;
        if (is_above && !nh_expr_is_number(s->pool, args[at])) return args[at];
    }
    return e;
}

/* With what was solved before. */
static nh_expr put_solved(nh_exactly *s, nh_expr e) {
    e = put_in(s, e);
    for (size_t i = 0; i < s->solved.count; i++)
        e = nh_expr_substitute(s->pool, e, 1, &s->solved.items[i], &s->by.items[i], true);
    return e;
}

static outcome satisfy_equation(nh_exactly *s, nh_expr equation) {
    uint32_t count;
    nh_expr e = put_solved(s, equation), zero = NH_EXPR_ZERO;
    if (nh_expr_is_proved_zero(s->pool, e)) return HOLDS;
    e = factor_of(s, e);
    const nh_expr *symbols = nh_expr_symbols(s->pool, s->arena, 1, &e, &count);
    if (count == 0) return FAILS;
    nh_expr symbol = choose_symbol(s, e, count, symbols);
    if (symbol == NH_EXPR_UNDEFINED) return WAITS;
    nh_expr rest = nh_expr_substitute(s->pool, e, 1, &symbol, &zero, true);
    nh_expr value = nh_expr_div(s->pool, rest, nh_expr_neg(s->pool, nh_expr_diff(s->pool, e, symbol)));
    nh_array_push(&s->solved, symbol);
    nh_array_push(&s->by, value);
    return HOLDS;
}

/* Random numbers for what is free in e. */
static void assign_free(nh_exactly *s, nh_expr e) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(s->pool, s->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) nh_map_put(&s->value, symbols[i], random_number(s));
}

/* Numbers for all that was solved, the last one first. */
static bool assign_solved(nh_exactly *s) {
    for (size_t i = s->solved.count; i-- > 0;) {
        assign_free(s, put_in(s, s->by.items[i]));
        nh_expr value = put_in(s, s->by.items[i]);
        if (!nh_expr_is_number(s->pool, value)) return false;
        nh_map_put(&s->value, s->solved.items[i], value);
    }
    return true;
}

/* ---- all of them ---- */

typedef struct open_equations {
    uint32_t count, left;
    const nh_expr *equations;
    bool *holds;
} open_equations;

/* Those that wait come in the next round; a round without any progress is the last one. */
static bool go_round(nh_exactly *s, open_equations *w) {
    for (uint32_t before = w->left + 1; w->left > 0 && w->left < before;) {
        before = w->left;
        for (uint32_t i = 0; i < w->count; i++) {
            outcome now = w->holds[i] ? WAITS : satisfy_equation(s, w->equations[i]);
            if (now == FAILS) return false;
            if (now != HOLDS) continue;
            w->holds[i] = true;
            w->left--;
        }
    }
    return true;
}

/* A number for one symbol of the first equation that waits: so x^2 + y^2 = 1 is left with x^2
 * = 1, which has factors. */
static void guess_symbol(nh_exactly *s, const open_equations *w) {
    uint32_t i = 0, count;
    while (w->holds[i]) i++;
    nh_expr e = put_solved(s, w->equations[i]);
    const nh_expr *symbols = nh_expr_symbols(s->pool, s->arena, 1, &e, &count);
    if (count == 0) return;
    nh_map_put(&s->value, symbols[nh_random_below(s->random, count)], random_number(s));
}

static bool satisfy_all(nh_exactly *s, open_equations *w, bool has_guesses) {
    for (int i = 0; i < MOST_GUESSES; i++) {
        if (!go_round(s, w)) return false;
        if (w->left == 0 || !has_guesses) break;
        guess_symbol(s, w);
    }
    return w->left == 0;
}

bool nh_exactly_satisfy(nh_exactly *s, uint32_t count, const nh_expr *equations, bool has_guesses) {
    open_equations w = {count, count, equations, NH_NEW_ARRAY(s->arena, bool, (size_t)count + 1)};
    if (!satisfy_all(s, &w, has_guesses) || !assign_solved(s)) return false;
    for (uint32_t i = 0; i < count; i++)
        if (put_in(s, equations[i]) != NH_EXPR_ZERO) return false;
    return true;
}

/* ---- from outside ---- */

nh_exactly *nh_exactly_make(nh_pool *pool, nh_arena *arena, nh_random *random) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_exactly *s = NH_NEW(arena, nh_exactly);
    *s = (nh_exactly){.pool = pool, .arena = arena, .random = random};
    nh_exactly_begin(s, 0);
    return s;
}

void nh_exactly_begin(nh_exactly *s, int64_t spread) {
    NH_ASSERT(spread >= 0);
    s->spread = spread;
    s->value = nh_map_make(s->arena);
    s->circle = nh_map_make(s->arena);
    s->solved.arena = s->by.arena = s->arena;
    s->solved.count = s->by.count = 0;
}

void nh_exactly_set(nh_exactly *s, nh_expr symbol, nh_expr number) {
    NH_ASSERT(nh_expr_kind_of(s->pool, symbol) == NH_EXPR_SYMBOL && nh_expr_is_number(s->pool, number));
    nh_map_put(&s->value, symbol, number);
}

/* Whether it is a sine or a cosine that stands for a point of the circle: the angle itself needs no number. */
static bool is_on_circle(nh_exactly *s, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, e);
    point ignored;
    return (kind == NH_EXPR_SIN || kind == NH_EXPR_COS) && turn_of_angle(s, nh_expr_args(s->pool, e)[0], &ignored);
}

/* Random numbers for all symbols that occur in e, also where a factor 0 makes them vanish: 0/y
 * has no value at y = 0. */
static void assign_all(nh_exactly *s, nh_expr e) {
    nh_walk *walk = nh_walk_begin(s->pool, 1, &e, NH_WALK_PLAIN);
    bool *is_needed = NH_NEW_ARRAY(s->arena, bool, walk->count);
    is_needed[nh_walk_place(walk, e)] = true;
    for (uint32_t i = walk->count; i-- > 0;) {
        nh_expr now = walk->order[i];
        if (!is_needed[i] || is_on_circle(s, now)) continue;
        for (uint32_t k = 0; k < nh_expr_arity(s->pool, now); k++)
            is_needed[nh_walk_place(walk, nh_expr_args(s->pool, now)[k])] = true;
        bool is_free = nh_expr_kind_of(s->pool, now) == NH_EXPR_SYMBOL && nh_map_get(&s->value, now) == NULL;
        if (is_free) nh_map_put(&s->value, now, random_number(s));
    }
    nh_walk_end(walk);
}

nh_expr nh_exactly_value(nh_exactly *s, nh_expr e) {
    assign_all(s, e);
    return put_in(s, e);
}

bool nh_exactly_is_consistent(const nh_exactly *s) {
    size_t position = 0;
    uint64_t symbol, u;
    while (nh_map_next(&s->circle, &position, &symbol, &u))
        if (nh_map_get(&s->value, symbol) != NULL) return false;
    return true;
}

double nh_exactly_double(const nh_exactly *s, nh_expr symbol) {
    NH_ASSERT(nh_expr_kind_of(s->pool, symbol) == NH_EXPR_SYMBOL);
    nh_context *context = nh_pool_context(s->pool);
    const uint64_t *number = nh_map_get(&s->value, symbol), *u = nh_map_get(&s->circle, symbol);
    if (number != NULL) return nh_rat_double(context, nh_expr_rational(s->pool, (nh_expr)*number));
    if (u == NULL) return 0;
    if (*u == NH_EXPR_UNDEFINED) return acos(-1);
    return 2 * atan(nh_rat_double(context, nh_expr_rational(s->pool, (nh_expr)*u)));
}
