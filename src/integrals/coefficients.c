/* The coefficients of a relation exactly.
 *
 * Fractions are read off their residues. Coefficients that are functions of the parameters are solved for: at a state
 * of fractions, where sines and cosines are fractions, too, the equations of motion have only parameters in them; they
 * are solved there, and every such state gives an equation for the coefficients over the functions of the
 * parameters. */
#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/random.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "integrals/integrals_private.h"

enum {
    MOST_SIZE = 65536,   /* numerator and denominator of a coefficient that is a number */
    MOST_UNKNOWNS = 40,  /* terms of a relation with parameters */
    MORE_STATES = 2,     /* equations beyond those that are needed */
    MOST_MULTIPLE = 16,  /* of an angle in a sine */
    MOST_LENGTH = 20000, /* of an expression at a state */
    MOST_DENOMINATOR = 18,
    MOST_DRAWS = 3000, /* until the state is one of fractions */
};

/* ---- numbers ---- */

static nh_expr combine_terms(const nh_flow *flow, nh_arena *arena, const nh_relation_terms *r,
                             const nh_expr *coefficients) {
    nh_expr *terms = NH_NEW_ARRAY(arena, nh_expr, r->count + 1);
    for (uint32_t k = 0; k < r->count; k++) terms[k] = nh_expr_mul(flow->pool, coefficients[k], r->term[k]);
    return nh_expr_sum(flow->pool, r->count, terms);
}

static bool is_short(nh_rat a) {
    return nh_rat_is_small(a) && a.den <= MOST_SIZE && a.num <= MOST_SIZE && a.num >= -MOST_SIZE;
}

static bool read_fractions(const nh_flow *flow, const nh_relation_terms *r, nh_expr *coefficients) {
    for (uint32_t k = 0; k < r->count; k++) {
        nh_rat value;
        if (!nh_modular_fraction(r->residues[k], &value) || !is_short(value)) return false;
        coefficients[k] = nh_expr_number(flow->pool, value);
    }
    return true;
}

/* ---- a state of fractions ---- */

/* Values of the variables; of an angle tan(angle/2), and of what stands in exponentials the exponential. */
typedef struct fraction_state {
    const nh_flow *flow;
    nh_arena *arena;
    nh_rat *value;    /* by variable */
    bool is_too_hard; /* a function that is met has no fraction as its value */
} fraction_state;

typedef struct complex_fraction {
    nh_rat re, im;
} complex_fraction;

static complex_fraction multiply_complex(nh_arena *arena, complex_fraction a, complex_fraction b) {
    nh_rat re = nh_rat_sub(arena, nh_rat_mul(arena, a.re, b.re), nh_rat_mul(arena, a.im, b.im));
    nh_rat im = nh_rat_add(arena, nh_rat_mul(arena, a.re, b.im), nh_rat_mul(arena, a.im, b.re));
    return (complex_fraction){re, im};
}

/* (1 + i r)^2 / (1 + r^2) to a power */
static complex_fraction turn_by(nh_arena *arena, nh_rat r, int64_t times) {
    nh_rat one = nh_rat_int(1), square = nh_rat_mul(arena, r, r), below = nh_rat_add(arena, one, square);
    complex_fraction z = {nh_rat_div(arena, nh_rat_sub(arena, one, square), below),
                          nh_rat_div(arena, nh_rat_add(arena, r, r), below)};
    complex_fraction result = {one, nh_rat_int(0)};
    if (times < 0) z.im = nh_rat_neg(arena, z.im);
    for (int64_t i = 0; i < (times < 0 ? -times : times); i++) result = multiply_complex(arena, result, z);
    return result;
}

static uint32_t variable_of(const nh_flow *flow, nh_expr symbol) {
    uint32_t i = 0;
    while (i < flow->count && flow->variables[i] != symbol) i++;
    return i;
}

/* Calls with each variable and its multiple in a sum without a number; false: it is no such sum. */
typedef void (*take_multiple)(fraction_state *s, nh_rat value, int64_t times, void *user);
static bool for_multiples(fraction_state *s, nh_expr angle, take_multiple take, void *user) {
    nh_pool *pool = s->flow->pool;
    const nh_expr *args = nh_expr_args(pool, angle);
    if (nh_expr_kind_of(pool, angle) != NH_EXPR_SUM) {
        uint32_t v = variable_of(s->flow, angle);
        if (v < s->flow->count) take(s, s->value[v], 1, user);
        return v < s->flow->count;
    }
    if (args[0] != NH_EXPR_ZERO) return false;
    for (uint32_t i = 1; i + 1 < nh_expr_arity(pool, angle); i += 2) {
        int64_t times;
        uint32_t v = variable_of(s->flow, args[i]);
        bool is_whole = nh_rat_get_int(nh_expr_rational(pool, args[i + 1]), &times);
        if (v == s->flow->count || !is_whole || times > MOST_MULTIPLE || times < -MOST_MULTIPLE) return false;
        take(s, s->value[v], times, user);
    }
    return true;
}

