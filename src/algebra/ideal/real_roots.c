/* Sturm's theorem: with p_0 = p, p_1 = p', p_(k+1) the negative remainder of p_(k-1) by p_k, the number of different
 * real roots is the number of changes of sign in p_0, p_1, ... at minus infinity less that at infinity. */
#include "algebra/ideal/real_roots.h"

#include "base/limits.h"
#include "expr/inspect.h"

enum { MOST_DEGREE = 40 };

typedef struct poly {
    uint32_t degree;
    nh_rat *c; /* degree + 1; the last one is not 0, but of the polynomial 0 */
} poly;

static bool is_zero(const poly *p) {
    return p->degree == 0 && nh_rat_is_zero(p->c[0]);
}

static void drop_zeros(poly *p) {
    while (p->degree > 0 && nh_rat_is_zero(p->c[p->degree])) p->degree--;
}

static poly derivative_of(nh_arena *arena, const poly *p) {
    poly d = {p->degree > 0 ? p->degree - 1 : 0, NH_NEW_ARRAY(arena, nh_rat, p->degree + 1)};
    d.c[0] = nh_rat_int(0);
    for (uint32_t i = 1; i <= p->degree; i++) d.c[i - 1] = nh_rat_mul(arena, nh_rat_int(i), p->c[i]);
    return d;
}

/* -(a mod b), divided by the absolute value of its first coefficient, so that numbers stay short. */
static poly next_remainder(nh_arena *arena, const poly *a, const poly *b) {
    poly r = {a->degree, NH_NEW_ARRAY(arena, nh_rat, a->degree + 1)};
    for (uint32_t i = 0; i <= a->degree; i++) r.c[i] = nh_rat_neg(arena, a->c[i]);
    for (uint32_t top = a->degree; top >= b->degree; top--) {
        nh_rat factor = nh_rat_div(arena, r.c[top], b->c[b->degree]);
        for (uint32_t i = 0; i <= b->degree; i++) {
            nh_rat *at = &r.c[top - b->degree + i];
            *at = nh_rat_sub(arena, *at, nh_rat_mul(arena, factor, b->c[i]));
        }
        nh_tick(nh_arena_context(arena), 1 + b->degree);
        if (top == 0) break;
    }
    drop_zeros(&r);
    if (is_zero(&r)) return r;
    nh_rat scale = nh_rat_abs(arena, r.c[r.degree]);
    for (uint32_t i = 0; i <= r.degree; i++) r.c[i] = nh_rat_div(arena, r.c[i], scale);
    return r;
}

/* Its sign at infinity, or at minus infinity. */
static int sign_far(const poly *p, bool is_minus) {
    int sign = nh_rat_sign(p->c[p->degree]);
    return is_minus && p->degree % 2 == 1 ? -sign : sign;
}

uint32_t nh_real_roots(nh_arena *arena, uint32_t degree, const nh_rat *c) {
    poly a = {degree, NH_NEW_ARRAY(arena, nh_rat, degree + 1)};
    for (uint32_t i = 0; i <= degree; i++) a.c[i] = c[i];
    poly b = derivative_of(arena, &a);
    int changes = 0;
    while (!is_zero(&b)) {
        changes += (sign_far(&a, true) != sign_far(&b, true)) - (sign_far(&a, false) != sign_far(&b, false));
        poly r = b.degree > 0 ? next_remainder(arena, &a, &b) : (poly){0, NH_NEW_ARRAY(arena, nh_rat, 1)};
        if (b.degree == 0) r.c[0] = nh_rat_int(0);
        a = b;
        b = r;
    }
    return (uint32_t)changes;
}

/* ---- expressions ---- */

static uint32_t power_of(const nh_collected *terms, uint32_t term, uint32_t symbol) {
    for (uint32_t i = terms->start[term]; i < terms->start[term + 1]; i++)
        if (terms->symbol[i] == symbol) return terms->power[i];
    return 0;
}

static uint32_t degree_of(const nh_collected *terms, uint32_t term) {
    uint32_t degree = 0;
    for (uint32_t i = terms->start[term]; i < terms->start[term + 1]; i++) degree += terms->power[i];
    return degree;
}

/* The coefficients by the powers of the first symbol; false where one is no number, or the degree is high. A form in
 * two symbols is taken at 1 for the second. */
static bool coefficients_of(nh_pool *pool, const nh_collected *terms, uint32_t *degree, nh_rat c[MOST_DEGREE + 1]) {
    *degree = 0;
    for (uint32_t i = 0; i <= MOST_DEGREE; i++) c[i] = nh_rat_int(0);
    for (uint32_t i = 0; i < terms->count; i++) {
        uint32_t power = power_of(terms, i, 0);
        if (power > MOST_DEGREE || !nh_expr_is_number(pool, terms->coefficient[i])) return false;
        c[power] = nh_expr_rational(pool, terms->coefficient[i]);
        if (power > *degree) *degree = power;
    }
    return *degree > 0;
}

static bool is_form(const nh_collected *terms) {
    for (uint32_t i = 1; i < terms->count; i++)
        if (degree_of(terms, i) != degree_of(terms, 0)) return false;
    return true;
}

nh_real_zeros nh_expr_real_zeros(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t *count, nh_expr symbols[2]) {
    nh_collected terms;
    uint32_t degree;
    nh_rat c[MOST_DEGREE + 1];
    const nh_expr *list = nh_expr_symbols(pool, arena, 1, &e, count);
    if (*count < 1 || *count > 2) return NH_ZEROS_UNKNOWN;
    for (uint32_t i = 0; i < *count; i++) symbols[i] = list[i];
    if (!nh_expr_collect(pool, arena, e, *count, symbols, MOST_DEGREE + 1, &terms)) return NH_ZEROS_UNKNOWN;
    if (!coefficients_of(pool, &terms, &degree, c)) return NH_ZEROS_UNKNOWN;
    if (*count == 1) return nh_real_roots(arena, degree, c) == 0 ? NH_ZEROS_NONE : NH_ZEROS_UNKNOWN;
    bool has_both = is_form(&terms) && degree == degree_of(&terms, 0);
    return has_both && nh_real_roots(arena, degree, c) == 0 ? NH_ZEROS_ORIGIN : NH_ZEROS_UNKNOWN;
}
