/* Term by term. A polynomial in s, sin u, cos u, exp u lies with all its derivatives in a space of finite dimension;
 * its antiderivative lies in that space and s times it, and is found there by linear algebra: the coefficients x of the
 * products of powers c_j with sum x_j dc_j/ds = e. */
#include "algebra/linear/antiderivative.h"

#include <string.h>

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/array.h"
#include "base/assert.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"

/* Functions of s in one term; products of powers in the space; terms of a polynomial. */
enum { ATOMS_MOST = 8, SPACE_MOST = 60, TERMS_MOST = 200 };

typedef struct space {
    nh_pool *pool;
    nh_arena *arena;
    nh_expr s;
    uint32_t atoms;
    nh_expr atom[ATOMS_MOST], symbol[ATOMS_MOST], rate[ATOMS_MOST]; /* rate: the derivative, in symbols */
    nh_exprs monomials;
} space;

static bool is_constant(const space *x, nh_expr e) {
    return e != NH_EXPR_UNDEFINED && !nh_expr_depends_on(x->pool, e, 1, &x->s);
}

/* ---- atoms ---- */

static uint32_t find_atom(space *x, nh_expr e) {
    for (uint32_t i = 0; i < x->atoms; i++)
        if (x->atom[i] == e) return i;
    if (x->atoms == ATOMS_MOST) return ATOMS_MOST;
    static const char *const names[ATOMS_MOST] = {"#a0", "#a1", "#a2", "#a3", "#a4", "#a5", "#a6", "#a7"};
    x->atom[x->atoms] = e;
    x->symbol[x->atoms] = nh_expr_symbol_text(x->pool, NH_ROLE_PARAMETER, names[x->atoms]);
    return x->atoms++;
}

/* s, and of each function of it what its derivatives need. */
static bool list_atoms(space *x, nh_expr e) {
    (void)find_atom(x, x->s);
    x->rate[0] = NH_EXPR_ONE;
    bool is_good = true;
    nh_walk *walk = nh_walk_begin(x->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count && is_good; i++) {
        nh_expr f = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(x->pool, f);
        if (kind != NH_EXPR_SIN && kind != NH_EXPR_COS && kind != NH_EXPR_EXP) continue;
        nh_expr u = nh_expr_args(x->pool, f)[0], slope = nh_expr_diff(x->pool, u, x->s);
        if (slope == NH_EXPR_ZERO) continue;
        is_good = is_constant(x, slope);
        if (!is_good) break;
        uint32_t own = find_atom(x, f), other = own;
        if (kind != NH_EXPR_EXP)
            other = find_atom(x, nh_expr_apply1(x->pool, kind == NH_EXPR_SIN ? NH_EXPR_COS : NH_EXPR_SIN, u));
        is_good = own < ATOMS_MOST && other < ATOMS_MOST;
        if (!is_good) break;
        x->rate[own] = nh_expr_mul(x->pool, slope, x->symbol[other]);
        if (kind == NH_EXPR_COS) x->rate[own] = nh_expr_neg(x->pool, x->rate[own]);
        if (other == own) continue;
        x->rate[other] = nh_expr_mul(x->pool, slope, x->symbol[own]);
        if (kind == NH_EXPR_SIN) x->rate[other] = nh_expr_neg(x->pool, x->rate[other]);
    }
    nh_walk_end(walk);
    return is_good;
}

static nh_expr derivative_of(const space *x, nh_expr polynomial) {
    nh_exprs terms = {.arena = x->arena};
    for (uint32_t i = 0; i < x->atoms; i++)
        nh_array_push(&terms, nh_expr_mul(x->pool, nh_expr_diff(x->pool, polynomial, x->symbol[i]), x->rate[i]));
    return nh_expr_sum(x->pool, terms.count, terms.items);
}

/* ---- the space ---- */

