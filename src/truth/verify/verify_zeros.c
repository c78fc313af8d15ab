/* Where what goes from one piece to another is 0, as equations: for states on purpose (verify_sections.c).
 *
 * Where an expression only touches 0, it has no gradient there, and no state is found with it alone as an equation:
 * (x - 1)^2 + (y' - 2)^2 asks for x = 1 and y' = 2. Products are taken apart, sums of what is never negative, and
 * squares that are written out: of a polynomial of degree 2 the gradient is solved, and e itself must be 0 with that.
 * For what is not a polynomial, and for the time, a few numbers are tried. Some sets are found, not all. */
#include "algebra/field/normal.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "truth/verify/verify_private.h"

/* Sets of one expression; levels of sums in products and so on; symbols for which numbers are tried, or a gradient is
 * solved. */
enum { MOST_SETS = 8, MOST_LEVELS = 4, MOST_SYMBOLS = 8 };

static bool is_of_state(const nh_verifier *v, nh_expr e) {
    return nh_expr_has(v->model->pool, e, (nh_contents)(NH_HAS_COORDINATE | NH_HAS_TIME));
}

static void add_set(nh_verify_zeros *found, const nh_exprs *set) {
    if (set->count > 0 && found->count < MOST_SETS) nh_array_push(found, *set);
}

static void add_single(const nh_verifier *v, nh_verify_zeros *found, nh_expr e) {
    nh_exprs one = {.arena = v->arena};
    if (!is_of_state(v, e)) return;
    nh_array_push(&one, e);
    add_set(found, &one);
}

/* ---- by the form ---- */

static void add_by_form(const nh_verifier *v, nh_verify_zeros *found, nh_expr e, int level);

static void add_factors(const nh_verifier *v, nh_verify_zeros *found, nh_expr product, int level) {
    nh_pool *pool = v->model->pool;
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2) {
        const nh_expr *args = nh_expr_args(pool, product);
        if (nh_rat_sign(nh_expr_rational(pool, args[i + 1])) > 0) add_by_form(v, found, args[i], level + 1);
    }
}

static bool is_sum_of_squares(nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_args(pool, e)[0] != NH_EXPR_ZERO) return false;
    return nh_expr_is_nonnegative(pool, e) || nh_expr_is_nonnegative(pool, nh_expr_neg(pool, e));
}

/* All terms together: each set of the one with each set of the other. */
static void add_terms(const nh_verifier *v, nh_verify_zeros *found, nh_expr sum, int level) {
    nh_pool *pool = v->model->pool;
    nh_verify_zeros whole = {.arena = v->arena};
    nh_array_push(&whole, (nh_exprs){.arena = v->arena});
    for (uint32_t i = 1; i < nh_expr_arity(pool, sum); i += 2) {
        nh_verify_zeros term = {.arena = v->arena}, next = {.arena = v->arena};
        add_by_form(v, &term, nh_expr_args(pool, sum)[i], level + 1);
        for (size_t a = 0; a < whole.count; a++)
            for (size_t b = 0; b < term.count; b++) {
                nh_exprs both = {.arena = v->arena};
                nh_array_append(&both, whole.items[a].count, whole.items[a].items);
                nh_array_append(&both, term.items[b].count, term.items[b].items);
                add_set(&next, &both);
            }
        whole = next;
    }
    for (size_t i = 0; i < whole.count; i++) add_set(found, &whole.items[i]);
}

static void add_by_form(const nh_verifier *v, nh_verify_zeros *found, nh_expr e, int level) {
    NH_ASSERT(e != NH_EXPR_UNDEFINED);
    nh_pool *pool = v->model->pool;
    nh_rat ignored;
    nh_expr whole = nh_expr_split(pool, e, &ignored);
    nh_expr_kind kind = nh_expr_kind_of(pool, whole);
    if (!is_of_state(v, whole)) return;
    if (level >= MOST_LEVELS) {
        add_single(v, found, whole);
    } else if (kind == NH_EXPR_PRODUCT) {
        add_factors(v, found, whole, level);
    } else if (kind == NH_EXPR_ABS) {
        add_by_form(v, found, nh_expr_args(pool, whole)[0], level + 1);
    } else if (is_sum_of_squares(pool, whole)) {
        add_terms(v, found, whole, level);
    } else {
        nh_expr factored = nh_expr_factored(pool, whole);
        bool is_product = factored != NH_EXPR_UNDEFINED &&
                          nh_expr_kind_of(pool, nh_expr_split(pool, factored, &ignored)) == NH_EXPR_PRODUCT;
        if (is_product) add_factors(v, found, nh_expr_split(pool, factored, &ignored), level);
        else add_single(v, found, whole);
    }
}

/* ---- where it touches 0 ---- */

