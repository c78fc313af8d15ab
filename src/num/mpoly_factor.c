/* Factors of polynomials. The same polynomial is asked about again and again, by fields that are made anew for every
 * question: its factors are remembered (mpoly_known.c). The work that they took counts every time, so that what a limit
 * stops does not depend on what was asked before. */
#include "num/mpoly.h"

#include <math.h>

#include "base/assert.h"
#include "base/limits.h"
#include "num/guard.h"
#include "num/mpoly_private.h"

enum { MOST_FACTOR_TERMS = 3000 };
/* Of the two largest degrees in one variable: how long it takes to find factors grows with a high power of it, and
 * FLINT asks for little memory, the only sign of its work, on the way. */
#define MOST_FACTOR_DEGREES 300.0
#define MOST_SQUAREFREE_DEGREES 2e4 /* the same for factors that are there several times: greatest common divisors */

/* The product of the two largest degrees in one variable, powers of variables that divide all terms left out; of a
 * polynomial in one variable its degree. */
static double degrees_of(const fmpz_mpoly_t p, const fmpz_mpoly_ctx_t context) {
    double most = 0, next = 1;
    fmpz_mpoly_t common;
    fmpz_mpoly_init(common, context);
    fmpz_mpoly_term_content(common, p, context);
    for (slong v = 0; v < fmpz_mpoly_ctx_nvars(context); v++) {
        double degree = (double)(fmpz_mpoly_degree_si(p, v, context) - fmpz_mpoly_degree_si(common, v, context));
        if (degree > most) next = fmax(most, 1), most = degree;
        else next = fmax(next, degree);
    }
    fmpz_mpoly_clear(common, context);
    return most * next;
}

/* Of high degree: as powers of polynomials without square factors, and these in factors. False when one of them is
 * of high degree itself. */
static bool factor_powers(fmpz_mpoly_factor_t all, const fmpz_mpoly_t p, const fmpz_mpoly_ctx_t context) {
    if (degrees_of(p, context) > MOST_SQUAREFREE_DEGREES) return false;
    if (!fmpz_mpoly_factor_squarefree(all, p, context)) return false;
    for (slong i = 0; i < all->num; i++)
        if (degrees_of(all->poly + i, context) > MOST_FACTOR_DEGREES) return false;
    return fmpz_mpoly_factor(all, p, context) != 0;
}

/* Finds the factors of p and remembers them. */
static uint32_t find_factors(nh_known_factors *known, nh_mpoly *p) {
    const fmpz_mpoly_ctx_struct *context = nh_ring_context(p->ring);
    const nh_pulse *pulse = (const nh_pulse *)nh_guard_context();
    uint64_t before = pulse->work;
    fmpz_mpoly_factor_t all;
    fmpz_mpoly_factor_init(all, context);
    bool is_high = degrees_of(p->p, context) > MOST_FACTOR_DEGREES;
    bool is_done = is_high ? factor_powers(all, p->p, context) : fmpz_mpoly_factor(all, p->p, context) != 0;
    if (is_done) fmpz_mpoly_factor_sort(all, context);
    uint32_t number = nh_known_add(known, p, is_done ? all : NULL, pulse->work - before);
    fmpz_mpoly_factor_clear(all, context);
    return number;
}

bool nh_mpoly_factorise(nh_arena *arena, nh_mpoly *p, nh_rat *number, nh_mpoly_factor **factors, size_t *count) {
    nh_context *context = nh_guard_context();
    *count = 0;
    (void)nh_mpoly_largest_degree(p);
    NH_ASSERT(p->p->length > 0);
    if (p->p->length > MOST_FACTOR_TERMS) return false;
    nh_mpoly_count_work((double)p->p->length * (double)p->p->length, 0);
    nh_known_factors *known = nh_known_factors_of(context);
    uint32_t found = nh_known_find(known, p);
    if (found == NH_INDEX_NONE) found = find_factors(known, p);
    else nh_tick(context, nh_known_work(known, found));
    return nh_known_take(known, found, p, arena, number, factors, count);
}
