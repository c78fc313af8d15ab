/* Gauge momenta: integrals that are linear in the velocities as momenta of fields.
 *
 * In independent velocities u, with q' = A u + b and G = A^T M A, just one field xi of virtual displacements, A times
 * something, has the momentum c u + ..., where p = dL/dq':
 *
 *     xi = A G^-1 c,     p xi = u^T A^T M xi + ... = c u + ...
 *
 * Reactions do no work on it. If xi = sum of f_a X_a with symmetries X_a of the Lagrangian and of the constraints, it
 * is a gauge symmetry; with constants f_a this is the theorem of Noether. */
#include "algebra/field/normal.h"
#include "algebra/ideal/modular.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/limits_private.h"
#include "integrals/symmetry_private.h"

/* Symmetries in a sum; points at which it is tried; the length of a component that is worth to be printed. */
enum { MOST_IN_SUM = 4, POINTS = 3, MOST_LENGTH = 45 };

typedef struct gauge_work {
    nh_integrals_result *result;
    const nh_flow *flow;
    nh_pool *pool;
    nh_arena *arena;
    const nh_symmetries *symmetries;
    const nh_reduced *reduced;
    nh_expr *xi; /* n */
    nh_integral *item;
    nh_expr function;
} gauge_work;

/* ---- the field ---- */

/* xi of a function that is linear in the velocities; false where its momentum is not just that function. */
static bool find_field(gauge_work *w, nh_expr e) {
    const nh_flow *flow = w->flow;
    const nh_reduced *r = w->reduced;
    nh_pool *pool = w->pool;
    nh_expr *c = NH_NEW_ARRAY(w->arena, nh_expr, r->m);
    e = nh_flow_restrict(flow, e);
    for (uint32_t j = 0; j < r->m; j++) {
        c[j] = nh_expr_diff(pool, e, r->u[j]);
        if (nh_expr_depends_on(pool, nh_expr_shortest(pool, c[j]), r->m, r->u)) return false;
    }
    nh_expr rest = nh_expr_neg(pool, e), L = nh_expr_expand_names(pool, flow->model->L);
    for (uint32_t i = 0; i < flow->n; i++) {
        nh_expr sum = NH_EXPR_ZERO;
        for (uint32_t j = 0; j < r->m; j++)
            for (uint32_t k = 0; k < r->m; k++) {
                nh_expr part = nh_expr_mul(pool, r->A[i * r->m + j], r->inverse[j * r->m + k]);
                sum = nh_expr_add(pool, sum, nh_expr_mul(pool, part, c[k]));
            }
        w->xi[i] = nh_expr_shortest(pool, sum);
        nh_expr p = nh_flow_restrict(flow, nh_expr_diff(pool, L, flow->model->coordinates.items[i].v));
        rest = nh_expr_add(pool, rest, nh_expr_mul(pool, p, w->xi[i]));
    }
    return nh_expr_is_proved_zero(pool, rest);
}

/* ---- by symmetries ---- */

/* The fields of the symmetries and xi at some points: of point p, coordinate i, field a at [(p n + i) (r + 1) + a]. */
static uint64_t *take_values(const gauge_work *w, nh_arena *arena) {
    uint32_t n = w->flow->n, r = (uint32_t)w->symmetries->items.count;
    nh_exprs list = {.arena = arena};
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t a = 0; a < r; a++)
            nh_array_push(&list, nh_flow_restrict(w->flow, w->symmetries->items.items[a].field[i]));
        nh_array_push(&list, w->xi[i]);
    }
    nh_modular *modular = nh_modular_make(w->pool, arena, list.count, list.items, w->flow->count, w->flow->variables);
    uint64_t *values = NH_NEW_ARRAY(arena, uint64_t, POINTS * list.count + 1);
    for (size_t p = 0; p < POINTS; p++)
        if (!nh_modular_next(modular, values + p * list.count)) return NULL;
    return values;
}

/* Whether these are independent and xi is a sum of them, at all points. */
static bool is_sum_of(const gauge_work *w, nh_arena *arena, const uint64_t *values, uint32_t count,
                      const uint32_t *which) {
    uint32_t n = w->flow->n, width = (uint32_t)w->symmetries->items.count + 1;
    uint64_t row[MOST_IN_SUM + 1];
    for (uint32_t p = 0; p < POINTS; p++) {
        nh_echelon echelon = nh_echelon_make(arena, count + 1);
        for (uint32_t i = 0; i < n; i++) {
            const uint64_t *at = values + (size_t)(p * n + i) * width;
            for (uint32_t k = 0; k < count; k++) row[k] = at[which[k]];
            row[count] = at[width - 1];
            nh_echelon_add(&echelon, row);
        }
        if (echelon.rank != count || echelon.row_of[count] != NULL) return false;
    }
    return true;
}

