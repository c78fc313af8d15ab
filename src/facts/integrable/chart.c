/* One row after the other, each for the coordinate that it gives in the simplest way. */
#include "facts/integrable/chart.h"

#include <math.h>

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/linear/solve.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "facts/sizes.h"

/* Rows of longer expressions, and more rows, are not solved. */
enum { MOST_ROWS = 12, MOST_OPERATIONS = 400 };
/* A root belongs to the state when it is as close to it as this, relative to 1. */
#define SAME 1e-6

typedef struct solver {
    nh_admissible *a;
    nh_pool *pool;
    uint32_t count;
    nh_expr symbol[MOST_ROWS], value[MOST_ROWS];
} solver;

/* ---- one row for one coordinate ---- */

/* The branch on which the reference state lies; -1: it cannot be told. */
static int branch_at_hand(const nh_admissible *a, uint32_t coordinate, const nh_branches *branches) {
    NH_ASSERT(coordinate < a->model->coordinates.count);
    if (a->at == NH_CHECK_NONE) return branches->count == 1 && branches->assumptions.count == 0 ? 0 : -1;
    for (size_t i = 0; i < branches->count; i++) {
        double value, is = a->state.q[coordinate];
        nh_sizes_values(a, 1, &branches->branches[i].value, &value);
        if (fabs(value - is) <= SAME * (1 + fabs(is))) return (int)i;
    }
    return -1;
}

/* How difficult the result is: a choice between roots, a denominator, then the length. */
static double difficulty_of(nh_pool *pool, const nh_branches *branches, nh_expr value) {
    double length = (double)nh_expr_length(pool, value);
    return (branches->count > 1 ? 2e6 : 0) + (branches->assumptions.count > 0 ? 1e6 : 0) + length;
}

/* Solves for the coordinate for which that is easiest; false when it cannot be solved for any. */
static bool solve_row(solver *s, nh_expr residual) {
    const nh_model *model = s->a->model;
    double least = INFINITY;
    for (uint32_t i = 0; i < model->coordinates.count; i++) {
        nh_expr q = model->coordinates.items[i].q;
        nh_branches branches;
        if (!nh_expr_depends_on(s->pool, residual, 1, &q)) continue;
        if (nh_solve_polynomial(s->pool, s->a->arena, residual, q, &branches) != NH_LINEAR_DONE) continue;
        int at_hand = branch_at_hand(s->a, i, &branches);
        if (at_hand < 0) continue;
        nh_expr value = branches.branches[at_hand].value;
        double now = difficulty_of(s->pool, &branches, value);
        if (now >= least) continue;
        least = now;
        s->symbol[s->count] = q;
        s->value[s->count] = value;
    }
    return least < INFINITY;
}

/* ---- all rows ---- */

static nh_expr put_in_values(nh_pool *pool, uint32_t count, const nh_expr *symbol, const nh_expr *value, nh_expr e) {
    return nh_expr_substitute(pool, nh_expr_expand_names(pool, e), count, symbol, value, true);
}

nh_expr nh_chart_apply(nh_pool *pool, const nh_chart *chart, nh_expr e) {
    NH_ASSERT(chart->count == 0 || chart->value != NULL);
    return put_in_values(pool, chart->count, chart->symbol, chart->value, e);
}

/* The coordinate that was solved for last is put into what was found before. */
static void put_in_last(solver *s) {
    uint32_t last = s->count;
    for (uint32_t i = 0; i < last; i++)
        s->value[i] = nh_expr_simplify(s->pool, s->a->arena,
                                       put_in_values(s->pool, 1, &s->symbol[last], &s->value[last], s->value[i]));
    s->count++;
}

static bool take_row(solver *s, const nh_row *row) {
    nh_expr residual = put_in_values(s->pool, s->count, s->symbol, s->value, row->residual);
    if (nh_expr_operations(s->pool, 1, &residual) > MOST_OPERATIONS) return false;
    if (nh_expr_is_zero(s->pool, residual) == NH_YES) return true;
    if (s->count == MOST_ROWS || !solve_row(s, residual)) return false;
    put_in_last(s);
    return true;
}

/* ---- back to all coordinates ---- */

/* Powers of `under` with halves as exponents become powers of the root. */
typedef struct root_replacement {
    nh_pool *pool;
    nh_expr under, root;
} root_replacement;

static bool is_half(nh_rat exponent) {
    return exponent.den == 2;
}

/* The same in another form: as a product, or multiplied out. */
static bool is_same(nh_pool *pool, nh_expr a, nh_expr b) {
    return a == b || nh_expr_is_proved_zero(pool, nh_expr_sub(pool, a, b));
}

