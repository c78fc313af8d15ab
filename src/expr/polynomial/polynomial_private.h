/* Polynomials with expressions as coefficients; only src/expr sees it. */
#ifndef NH_EXPR_POLYNOMIAL_POLYNOMIAL_PRIVATE_H
#define NH_EXPR_POLYNOMIAL_POLYNOMIAL_PRIVATE_H

#include "expr/expr.h"
#include "expr/polynomial/monomial_private.h"

typedef struct nh_poly_term {
    nh_monomial monomial;
    uint32_t entered; /* when, among those of a heap: makes their order unique */
    nh_expr coefficient;
} nh_poly_term;

/* Terms with distinct monomials and coefficients other than 0, in the order of the numbers of the monomials. */
typedef struct nh_poly {
    uint32_t count;
    nh_poly_term *terms;
} nh_poly;

/* What polynomials in the same symbols share. */
typedef struct nh_polys {
    nh_pool *pool;
    nh_arena *arena; /* all of them live in it */
    nh_monomials table;
    uint32_t most; /* terms that one may have */
} nh_polys;

/* A sum on its way. The terms are merged whenever they have doubled: so the memory goes with the terms of the result,
 * not with all that were entered. */
typedef struct nh_poly_heap {
    NH_ARRAY(nh_poly_term) all;
    size_t merged; /* how many there were after the last merge */
} nh_poly_heap;

nh_polys nh_polys_make(nh_pool *pool, nh_arena *arena, uint32_t most);
nh_poly nh_poly_single(nh_polys *polys, nh_monomial monomial, nh_expr coefficient); /* coefficient not 0 */

/* These return false when there are more terms than wanted, or a power does not fit. */
nh_poly_heap nh_poly_begin(nh_polys *polys);
bool nh_poly_enter(nh_polys *polys, nh_poly_heap *heap, nh_monomial monomial, nh_expr coefficient);
bool nh_poly_finish(nh_polys *polys, nh_poly_heap *heap, nh_poly *result);
bool nh_poly_mul(nh_polys *polys, nh_poly a, nh_poly b, nh_poly *result);
bool nh_poly_pow(nh_polys *polys, nh_poly a, uint64_t n, nh_poly *result); /* n >= 1 */

#endif