static void take_turn(fraction_state *s, nh_rat value, int64_t times, void *user) {
    complex_fraction *z = user;
    *z = multiply_complex(s->arena, *z, turn_by(s->arena, value, times));
}

static void take_power(fraction_state *s, nh_rat value, int64_t times, void *user) {
    nh_rat *product = user;
    *product = nh_rat_mul(s->arena, *product, nh_rat_pow(s->arena, value, times));
}

static nh_expr evaluate_node(void *user, nh_expr e, __attribute__((unused)) const nh_expr *args, bool changed) {
    fraction_state *s = user;
    nh_pool *pool = s->flow->pool;
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    uint32_t v = kind == NH_EXPR_SYMBOL ? variable_of(s->flow, e) : s->flow->count;
    if (v < s->flow->count) return nh_expr_number(pool, s->value[v]);
    if (!changed) return NH_EXPR_UNDEFINED;
    complex_fraction z = {nh_rat_int(1), nh_rat_int(0)};
    nh_rat power = nh_rat_int(1);
    switch (kind) {
        case NH_EXPR_SUM:
        case NH_EXPR_PRODUCT: return NH_EXPR_UNDEFINED;
        case NH_EXPR_SIN:
        case NH_EXPR_COS:
        case NH_EXPR_TAN: s->is_too_hard |= !for_multiples(s, nh_expr_args(pool, e)[0], take_turn, &z); break;
        case NH_EXPR_EXP: s->is_too_hard |= !for_multiples(s, nh_expr_args(pool, e)[0], take_power, &power); break;
        default: s->is_too_hard = true; break;
    }
    if (kind == NH_EXPR_COS) return nh_expr_number(pool, z.re);
    if (kind == NH_EXPR_SIN) return nh_expr_number(pool, z.im);
    if (kind == NH_EXPR_TAN)
        return nh_rat_is_zero(z.re) ? NH_EXPR_ZERO : nh_expr_number(pool, nh_rat_div(s->arena, z.im, z.re));
    return nh_expr_number(pool, power);
}

/* Different halves, thirds, ... of small size, none of them 0 or 1. Positions, when they are dependent, have one
 * denominator: then a sum of squares is a square itself more often. */
static void draw_state(fraction_state *s, nh_random *random) {
    int64_t common = nh_random_between(random, MOST_DENOMINATOR / 2, MOST_DENOMINATOR);
    uint32_t positions = s->flow->times + s->flow->positions;
    for (uint32_t i = 0; i < s->flow->count; i++) {
        int64_t above = nh_random_between(random, 2, 9), below = nh_random_between(random, 1, 5);
        if (i < positions && s->flow->chart.count > 0) below = common, above = nh_random_between(random, 1, common - 1);
        if (above == below) above++;
        s->value[i] = nh_rat_make(nh_random_below(random, 2) == 0 ? above : -above, below);
    }
}

/* Whether all roots by which coordinates depend on others are fractions there. */
static bool has_fractions_only(fraction_state *s) {
    const nh_chart *chart = &s->flow->chart;
    for (uint32_t i = 0; i < chart->count; i++) {
        nh_expr value = nh_flow_restrict(s->flow, chart->symbol[i]);
        nh_expr_rewrite(s->flow->pool, 1, &value, evaluate_node, s);
        if (s->is_too_hard || !nh_expr_is_number(s->flow->pool, value)) return false;
    }
    return true;
}

static bool find_state(fraction_state *s, nh_random *random) {
    for (int i = 0; i < MOST_DRAWS && !s->is_too_hard; i++) {
        draw_state(s, random);
        if (has_fractions_only(s)) return true;
    }
    return false;
}

/* ---- the equations at a state ---- */

