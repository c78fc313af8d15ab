/* The real zeros of a polynomial in one symbol, and of a form in two, by counting roots. */
#include "algebra/ideal/real_zeros.h"

#include "expr/inspect.h"
#include "num/real_roots.h"

enum { MOST_DEGREE = 40 };

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

/* The coefficients by the powers of the first symbol; false where one is not a number, or the degree is high. A form in
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
    if (*count == 1) return nh_real_roots(nh_arena_context(arena), degree, c) == 0 ? NH_ZEROS_NONE : NH_ZEROS_UNKNOWN;
    bool has_both = is_form(&terms) && degree == degree_of(&terms, 0);
    return has_both && nh_real_roots(nh_arena_context(arena), degree, c) == 0 ? NH_ZEROS_ORIGIN : NH_ZEROS_UNKNOWN;
}