static nh_expr replace_root(void *user, nh_expr e, const nh_expr *args, bool changed) {
    const root_replacement *r = user;
    (void)changed;
    if (nh_expr_kind_of(r->pool, e) != NH_EXPR_PRODUCT) return NH_EXPR_UNDEFINED;
    uint32_t arity = nh_expr_arity(r->pool, e);
    nh_expr product = NH_EXPR_ONE;
    bool is_found = false;
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_rat exponent = nh_expr_rational(r->pool, args[i + 1]);
        bool is_root = is_half(exponent) && is_same(r->pool, args[i], r->under);
        is_found = is_found || is_root;
        nh_expr factor = is_root ? nh_expr_pow_int(r->pool, r->root, exponent.num)
                                 : nh_expr_pow_rational(r->pool, args[i], exponent);
        product = nh_expr_mul(r->pool, product, factor);
    }
    return is_found ? product : NH_EXPR_UNDEFINED;
}

/* What is under the square root of a factor with coordinates in it; undefined: e is no
 * product with such a factor. */
static nh_expr root_in(nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_PRODUCT) return NH_EXPR_UNDEFINED;
    for (uint32_t k = 0; k < nh_expr_arity(pool, e); k += 2) {
        const nh_expr *args = nh_expr_args(pool, e);
        bool is_root = is_half(nh_expr_rational(pool, args[k + 1]));
        if (is_root && nh_expr_has(pool, args[k], NH_HAS_COORDINATE)) return args[k];
    }
    return NH_EXPR_UNDEFINED;
}

/* The same of the one square root anywhere in e; undefined when there is none, or another one. */
static nh_expr find_under(nh_pool *pool, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    nh_expr found = NH_EXPR_UNDEFINED;
    bool is_one = true;
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr under = root_in(pool, walk->order[i]);
        if (under == NH_EXPR_UNDEFINED) continue;
        is_one = is_one && (found == NH_EXPR_UNDEFINED || found == under);
        found = under;
    }
    nh_walk_end(walk);
    return is_one ? found : NH_EXPR_UNDEFINED;
}

/* value = a + b root: the root is (q - a)/b. */
static nh_expr root_by_coordinate(nh_pool *pool, nh_expr q, nh_expr value, nh_expr under) {
    NH_ASSERT(nh_expr_kind_of(pool, q) == NH_EXPR_SYMBOL);
    nh_expr symbol = nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "root of the chart"), zero = NH_EXPR_ZERO;
    root_replacement r = {pool, under, symbol};
    nh_expr_rewrite(pool, 1, &value, replace_root, &r);
    nh_expr b = nh_expr_diff(pool, value, symbol);
    if (b == NH_EXPR_ZERO || nh_expr_depends_on(pool, b, 1, &symbol)) return NH_EXPR_UNDEFINED;
    nh_expr a = nh_expr_substitute(pool, value, 1, &symbol, &zero, true);
    return nh_expr_div(pool, nh_expr_sub(pool, q, a), b);
}

nh_expr nh_chart_lift(const nh_chart *chart, nh_pool *pool, nh_arena *arena, nh_expr e) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_expr lifted = e;
    for (uint32_t i = 0; i < chart->count; i++) {
        root_replacement r = {pool, chart->under[i], chart->root[i]};
        if (r.root != NH_EXPR_UNDEFINED) nh_expr_rewrite(pool, 1, &lifted, replace_root, &r);
    }
    return lifted == e ? e : nh_expr_readable(pool, arena, lifted);
}

/* ---- making ---- */

static nh_chart give_out(const solver *s) {
    nh_expr *kept = NH_NEW_ARRAY(s->a->arena, nh_expr, 4 * (size_t)MOST_ROWS);
    nh_expr *symbol = kept, *value = symbol + MOST_ROWS, *under = value + MOST_ROWS, *root = under + MOST_ROWS;
    for (uint32_t i = 0; i < s->count; i++) {
        symbol[i] = s->symbol[i];
        value[i] = s->value[i];
        under[i] = find_under(s->pool, value[i]);
        root[i] = under[i] != NH_EXPR_UNDEFINED ? root_by_coordinate(s->pool, symbol[i], value[i], under[i])
                                                : NH_EXPR_UNDEFINED;
    }
    return (nh_chart){.count = s->count, .symbol = symbol, .value = value, .under = under, .root = root};
}

nh_chart nh_chart_find(nh_admissible *a) {
    solver s = {.a = a, .pool = a->model->pool};
    bool is_complete = true;
    for (size_t i = 0; i < a->model->rows.count; i++) {
        const nh_row *row = &a->model->rows.items[i];
        if (row->is_imposed && row->is_geometric && !take_row(&s, row)) is_complete = false;
    }
    nh_chart chart = give_out(&s);
    chart.is_complete = is_complete;
    return chart;
}
