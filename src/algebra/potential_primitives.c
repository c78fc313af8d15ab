/* Functions that integration brings in, each with a constant factor in an ansatz:
 *
 *     log p                                                 p a factor of a coefficient, or a variable
 *     atan((2 a v + b) / sqrt(4 a c - b^2))                 of a v^2 + b v + c; for u^2 + v^2: atan(u/v)
 *     log((2 a v + b - s) / (2 a v + b + s)), s^2 = b^2 - 4 a c
 *     log(2 a v + b + 2 sqrt(a) r), asin(-(2 a v + b) / s)  of r = sqrt(a v^2 + b v + c) for a > 0 and a < 0
 *     log(tan(u/2)), log((1 + sin u)/cos u)                 of 1/sin u, 1/cos u */
#include "algebra/normal.h"
#include "algebra/potential_private.h"
#include "expr/calculus.h"
#include "expr/inspect.h"

static void add_alone(nh_ansatz *a, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED || nh_expr_is_number(a->pool, e)) return;
    nh_ansatz_factor factor = {nh_ansatz_atom_number(a, e, true), 1};
    nh_ansatz_add(a, 1, &factor);
}

static void add_log(nh_ansatz *a, nh_expr e) {
    add_alone(a, nh_expr_apply1(a->pool, NH_EXPR_LOG, e));
}

/* ---- squares ---- */

static nh_expr without_bars(void *user, nh_expr e, const nh_expr *args, __attribute__((unused)) bool changed) {
    nh_pool *pool = user;
    return nh_expr_kind_of(pool, e) == NH_EXPR_ABS ? args[0] : NH_EXPR_UNDEFINED;
}

/* A root of e, of either sign, that has no roots of what varies in it. */
static bool plain_root(const nh_ansatz *a, nh_expr e, nh_expr *root) {
    const nh_pfaffian *s = &a->system->system;
    *root = nh_expr_sqrt(a->pool, nh_expr_factored(a->pool, e));
    if (*root == NH_EXPR_UNDEFINED || *root == NH_EXPR_ZERO) return false;
    nh_expr_rewrite(a->pool, 1, root, without_bars, a->pool);
    nh_degree degree = nh_expr_degree(a->pool, *root, s->count, s->variables);
    return degree.polynomial || !nh_expr_depends_on(a->pool, *root, s->count, s->variables);
}

/* a v^2 + b v + c */
typedef struct quadratic {
    nh_expr a, b, c;
    nh_expr slope; /* 2 a v + b */
    nh_expr gap;   /* 4 a c - b^2 */
} quadratic;

static bool find_quadratic(const nh_ansatz *a, nh_expr e, nh_expr v, quadratic *q) {
    nh_pool *pool = a->pool;
    nh_collected c;
    if (!nh_expr_depends_on(pool, e, 1, &v) || !nh_expr_collect(pool, a->arena, e, 1, &v, 8, &c)) return false;
    *q = (quadratic){NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO};
    for (uint32_t i = 0; i < c.count; i++) {
        uint32_t power = c.start[i + 1] > c.start[i] ? c.power[c.start[i]] : 0;
        if (power > 2) return false;
        *(power == 0 ? &q->c : power == 1 ? &q->b : &q->a) = c.coefficient[i];
    }
    q->slope = nh_expr_diff(pool, e, v);
    nh_expr four = nh_expr_scale(pool, nh_rat_int(4), nh_expr_mul(pool, q->a, q->c));
    q->gap = nh_expr_sub(pool, four, nh_expr_mul(pool, q->b, q->b));
    return q->a != NH_EXPR_ZERO;
}

static bool is_negative(const nh_ansatz *a, nh_expr e) {
    return nh_expr_is_nonnegative(a->pool, nh_expr_neg(a->pool, e));
}

/* Of 1 / (a v^2 + b v + c). */
static void add_arc(nh_ansatz *a, const quadratic *q) {
    nh_pool *pool = a->pool;
    nh_expr root, gap = nh_expr_factored(pool, q->gap);
    if (!is_negative(a, gap)) {
        if (!plain_root(a, gap, &root)) return;
        nh_expr argument = nh_expr_normal(pool, nh_expr_div(pool, q->slope, root));
        add_alone(a, nh_expr_apply1(pool, NH_EXPR_ATAN, argument));
    } else if (plain_root(a, nh_expr_neg(pool, gap), &root)) {
        nh_expr below = nh_expr_add(pool, q->slope, root), above = nh_expr_sub(pool, q->slope, root);
        add_log(a, nh_expr_div(pool, above, below));
    }
}

static void add_arcs(nh_ansatz *a, nh_expr base) {
    const nh_pfaffian *s = &a->system->system;
    quadratic q;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!find_quadratic(a, base, s->variables[i], &q)) continue;
        add_arc(a, &q);
        return;
    }
}

/* Of 1 / sqrt(a v^2 + b v + c). */
static void add_area(nh_ansatz *a, nh_expr base, const quadratic *q) {
    nh_pool *pool = a->pool;
    nh_expr root;
    if (is_negative(a, q->a)) {
        if (!plain_root(a, nh_expr_neg(pool, q->gap), &root)) return;
        add_alone(a, nh_expr_apply1(pool, NH_EXPR_ASIN, nh_expr_neg(pool, nh_expr_div(pool, q->slope, root))));
    } else if (plain_root(a, q->a, &root)) {
        nh_expr twice = nh_expr_scale(pool, nh_rat_int(2), nh_expr_mul(pool, root, nh_expr_sqrt(pool, base)));
        add_log(a, nh_expr_add(pool, q->slope, twice));
    }
}

static void add_areas(nh_ansatz *a, nh_expr base) {
    const nh_pfaffian *s = &a->system->system;
    quadratic q;
    if (!nh_map_get(&a->atom_of, nh_expr_sqrt(a->pool, base))) return;
    for (uint32_t i = 0; i < s->count; i++)
        if (find_quadratic(a, base, s->variables[i], &q)) add_area(a, base, &q);
}

/* ---- angles ---- */

static void add_half_angle(nh_ansatz *a, nh_expr base) {
    nh_pool *pool = a->pool;
    nh_expr_kind kind = nh_expr_kind_of(pool, base);
    if (kind != NH_EXPR_SIN && kind != NH_EXPR_COS) return;
    nh_expr angle = nh_expr_args(pool, base)[0];
    if (kind == NH_EXPR_SIN) {
        nh_expr half = nh_expr_scale(pool, nh_rat_make(1, 2), angle);
        add_log(a, nh_expr_apply1(pool, NH_EXPR_TAN, half));
    } else {
        nh_expr above = nh_expr_add(pool, NH_EXPR_ONE, nh_expr_apply1(pool, NH_EXPR_SIN, angle));
        add_log(a, nh_expr_div(pool, above, base));
    }
}

void nh_ansatz_add_primitives(nh_ansatz *a) {
    size_t atoms = a->atoms.count;
    for (size_t i = 0; i < atoms; i++)
        if (nh_expr_kind_of(a->pool, a->atoms.items[i].meaning) == NH_EXPR_SYMBOL)
            add_log(a, a->atoms.items[i].meaning);
    for (size_t i = 0; i < a->bases.count; i++) {
        nh_expr base = a->bases.items[i];
        if (nh_expr_kind_of(a->pool, base) != NH_EXPR_SYMBOL) add_log(a, base);
        add_arcs(a, base);
        add_areas(a, base);
        add_half_angle(a, base);
    }
}