static nh_expr monomial_at(const space *x, const nh_collected *c, uint32_t i) {
    nh_expr m = NH_EXPR_ONE;
    for (uint32_t k = c->start[i]; k < c->start[i + 1]; k++)
        m = nh_expr_mul(x->pool, m, nh_expr_pow_int(x->pool, x->symbol[c->symbol[k]], c->power[k]));
    return m;
}

static bool add_monomial(space *x, nh_expr m) {
    if (nh_is_among(m, (uint32_t)x->monomials.count, x->monomials.items)) return true;
    if (x->monomials.count == SPACE_MOST) return false;
    nh_array_push(&x->monomials, m);
    return true;
}

static bool collect_terms(const space *x, nh_expr e, nh_collected *c) {
    return nh_expr_collect(x->pool, x->arena, e, x->atoms, x->symbol, TERMS_MOST, c);
}

static bool add_monomials(space *x, nh_expr e) {
    nh_collected c;
    if (!collect_terms(x, e, &c)) return false;
    for (uint32_t i = 0; i < c.count; i++) {
        if (!is_constant(x, c.coefficient[i]) || !add_monomial(x, monomial_at(x, &c, i))) return false;
    }
    return true;
}

/* Those of e and of all derivatives, then s times these. */
static bool span_space(space *x, nh_expr e) {
    if (!add_monomials(x, e)) return false;
    for (size_t i = 0; i < x->monomials.count; i++)
        if (!add_monomials(x, derivative_of(x, x->monomials.items[i]))) return false;
    size_t count = x->monomials.count;
    for (size_t i = 0; i < count; i++)
        if (!add_monomial(x, nh_expr_mul(x->pool, x->symbol[0], x->monomials.items[i]))) return false;
    return true;
}

/* Row by product of powers, column by candidate; the last column is e. */
static bool fill_column(const space *x, nh_exprs *rows, nh_expr *matrix, uint32_t columns, uint32_t column, nh_expr e) {
    nh_collected c;
    if (!collect_terms(x, e, &c)) return false;
    for (uint32_t i = 0; i < c.count; i++) {
        nh_expr m = monomial_at(x, &c, i);
        uint32_t row = 0;
        while (row < rows->count && rows->items[row] != m) row++;
        if (row == 3 * SPACE_MOST) return false;
        if (row == rows->count) nh_array_push(rows, m);
        matrix[(size_t)row * columns + column] = c.coefficient[i];
    }
    return true;
}

/* Of a polynomial in the symbols; undefined: not found. */
static nh_expr integrate_polynomial(space *x, nh_expr e) {
    if (!span_space(x, e)) return NH_EXPR_UNDEFINED;
    uint32_t count = (uint32_t)x->monomials.count, columns = count + 1;
    nh_exprs rows = {.arena = x->arena};
    nh_expr *matrix = NH_NEW_ARRAY(x->arena, nh_expr, 3 * (size_t)SPACE_MOST * columns);
    for (size_t i = 0; i < 3 * (size_t)SPACE_MOST * columns; i++) matrix[i] = NH_EXPR_ZERO;
    bool is_filled = fill_column(x, &rows, matrix, columns, count, e);
    for (uint32_t j = 0; j < count && is_filled; j++)
        is_filled = fill_column(x, &rows, matrix, columns, j, derivative_of(x, x->monomials.items[j]));
    nh_null_space found;
    if (!is_filled) return NH_EXPR_UNDEFINED;
    uint32_t count_rows = (uint32_t)rows.count;
    if (nh_linear_null_space(x->pool, x->arena, count_rows, columns, matrix, &found) != NH_LINEAR_DONE)
        return NH_EXPR_UNDEFINED;
    for (uint32_t k = 0; k < found.count; k++) {
        const nh_expr *v = found.basis + (size_t)k * columns;
        if (v[count] == NH_EXPR_ZERO) continue;
        nh_expr sum = NH_EXPR_ZERO;
        for (uint32_t j = 0; j < count; j++) {
            nh_expr coefficient = nh_expr_div(x->pool, v[j], v[count]);
            sum = nh_expr_sub(x->pool, sum, nh_expr_mul(x->pool, coefficient, x->monomials.items[j]));
        }
        return nh_expr_substitute(x->pool, sum, x->atoms, x->symbol, x->atom, false);
    }
    return NH_EXPR_UNDEFINED;
}