/* Accelerations as functions of the parameters, n of them; false: there are none, or they are too long. */
static bool solve_accelerations(const nh_flow *flow, nh_arena *arena, const nh_expr *e, nh_expr *accelerations) {
    nh_pool *pool = flow->pool;
    uint32_t n = flow->n, size = n + flow->rows;
    nh_expr *a = NH_NEW_ARRAY(arena, nh_expr, (size_t)size * size + 1), *b = NH_NEW_ARRAY(arena, nh_expr, size + 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = flow->matrix.start[i]; k < flow->matrix.start[i + 1]; k++)
            a[(size_t)i * size + flow->matrix.column[k]] = *e++;
    for (uint32_t j = 0; j < flow->rows; j++)
        for (uint32_t k = flow->jacobian.start[j]; k < flow->jacobian.start[j + 1]; k++, e++) {
            a[(size_t)(n + j) * size + flow->jacobian.column[k]] = *e;
            a[(size_t)flow->jacobian.column[k] * size + n + j] = nh_expr_neg(pool, *e);
        }
    for (uint32_t i = 0; i < n; i++) b[i] = *e++;
    for (uint32_t j = 0; j < flow->rows; j++) b[n + j] = nh_expr_neg(pool, *e++);
    nh_linear_solution solution;
    if (nh_linear_solve(pool, arena, size, a, 1, b, &solution) != NH_LINEAR_DONE) return false;
    for (uint32_t i = 0; i < n; i++) accelerations[i] = solution.x[i];
    return true;
}

/* dm_k/dt of all terms at the state, from the values of the flow and of the gradients of the terms. */
static bool rates_at(const nh_flow *flow, nh_arena *arena, uint32_t count, const nh_expr *values, nh_expr *rates) {
    nh_pool *pool = flow->pool;
    uint32_t known = flow->times + flow->positions;
    const nh_expr *slopes = values + nh_flow_size(flow), *given = slopes - known;
    nh_expr *accelerations = NH_NEW_ARRAY(arena, nh_expr, flow->n + 1);
    nh_expr *parts = NH_NEW_ARRAY(arena, nh_expr, flow->count + 1);
    if (!solve_accelerations(flow, arena, values, accelerations)) return false;
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t v = 0; v < flow->count; v++) {
            nh_expr rate = v < known ? given[v] : accelerations[flow->coordinate[v]];
            parts[v] = nh_expr_mul(pool, slopes[(size_t)k * flow->count + v], rate);
        }
        rates[k] = nh_expr_normal(pool, nh_expr_sum(pool, flow->count, parts));
        if (rates[k] == NH_EXPR_UNDEFINED || nh_expr_length(pool, rates[k]) > MOST_LENGTH) return false;
    }
    return true;
}

/* The flow and the gradients of the terms, for values at states. */
static nh_exprs list_expressions(const nh_flow *flow, nh_arena *arena, const nh_relation_terms *r) {
    nh_exprs list = {.arena = arena};
    nh_flow_list(flow, &list);
    for (uint32_t k = 0; k < r->count; k++) {
        nh_array_reserve(&list, flow->count);
        nh_expr_gradient(flow->pool, nh_flow_restrict(flow, r->term[k]), flow->count, flow->variables,
                         list.items + list.count);
        list.count += flow->count;
    }
    return list;
}

static bool solve_exactly(const nh_flow *flow, nh_arena *arena, const nh_relation_terms *r, nh_expr *coefficients) {
    nh_exprs list = list_expressions(flow, arena, r), entries = {.arena = arena};
    nh_random random = nh_random_make(1, NH_STREAM_INTEGRALS);
    fraction_state s = {flow, arena, NH_NEW_ARRAY(arena, nh_rat, flow->count + 1), false};
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, list.count + 1), *row = NH_NEW_ARRAY(arena, nh_expr, r->count + 1);
    uint32_t states = r->count + MORE_STATES, rows = 0;
    if (r->count > MOST_UNKNOWNS) return false;
    for (uint32_t i = 0; i < states; i++) {
        if (!find_state(&s, &random)) return false;
        for (size_t k = 0; k < list.count; k++) values[k] = list.items[k];
        nh_expr_rewrite(flow->pool, list.count, values, evaluate_node, &s);
        if (s.is_too_hard) return false;
        if (!rates_at(flow, arena, r->count, values, row)) continue;
        nh_array_append(&entries, r->count, row);
        rows++;
    }
    NH_ASSERT(entries.count == (size_t)rows * r->count);
    nh_null_space space;
    if (nh_linear_null_space(flow->pool, arena, rows, r->count, entries.items, &space) != NH_LINEAR_DONE) return false;
    if (space.count != 1) return false;
    for (uint32_t k = 0; k < r->count; k++) coefficients[k] = nh_expr_factored(flow->pool, space.basis[k]);
    return true;
}

nh_expr nh_integral_with_coefficients(const nh_flow *flow, nh_arena *arena, const nh_relation_terms *r) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && r->count > 0);
    nh_expr *coefficients = NH_NEW_ARRAY(arena, nh_expr, r->count + 1);
    if (!read_fractions(flow, r, coefficients) && !solve_exactly(flow, arena, r, coefficients))
        return NH_EXPR_UNDEFINED;
    return combine_terms(flow, arena, r, coefficients);
}
