/* Products of powers of symbols, each once; only src/expr sees it.
 *
 * A monomial is a number into a table: 0 is 1, the others are lists of symbols, by their rank among the symbols of the
 * table, with powers of at least 1, ranks rising. */
#ifndef NH_EXPR_POLYNOMIAL_MONOMIAL_PRIVATE_H
#define NH_EXPR_POLYNOMIAL_MONOMIAL_PRIVATE_H

#include "base/array.h"
#include "base/map.h"

typedef uint32_t nh_monomial;

typedef struct nh_monomial_factor {
    uint32_t symbol, power;
} nh_monomial_factor;

typedef struct nh_monomial_entry {
    uint64_t hash, degree;
    size_t first; /* of its factors */
    uint32_t count;
} nh_monomial_entry;

typedef struct nh_monomials {
    NH_ARRAY(nh_monomial_factor) factors;
    NH_ARRAY(nh_monomial_entry) entries;
    nh_index index;
} nh_monomials;

nh_monomials nh_monomials_make(nh_arena *arena);
nh_monomial nh_monomial_symbol(nh_monomials *table, uint32_t symbol);
/* False when a power would not fit. */
bool nh_monomial_mul(nh_monomials *table, nh_monomial a, nh_monomial b, nh_monomial *result);
bool nh_monomial_pow(nh_monomials *table, nh_monomial a, uint64_t exponent, nh_monomial *result);
uint32_t nh_monomial_count(const nh_monomials *table, nh_monomial a); /* of factors */
const nh_monomial_factor *nh_monomial_factors(const nh_monomials *table, nh_monomial a);
/* -1, 0, 1: by rising degree, then by falling powers of the first symbol, the second, and so on. */
int nh_monomial_compare(const nh_monomials *table, nh_monomial a, nh_monomial b);

#endif