/* An atom becomes its symbol, whatever has become of its argument. */
static nh_expr symbol_of(void *user, nh_expr e, const nh_expr *args, bool changed) {
    (void)args, (void)changed;
    const space *x = user;
    for (uint32_t i = 0; i < x->atoms; i++)
        if (x->atom[i] == e) return x->symbol[i];
    return NH_EXPR_UNDEFINED;
}

static nh_expr in_symbols(space *x, nh_expr e) {
    if (!list_atoms(x, e)) return NH_EXPR_UNDEFINED;
    nh_expr_rewrite(x->pool, 1, &e, symbol_of, x);
    return e;
}

/* ---- powers ---- */

/* base^r with a constant slope of the base: base^(r+1)/((r+1) slope), log |base|/slope. */
static nh_expr integrate_linear(const space *x, nh_expr base, nh_rat r, nh_expr slope) {
    nh_rat one = nh_rat_int(1), next = nh_rat_add(x->arena, r, one);
    if (nh_rat_sign(next) == 0) {
        nh_expr size = nh_expr_apply1(x->pool, NH_EXPR_ABS, base);
        return nh_expr_div(x->pool, nh_expr_apply1(x->pool, NH_EXPR_LOG, size), slope);
    }
    nh_expr power = nh_expr_pow_rational(x->pool, base, next);
    return nh_expr_div(x->pool, power, nh_expr_mul(x->pool, nh_expr_number(x->pool, next), slope));
}

/* 1/q, q = a s^2 + b s + c with 4 a c > b^2: 2/w atan((2 a s + b)/w), w^2 = 4 a c - b^2. */
static nh_expr integrate_quadratic(const space *x, nh_expr q) {
    nh_expr first = nh_expr_diff(x->pool, q, x->s), second = nh_expr_diff(x->pool, first, x->s), zero = NH_EXPR_ZERO;
    if (!nh_expr_is_number(x->pool, second) || second == NH_EXPR_ZERO) return NH_EXPR_UNDEFINED;
    nh_expr b = nh_expr_substitute(x->pool, first, 1, &x->s, &zero, false);
    nh_expr c = nh_expr_substitute(x->pool, q, 1, &x->s, &zero, false);
    if (!nh_expr_is_number(x->pool, b) || !nh_expr_is_number(x->pool, c)) return NH_EXPR_UNDEFINED;
    nh_expr four_ac = nh_expr_mul(x->pool, nh_expr_int(x->pool, 2), nh_expr_mul(x->pool, second, c));
    nh_expr square = nh_expr_sub(x->pool, four_ac, nh_expr_mul(x->pool, b, b));
    if (nh_rat_sign(nh_expr_rational(x->pool, square)) <= 0) return NH_EXPR_UNDEFINED;
    nh_expr w = nh_expr_sqrt(x->pool, square);
    nh_expr angle = nh_expr_apply1(x->pool, NH_EXPR_ATAN, nh_expr_div(x->pool, first, w));
    return nh_expr_mul(x->pool, nh_expr_div(x->pool, nh_expr_int(x->pool, 2), w), angle);
}

