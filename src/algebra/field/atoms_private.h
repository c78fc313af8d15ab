/* Expressions as polynomials in atoms; only src/algebra sees it.
 *
 * What is not a sum, a product or a number is an atom, a symbol of its own: a symbol, a function of something, a root,
 * the inverse of a sum. An expression is then a polynomial in its atoms with rational coefficients. */
#ifndef NH_ALGEBRA_FIELD_ATOMS_PRIVATE_H
#define NH_ALGEBRA_FIELD_ATOMS_PRIVATE_H

#include "base/array.h"
#include "base/map.h"
#include "expr/inspect.h"

typedef struct nh_atoms {
    nh_pool *pool;
    nh_arena *arena;
    nh_exprs symbols, meanings; /* a symbol for each atom */
    nh_map symbol_of;               /* by atom */
} nh_atoms;

nh_atoms nh_atoms_make(nh_pool *pool, nh_arena *arena); /* not the scratch arena */
nh_expr nh_atoms_symbol(nh_atoms *atoms, nh_expr atom);
/* Whether e is made by + and * from its arguments: then they, or the bases of the product, are looked into. */
bool nh_is_polynomial_node(const nh_pool *pool, nh_expr e);
/* e with symbols for its atoms. */
nh_expr nh_atoms_polynomial(nh_atoms *atoms, nh_expr e);
/* That as a sum of monomials; symbols[k] is the k-th symbol. False when it is long. */
bool nh_atoms_expand(nh_atoms *atoms, nh_expr polynomial, uint32_t most_terms, nh_collected *result);

#endif
