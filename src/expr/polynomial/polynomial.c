/* Sums, products and powers of polynomials. */
#include "expr/polynomial/polynomial_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "expr/pool_private.h"

enum { FIRST_MERGE = 256 };

nh_polys nh_polys_make(nh_pool *pool, nh_arena *arena, uint32_t most) {
    return (nh_polys){pool, arena, nh_monomials_make(arena), most};
}

nh_poly nh_poly_single(nh_polys *polys, nh_monomial monomial, nh_expr coefficient) {
    NH_ASSERT(coefficient != NH_EXPR_ZERO);
    nh_poly result = {1, NH_NEW(polys->arena, nh_poly_term)};
    *result.terms = (nh_poly_term){monomial, 0, coefficient};
    return result;
}

/* ---- sums ---- */

static int compare_terms(const void *left, const void *right) {
    const nh_poly_term *a = left, *b = right;
    if (a->monomial != b->monomial) return a->monomial < b->monomial ? -1 : 1;
    return (a->entered > b->entered) - (a->entered < b->entered);
}

/* The sum of the coefficients of some terms. */
static nh_expr sum_of(nh_pool *pool, size_t count, const nh_poly_term *terms) {
    if (count == 1) return terms[0].coefficient;
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *parts = NH_NEW_ARRAY(scratch, nh_expr, count);
    for (size_t i = 0; i < count; i++) parts[i] = terms[i].coefficient;
    nh_expr sum = nh_expr_sum(pool, count, parts);
    nh_arena_release(scratch, mark);
    return sum;
}

/* Makes one term of those with the same monomial. */
static void merge_terms(nh_polys *polys, nh_poly_heap *heap) {
    nh_poly_term *terms = heap->all.items;
    size_t count = heap->all.count, kept = 0;
    if (count > 0) qsort(terms, count, sizeof *terms, compare_terms);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && terms[end].monomial == terms[i].monomial;) end++;
        nh_poly_term merged = {terms[i].monomial, (uint32_t)kept, sum_of(polys->pool, end - i, terms + i)};
        if (merged.coefficient != NH_EXPR_ZERO) terms[kept++] = merged;
    }
    heap->all.count = heap->merged = kept;
}

nh_poly_heap nh_poly_begin(nh_polys *polys) {
    return (nh_poly_heap){.all.arena = polys->arena};
}

bool nh_poly_enter(nh_polys *polys, nh_poly_heap *heap, nh_monomial monomial, nh_expr coefficient) {
    nh_tick(polys->pool->context, 1);
    nh_array_push(&heap->all, ((nh_poly_term){monomial, (uint32_t)heap->all.count, coefficient}));
    if (heap->all.count < 2 * heap->merged + FIRST_MERGE) return true;
    merge_terms(polys, heap);
    return heap->merged <= polys->most;
}

bool nh_poly_finish(nh_polys *polys, nh_poly_heap *heap, nh_poly *result) {
    merge_terms(polys, heap);
    if (heap->merged > polys->most) return false;
    *result = (nh_poly){(uint32_t)heap->merged, NH_NEW_ARRAY(polys->arena, nh_poly_term, heap->merged)};
    if (heap->merged > 0) memcpy(result->terms, heap->all.items, heap->merged * sizeof *result->terms);
    return true;
}

/* ---- products ---- */

bool nh_poly_mul(nh_polys *polys, nh_poly a, nh_poly b, nh_poly *result) {
    nh_poly_heap heap = nh_poly_begin(polys);
    for (uint32_t i = 0; i < a.count; i++) {
        for (uint32_t j = 0; j < b.count; j++) {
            nh_monomial monomial;
            if (!nh_monomial_mul(&polys->table, a.terms[i].monomial, b.terms[j].monomial, &monomial)) return false;
            nh_expr coefficient = nh_expr_mul(polys->pool, a.terms[i].coefficient, b.terms[j].coefficient);
            if (!nh_poly_enter(polys, &heap, monomial, coefficient)) return false;
        }
    }
    return nh_poly_finish(polys, &heap, result);
}

/* Multiplications by the base, each of as many terms as combinations of its terms with repetition. Where they are many,
 * coefficients are long too. */
enum { ANY_POWER = 16, MOST_POWER_WORK = 10000 };

static bool is_high_power(uint32_t terms, uint64_t n) {
    if (n <= ANY_POWER) return false;
    double work = (double)n;
    for (uint32_t k = 1; k < terms && work <= MOST_POWER_WORK; k++) work *= ((double)n + k) / k;
    return !(work <= MOST_POWER_WORK);
}

/* The power of a polynomial of several terms has more than n of them: in one variable, because a root other than 0 of
 * multiplicity n takes n + 1 terms (Hajos), and powers of one variable with independent weights
 * can be put in for many. */
bool nh_poly_pow(nh_polys *polys, nh_poly a, uint64_t n, nh_poly *result) {
    NH_ASSERT(n >= 1);
    if (a.count > 1 && is_high_power(a.count, n)) return false;
    if (a.count == 1) {
        nh_monomial monomial;
        if (n > INT64_MAX || !nh_monomial_pow(&polys->table, a.terms[0].monomial, n, &monomial)) return false;
        *result = nh_poly_single(polys, monomial, nh_expr_pow_int(polys->pool, a.terms[0].coefficient, (int64_t)n));
        return true;
    }
    if (a.count > 1 && n >= polys->most) return false;
    *result = a;
    for (uint64_t i = 1; i < n && a.count > 0; i++)
        if (!nh_poly_mul(polys, *result, a, result)) return false;
    return true;
}
