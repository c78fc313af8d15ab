/* Derivatives by differences, to hold against those by rules, and random expressions to differentiate.
 *
 * Differences know no rules. Where those of different steps do not agree (a jump or a pole is near) nothing is said; a
 * test counts how often something was said. */
#ifndef NH_TESTS_DIFFERENCES_H
#define NH_TESTS_DIFFERENCES_H

#include "evaluate.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "random_expr.h"

/* What is differentiated: a function of one number. */
typedef evaluated (*line)(void *user, long double offset);

static inline evaluated central_difference(line f, void *user, long double step) {
    evaluated ahead = f(user, step), behind = f(user, -step);
    if (!is_known(ahead) || !is_known(behind)) return make_unknown();
    return make_known((ahead.value - behind.value) / (2 * step), (ahead.error + behind.error) / (2 * step), 4);
}

/* The derivative at 0 by Romberg's extrapolation of three central differences, the first with this step. */
static inline evaluated extrapolated_difference(line f, void *user, long double step) {
    evaluated d[3];
    long double error = 0;
    for (int i = 0; i < 3; i++) {
        d[i] = central_difference(f, user, ldexpl(step, -i));
        if (!is_known(d[i])) return make_unknown();
        error += d[i].error;
    }
    long double first = (4 * d[1].value - d[0].value) / 3, second = (4 * d[2].value - d[1].value) / 3;
    return make_known((16 * second - first) / 15, fabsl(second - first) + error, 1);
}

/* The same with two very different steps; unknown where they do not agree, and where the
 * function is too wild for them. */
static inline evaluated derivative_by_differences(line f, void *user) {
    evaluated wide = extrapolated_difference(f, user, 0x1p-13L), close = extrapolated_difference(f, user, 0x1.8p-20L);
    if (!is_known(wide) || !is_known(close)) return make_unknown();
    long double doubt = fabsl(wide.value - close.value) + wide.error + close.error;
    bool is_sound = doubt <= 1e-6L * fabsl(wide.value) && fabsl(wide.value) < 1e6L;
    return is_sound ? make_known(wide.value, 10 * doubt, 1) : make_unknown();
}

typedef struct partial_line {
    nh_pool *pool;
    nh_expr e, symbol;
    point at;
    long double centre;
} partial_line;

static inline evaluated value_on_partial_line(void *user, long double offset) {
    partial_line *l = user;
    long double value = l->centre + offset;
    point moved = {.seed = l->at.seed, .count = 1, .symbols = &l->symbol, .values = &value};
    return evaluate(l->pool, l->e, &moved);
}

/* The quotients a/b of all mod(a, b) in e, whose whole parts must not change where differences are taken: mod with a
 * small b changes so often that differences agree on something else. */
static inline nh_expr *quotients_in(nh_pool *pool, nh_arena *arena, nh_expr e, size_t *count) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    nh_expr *list = NH_NEW_ARRAY(arena, nh_expr, walk->count);
    *count = 0;
    for (uint32_t i = 0; i < walk->count; i++) {
        if (nh_expr_kind_of(pool, walk->order[i]) != NH_EXPR_MOD) continue;
        nh_expr a = nh_expr_args(pool, walk->order[i])[0], b = nh_expr_args(pool, walk->order[i])[1];
        list[(*count)++] = nh_expr_div(pool, a, b);
    }
    nh_walk_end(walk);
    return list;
}

/* Whether all whole parts are the same a little before and after on the line. */
static inline bool has_same_floors(nh_pool *pool, nh_expr e, line f, partial_line *l) {
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    size_t count;
    nh_expr *list = quotients_in(pool, arena, e, &count);
    bool same = true;
    for (size_t i = 0; i < count && same; i++) {
        l->e = list[i];
        evaluated before = f(l, -0x1p-12L), behind = f(l, 0x1p-12L);
        same = is_known(before) && is_known(behind) && floorl(before.value) == floorl(behind.value) &&
               fabsl(before.value) < 1e9L;
    }
    l->e = e;
    nh_arena_destroy(arena);
    return same;
}

/* d e / d symbol at a point without listed values. */
static inline evaluated partial_by_differences(nh_pool *pool, nh_expr e, nh_expr symbol, const point *at) {
    partial_line l = {pool, e, symbol, *at, evaluate(pool, symbol, at).value};
    if (!has_same_floors(pool, e, value_on_partial_line, &l)) return make_unknown();
    return derivative_by_differences(value_on_partial_line, &l);
}

/* Whether a derivative by rules and one by differences may be the same number. */
static inline bool is_same_derivative(evaluated rule, evaluated difference) {
    long double scale = fabsl(rule.value) + fabsl(difference.value);
    return fabsl(rule.value - difference.value) <= 4 * (rule.error + difference.error) + 1e-7L * scale;
}

/* Whether two expressions have the same value at a point; true when one of them has none that is known. */
static inline bool is_same_value(nh_pool *pool, nh_expr a, nh_expr b, const point *at, int *said) {
    evaluated pair[2];
    evaluate_all(pool, 2, (const nh_expr[]){a, b}, at, pair);
    if (!is_known(pair[0]) || !is_known(pair[1])) return true;
    ++*said;
    return is_near(pair[0], pair[1]);
}

/* A generator whose abbreviations depend on the first coordinates, whose derivatives of abbreviations are such,
 * and with an acceleration. */
static inline random_exprs calculus_exprs_begin(nh_pool *pool, uint64_t stream) {
    random_exprs g = random_exprs_begin(pool, stream);
    nh_context *context = nh_pool_context(pool);
    nh_expr x = g.symbols[0], theta = g.symbols[1], omega = g.symbols[6], v = g.symbols[7];
    g.symbol_count = 8;
    nh_expr part = nh_expr_mul(pool, nh_expr_apply1(pool, NH_EXPR_SIN, theta), nh_expr_mul(pool, x, v));
    nh_expr first =
        nh_expr_abbreviation(pool, nh_name_of_text(context, "G1"), nh_expr_add(pool, part, random_expr(&g, 4)));
    nh_expr more = nh_expr_sum(pool, 3, (const nh_expr[]){first, nh_expr_mul(pool, theta, omega), random_expr(&g, 4)});
    nh_expr second = nh_expr_abbreviation(pool, nh_name_of_text(context, "G2"), nh_expr_pow_int(pool, more, 2));
    g.symbols[g.symbol_count++] = nh_expr_dot(pool, v);
    g.symbols[g.symbol_count++] = first;
    g.symbols[g.symbol_count++] = second;
    g.symbols[g.symbol_count++] = nh_expr_diff(pool, first, theta);
    g.symbols[g.symbol_count++] = nh_expr_diff(pool, nh_expr_diff(pool, second, omega), theta);
    return g;
}

static inline bool is_variable(const nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SYMBOL) return false;
    nh_role role = nh_expr_symbol_of(pool, e)->role;
    return role != NH_ROLE_ABBREVIATION && role != NH_ROLE_FUNCTION;
}

/* A symbol to differentiate e by: most often one that it contains. */
static inline nh_expr random_variable_of(random_exprs *g, nh_expr e) {
    nh_arena *arena = nh_arena_create(nh_pool_context(g->pool));
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(g->pool, arena, 1, &e, &count);
    nh_expr found = g->symbols[random_below(g, 8)];
    for (int attempt = 0; attempt < 4 && count > 0; attempt++) {
        nh_expr symbol = symbols[random_below(g, count)];
        if (is_variable(g->pool, symbol)) found = symbol;
    }
    nh_arena_destroy(arena);
    return found;
}

#endif
