/* Whether functions are of one piece: what balls show at one point then holds almost everywhere.
 *
 * Quotients of polynomials, sines and exponentials are, through the complex numbers; roots as well, as long as no square hides under them: sqrt(x^2 + 2 x y + y^2) is |x + y|, which the field of all roots shows.
 * Arcs are where their argument does not come to the ends of their domain from inside, or pass infinity: atan x + atan 1/x is pi/2 for x > 0 and -pi/2 for x < 0, asin(3 x - 4 x^3) is 3 asin x for small x
 * alone. */
#include "algebra/linear_private.h"
#include "algebra/pfaffian_private.h"
#include "expr/inspect.h"
#include "expr/walk.h"

typedef NH_ARRAY(nh_expr) expr_list;

/* A polynomial of at most this degree in all symbols that it has. */
static bool is_polynomial(nh_pool *pool, nh_arena *arena, nh_expr e, int64_t most) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, arena, 1, &e, &count);
    nh_degree degree = nh_expr_degree(pool, e, count, symbols);
    if (degree.kind == NH_DEGREE_ZERO || count == 0) return true;
    return degree.polynomial && nh_rat_cmp(nh_arena_context(arena), degree.degree, nh_rat_int(most)) <= 0;
}

static bool is_of_one_piece(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS) return is_polynomial(pool, arena, nh_expr_args(pool, e)[0], 1);
    if (kind == NH_EXPR_ATAN) return is_polynomial(pool, arena, nh_expr_args(pool, e)[0], INT32_MAX);
    return kind != NH_EXPR_NO_VALUE;
}

/* The factors of a product that are roots. */
static void add_roots(nh_pool *pool, nh_expr e, expr_list *roots) {
    uint32_t arity = nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT ? nh_expr_arity(pool, e) : 0;
    for (uint32_t k = 0; k + 1 < arity; k += 2) {
        nh_expr base = nh_expr_args(pool, e)[k], exponent = nh_expr_args(pool, e)[k + 1];
        int64_t value;
        if (nh_expr_get_int(pool, exponent, &value)) continue;
        nh_array_push(roots, nh_expr_pow(pool, base, exponent));
    }
}

static void look_for_absolute_values(nh_linear_job *job, nh_field *field, const nh_element *a,
                                     const nh_element *unused) {
    (void)a;
    (void)unused;
    job->answer = nh_linear_has_absolute_values(field) ? NH_LINEAR_UNKNOWN : NH_LINEAR_DONE;
}

/* Whether no square hides under these roots, or their products. */
static bool are_true_roots(nh_pool *pool, const expr_list *roots) {
    nh_linear_job job = {pool, {roots->count, 0}, {roots->items, NULL}, look_for_absolute_values,
                         NULL, NH_LINEAR_UNKNOWN};
    return roots->count == 0 || nh_linear_run_as_entered(&job) == NH_LINEAR_DONE;
}

bool nh_pfaffian_are_analytic(nh_pool *pool, size_t count, const nh_expr *e) {
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    nh_walk *walk = nh_walk_begin(pool, count, e, NH_WALK_DEFINITIONS);
    expr_list roots = {.arena = arena};
    bool found = true;
    for (uint32_t i = 0; i < walk->count && found; i++) {
        found = is_of_one_piece(pool, arena, walk->order[i]);
        add_roots(pool, walk->order[i], &roots);
    }
    nh_walk_end(walk);
    for (size_t i = 0; i < count && found; i++) found = !nh_expr_is_pieced(pool, e[i]);
    found = found && are_true_roots(pool, &roots);
    nh_arena_destroy(arena);
    return found;
}