/* The first of the smallest sets of symmetries of which xi is a sum; how many they are, 0: there is none. */
static uint32_t choose_symmetries(const gauge_work *w, nh_arena *arena, uint32_t *which) {
    uint32_t r = (uint32_t)w->symmetries->items.count;
    const uint64_t *values = take_values(w, arena);
    for (uint32_t count = 1; values != NULL && count <= MOST_IN_SUM && count <= r; count++) {
        for (uint32_t k = 0; k < count; k++) which[k] = k;
        for (bool is_more = true; is_more;) {
            if (is_sum_of(w, arena, values, count, which)) return count;
            uint32_t k = count; /* the next set in order */
            while (k > 0 && which[k - 1] == r - count + k - 1) k--;
            is_more = k > 0;
            if (!is_more) break;
            which[k - 1]++;
            for (uint32_t after = k; after < count; after++) which[after] = which[after - 1] + 1;
        }
    }
    return 0;
}

/* f with xi = sum of f_k X_k, proved. */
static bool find_coefficients(const gauge_work *w, nh_arena *arena, uint32_t count, const uint32_t *which, nh_expr *f) {
    uint32_t n = w->flow->n;
    nh_expr *all = NH_NEW_ARRAY(arena, nh_expr, (size_t)n * count), a[MOST_IN_SUM * MOST_IN_SUM], side[MOST_IN_SUM];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < count; k++)
            all[i * count + k] = nh_flow_restrict(w->flow, w->symmetries->items.items[which[k]].field[i]);
    nh_linear_minor minor;
    nh_linear_solution solved;
    if (nh_linear_rank(w->pool, arena, n, count, all, &minor) != NH_LINEAR_DONE || minor.rank != count) return false;
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t j = 0; j < count; j++) a[k * count + j] = all[minor.rows[k] * count + j];
        side[k] = w->xi[minor.rows[k]];
    }
    if (nh_linear_solve(w->pool, arena, count, a, 1, side, &solved) != NH_LINEAR_DONE) return false;
    for (uint32_t k = 0; k < count; k++) f[k] = nh_expr_shortest(w->pool, solved.x[k]);
    for (uint32_t i = 0; i < n; i++) {
        nh_expr rest = w->xi[i];
        for (uint32_t k = 0; k < count; k++)
            rest = nh_expr_sub(w->pool, rest, nh_expr_mul(w->pool, f[k], all[i * count + k]));
        if (!nh_expr_is_proved_zero(w->pool, rest)) return false;
    }
    return true;
}

static void write_generators(gauge_work *w, nh_arena *arena) {
    uint32_t which[MOST_IN_SUM], count = choose_symmetries(w, arena, which);
    nh_expr f[MOST_IN_SUM], sum = NH_EXPR_ZERO;
    if (count == 0 || !find_coefficients(w, arena, count, which, f)) return;
    for (uint32_t k = 0; k < count; k++) {
        if (nh_expr_length(w->pool, f[k]) > MOST_LENGTH) return;
        w->item->is_gauge |= nh_expr_depends_on(w->pool, f[k], w->flow->count, w->flow->variables);
        nh_text name = nh_text_begin(arena);
        nh_text_format(&name, "X%u", (unsigned)which[k] + 1);
        nh_expr X = nh_expr_symbol_text(w->pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
        sum = nh_expr_add(w->pool, sum, nh_expr_mul(w->pool, f[k], X));
    }
    nh_text text = nh_text_begin(w->arena);
    nh_expr_print(w->pool, &text, sum);
    w->item->generators = nh_text_string(&text);
}

/* ---- all of it ---- */

static void tell_field(void *user) {
    gauge_work *w = user;
    if (!find_field(w, w->function)) return;
    bool is_short = true;
    const char *latex;
    for (uint32_t i = 0; i < w->flow->n; i++) is_short &= nh_expr_length(w->pool, w->xi[i]) <= MOST_LENGTH;
    if (is_short) nh_symmetry_write_field(w->flow, w->arena, w->xi, &w->item->field, &latex);
    nh_arena *arena = nh_arena_create(nh_pool_context(w->pool));
    write_generators(w, arena);
    nh_arena_destroy(arena);
}

static void reduce_equations(void *user) {
    gauge_work *w = user;
    w->reduced = nh_reduced_make(w->arena, w->flow);
}

void nh_gauge_momenta_find(nh_integrals_result *result, nh_arena *arena, const nh_flow *flow,
                           const nh_symmetries *symmetries) {
    NH_ASSERT(result->items.count == result->functions.count && symmetries != NULL);
    gauge_work w = {.result = result, .flow = flow, .pool = flow->pool, .arena = arena, .symmetries = symmetries};
    bool has_linear = false;
    for (size_t i = 0; i < result->items.count; i++) has_linear |= result->items.items[i].degree == 1;
    if (!has_linear || flow->model->L == NH_EXPR_UNDEFINED || flow->form->m == 0 || flow->rows > flow->form->k) return;
    nh_context *context = flow->model->context;
    nh_budget budget = {.work = NH_WORK_LINEAR};
    if (nh_attempt(context, &budget, reduce_equations, &w) != NH_OK || w.reduced == NULL) return;
    w.xi = NH_NEW_ARRAY(arena, nh_expr, flow->n + 1);
    for (size_t i = 0; i < result->items.count; i++) {
        w.item = &result->items.items[i], w.function = result->functions.items[i];
        if (w.item->degree == 1 && w.item->when == NULL) (void)nh_attempt(context, &budget, tell_field, &w);
    }
}