/* Its symbols of time and state; none where these are many. */
static const nh_expr *symbols_of(const nh_verifier *v, nh_expr e, uint32_t *count) {
    uint32_t all, kept = 0;
    nh_expr *symbols = nh_expr_symbols(v->model->pool, v->arena, 1, &e, &all);
    for (uint32_t i = 0; i < all; i++)
        if (is_of_state(v, symbols[i])) symbols[kept++] = symbols[i];
    *count = kept <= MOST_SYMBOLS ? kept : 0;
    return symbols;
}

/* With these values, which vanish from e one after the other. */
static bool vanishes_with(const nh_verifier *v, nh_expr e, uint32_t count, const nh_expr *from, const nh_expr *to) {
    nh_expr with = nh_expr_substitute(v->model->pool, e, count, from, to, true);
    return with != NH_EXPR_UNDEFINED && nh_expr_is_proved_zero(v->model->pool, with);
}

/* Each symbol with its value, as a set of equations, where e is 0 with them. */
static void add_values(const nh_verifier *v, nh_verify_zeros *found, nh_expr e, uint32_t count, const nh_expr *from,
                       const nh_expr *to) {
    nh_exprs set = {.arena = v->arena};
    if (count == 0 || !vanishes_with(v, e, count, from, to)) return;
    for (uint32_t i = 0; i < count; i++) nh_array_push(&set, nh_expr_sub(v->model->pool, from[i], to[i]));
    add_set(found, &set);
}

/* Equations in which the symbols are linear, one after the other; false where one is not. */
static bool solve_gradient(const nh_verifier *v, nh_expr e, uint32_t count, const nh_expr *symbols, uint32_t *solved,
                           nh_expr *from, nh_expr *to) {
    nh_pool *pool = v->model->pool;
    for (uint32_t i = 0; i < count; i++) {
        nh_expr slope = nh_expr_diff(pool, e, symbols[i]);
        nh_expr left = slope != NH_EXPR_UNDEFINED ? nh_expr_substitute(pool, slope, *solved, from, to, true) : slope;
        if (left == NH_EXPR_UNDEFINED) return false;
        if (left != NH_EXPR_ZERO && !nh_verify_solve_for_symbol(v, left, solved, from, to)) return false;
    }
    return true;
}

static void add_touched(const nh_verifier *v, nh_verify_zeros *found, nh_expr e, uint32_t count,
                        const nh_expr *symbols) {
    nh_expr from[MOST_SYMBOLS], to[MOST_SYMBOLS];
    uint32_t solved = 0;
    NH_ASSERT(count <= MOST_SYMBOLS);
    nh_degree degree = nh_expr_degree(v->model->pool, e, count, symbols);
    bool is_quadratic = degree.polynomial && nh_rat_eq(degree.degree, nh_rat_int(2));
    if (!is_quadratic || !solve_gradient(v, e, count, symbols, &solved, from, to)) return;
    add_values(v, found, e, solved, from, to);
}

/* One symbol, or all of them, with a number: cos(x) - 1, exp(x) - 1, t^3 - 8. */
static void add_numbers(const nh_verifier *v, nh_verify_zeros *found, nh_expr e, uint32_t count,
                        const nh_expr *symbols) {
    nh_pool *pool = v->model->pool;
    nh_expr zeros[MOST_SYMBOLS];
    const nh_expr numbers[] = {NH_EXPR_ZERO,      NH_EXPR_ONE,
                               NH_EXPR_MINUS_ONE, nh_expr_fraction(pool, 2, 1),
                               NH_EXPR_PI,        nh_expr_mul(pool, NH_EXPR_PI, nh_expr_fraction(pool, 1, 2))};
    for (uint32_t i = 0; i < count; i++) zeros[i] = NH_EXPR_ZERO;
    if (count > 1) add_values(v, found, e, count, symbols, zeros);
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            add_values(v, found, e, 1, &symbols[i], &numbers[k]);
}

/* ---- all of them ---- */

nh_verify_zeros nh_verify_zeros_find(const nh_verifier *v, nh_expr e) {
    NH_ASSERT(v->arena != NULL);
    nh_pool *pool = v->model->pool;
    nh_verify_zeros found = {.arena = v->arena};
    uint32_t count;
    e = nh_expr_expand_names(pool, e);
    if (e == NH_EXPR_UNDEFINED) return found;
    const nh_expr *symbols = symbols_of(v, e, &count);
    add_by_form(v, &found, e, 0);
    add_touched(v, &found, e, count, symbols);
    bool is_timed = !nh_expr_has(pool, e, NH_HAS_COORDINATE);
    if (is_timed || !nh_expr_degree(pool, e, count, symbols).polynomial) add_numbers(v, &found, e, count, symbols);
    return found;
}