/* A product with one power of a sum that is no polynomial, the others constant. */
static nh_expr integrate_power(const space *x, nh_expr term) {
    if (nh_expr_kind_of(x->pool, term) != NH_EXPR_PRODUCT) return NH_EXPR_UNDEFINED;
    nh_expr constant = NH_EXPR_ONE, base = NH_EXPR_UNDEFINED, exponent = NH_EXPR_ONE;
    for (uint32_t i = 0; i < nh_expr_arity(x->pool, term); i += 2) {
        const nh_expr *args = nh_expr_args(x->pool, term);
        nh_expr b = args[i], r = args[i + 1];
        if (is_constant(x, b)) {
            constant = nh_expr_mul(x->pool, constant, nh_expr_pow_rational(x->pool, b, nh_expr_rational(x->pool, r)));
            continue;
        }
        if (base != NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
        base = b;
        exponent = r;
    }
    if (base == NH_EXPR_UNDEFINED) return base;
    nh_expr slope = nh_expr_diff(x->pool, base, x->s), found = NH_EXPR_UNDEFINED;
    if (is_constant(x, slope)) found = integrate_linear(x, base, nh_expr_rational(x->pool, exponent), slope);
    else if (exponent == NH_EXPR_MINUS_ONE) found = integrate_quadratic(x, base);
    return found != NH_EXPR_UNDEFINED ? nh_expr_mul(x->pool, constant, found) : found;
}

/* ---- all of it ---- */

static nh_expr integrate_term(nh_pool *pool, nh_arena *arena, nh_expr term, nh_expr s) {
    space x = {.pool = pool, .arena = arena, .s = s, .monomials = {.arena = arena}};
    nh_expr e = in_symbols(&x, term);
    nh_expr found = e != NH_EXPR_UNDEFINED && is_constant(&x, e) ? integrate_polynomial(&x, e) : NH_EXPR_UNDEFINED;
    return found != NH_EXPR_UNDEFINED ? found : integrate_power(&x, term);
}

nh_expr nh_antiderivative(nh_pool *pool, nh_arena *arena, nh_expr e, nh_expr s) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && e != NH_EXPR_UNDEFINED);
    e = nh_expr_expand_names(pool, e);
    nh_expr whole = integrate_term(pool, arena, e, s), sum = NH_EXPR_ZERO;
    if (whole == NH_EXPR_UNDEFINED && nh_expr_kind_of(pool, e) == NH_EXPR_SUM) {
        sum = nh_expr_mul(pool, nh_expr_args(pool, e)[0], s);
        for (uint32_t i = 1; i < nh_expr_arity(pool, e) && sum != NH_EXPR_UNDEFINED; i += 2) {
            nh_expr term = nh_expr_args(pool, e)[i], factor = nh_expr_args(pool, e)[i + 1];
            nh_expr part = integrate_term(pool, arena, term, s);
            sum = part == NH_EXPR_UNDEFINED ? part : nh_expr_add(pool, sum, nh_expr_mul(pool, factor, part));
        }
        whole = sum;
    }
    if (whole == NH_EXPR_UNDEFINED) return whole;
    nh_expr difference = nh_expr_sub(pool, nh_expr_diff(pool, whole, s), e);
    bool is_proved = difference != NH_EXPR_UNDEFINED && nh_expr_is_proved_zero(pool, difference);
    return is_proved ? whole : NH_EXPR_UNDEFINED;
}

/* (s - p)^r has an integral across p for r > -1. */
nh_exprs nh_antiderivative_poles(nh_pool *pool, nh_arena *arena, nh_expr e, nh_expr s) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && e != NH_EXPR_UNDEFINED);
    nh_exprs poles = {.arena = arena};
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr part = walk->order[i];
        if (nh_expr_kind_of(pool, part) != NH_EXPR_PRODUCT) continue;
        for (uint32_t k = 0; k < nh_expr_arity(pool, part); k += 2) {
            nh_expr base = nh_expr_args(pool, part)[k];
            nh_rat next = nh_rat_add(arena, nh_expr_rational(pool, nh_expr_args(pool, part)[k + 1]), nh_rat_int(1));
            nh_expr slope = nh_rat_sign(next) <= 0 ? nh_expr_diff(pool, base, s) : NH_EXPR_ZERO;
            bool is_linear = slope != NH_EXPR_ZERO && !nh_expr_depends_on(pool, slope, 1, &s);
            if (is_linear && !nh_is_among(base, (uint32_t)poles.count, poles.items)) nh_array_push(&poles, base);
        }
    }
    nh_walk_end(walk);
    return poles;
}
