/* Polynomials in several variables over the integers (hides FLINT's).
 *
 * A ring has variables, which may be added at any time. All functions run inside the guard (num/guard.h), which also
 * frees what is left when a computation ends early. A result may be one of its arguments. Work counts: what could
 * take very long, going by the number of terms and the degrees, leaves with NH_E_LIMIT; put an attempt
 * (base/protect.h) around the whole.
 *
 *     nh_ring *ring = nh_ring_make();
 *     uint32_t x = nh_ring_add(ring);
 *     nh_mpoly *p = nh_mpoly_new(ring);
 *     nh_mpoly_set_variable(p, x);
 *     nh_mpoly_mul(p, p, p);
 *     nh_mpoly_free(p);
 *     nh_ring_free(ring); */
#ifndef NH_NUM_MPOLY_H
#define NH_NUM_MPOLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "num/rational.h"

typedef struct nh_ring nh_ring;
typedef struct nh_mpoly nh_mpoly;

nh_ring *nh_ring_make(void);
/* A ring whose terms stand by falling degree, those of one degree in the reverse lexicographic order, instead of
 * the lexicographic one. */
nh_ring *nh_ring_make_graded(void);
void nh_ring_free(nh_ring *ring);    /* after its polynomials */
uint32_t nh_ring_add(nh_ring *ring); /* one more variable: its number, from 0 */
uint32_t nh_ring_count(const nh_ring *ring);

nh_mpoly *nh_mpoly_new(nh_ring *ring); /* 0 */
void nh_mpoly_free(nh_mpoly *p);       /* accepts NULL */
void nh_mpoly_set(nh_mpoly *r, nh_mpoly *a);
void nh_mpoly_swap(nh_mpoly *a, nh_mpoly *b);
void nh_mpoly_set_int(nh_mpoly *r, int64_t value);
void nh_mpoly_set_integer(nh_mpoly *r, nh_rat value); /* value is an integer of any length */
void nh_mpoly_set_variable(nh_mpoly *r, uint32_t variable);

void nh_mpoly_add(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b);
void nh_mpoly_sub(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b);
void nh_mpoly_mul(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b);
void nh_mpoly_neg(nh_mpoly *r, nh_mpoly *a);
void nh_mpoly_pow(nh_mpoly *r, nh_mpoly *a, uint32_t exponent);
/* Whether b, which is not 0, divides a; r is then a / b, else it is not changed. */
bool nh_mpoly_divide(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b);
/* The greatest common divisor, with a positive leading coefficient; of numbers too: gcd(4 x, 6) = 2. */
void nh_mpoly_gcd(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b);
/* Whether a is the square of a polynomial; r is then that, with a positive leading coefficient. */
bool nh_mpoly_sqrt(nh_mpoly *r, nh_mpoly *a);

bool nh_mpoly_is_zero(const nh_mpoly *p);
bool nh_mpoly_is_one(const nh_mpoly *p);
bool nh_mpoly_is_constant(const nh_mpoly *p);
bool nh_mpoly_equal(nh_mpoly *a, nh_mpoly *b);
/* Of the leading coefficient, in the order of the ring: -1, 0, 1. */
int nh_mpoly_sign(const nh_mpoly *p);
size_t nh_mpoly_terms(const nh_mpoly *p);
uint32_t nh_mpoly_degree(nh_mpoly *p, uint32_t variable); /* 0 for 0 */
bool nh_mpoly_uses(nh_mpoly *p, uint32_t variable);
/* The coefficient of variable^power, a polynomial in the others. */
void nh_mpoly_coefficient(nh_mpoly *r, nh_mpoly *a, uint32_t variable, uint32_t power);
void nh_mpoly_derivative(nh_mpoly *r, nh_mpoly *a, uint32_t variable);
/* a constant one as a number, in the arena */
nh_rat nh_mpoly_constant(nh_arena *arena, const nh_mpoly *p);
/* The gcd of the integer coefficients, positive; 0 for 0. */
nh_rat nh_mpoly_content(nh_arena *arena, const nh_mpoly *p);

/* Term number i, 0 <= i < nh_mpoly_terms, in the order of the ring: the coefficient, and in powers, which has room for
 * all variables of the ring, the exponents. */
nh_rat nh_mpoly_term(nh_arena *arena, nh_mpoly *p, size_t i, uint32_t *powers);

/* ---- mpoly_monomials.c: polynomials in the first `count` variables, whose coefficients are
 * polynomials in the others ---- */

/* The exponents of these variables in term number i. */
void nh_mpoly_powers(nh_mpoly *p, size_t i, uint32_t count, uint32_t *powers);
/* The coefficient of the product of these powers. */
void nh_mpoly_coefficient_of(nh_mpoly *r, nh_mpoly *a, uint32_t count, const uint32_t *powers);
/* r := the product of these powers */
void nh_mpoly_set_monomial(nh_mpoly *r, uint32_t count, const uint32_t *powers);
/* a without the common factor of its coefficients, with a positive leading one in the order of the ring; that factor,
 * up to its sign, into `content`, which may be NULL. 0 stays 0, with the factor 1. */
void nh_mpoly_primitive(nh_mpoly *r, nh_mpoly *a, uint32_t count, nh_mpoly *content);
/* a, of another ring, with variable to[i] of the ring of r for its variable number i; UINT32_MAX for
 * those that a does not have. */
void nh_mpoly_move(nh_mpoly *r, nh_mpoly *a, const uint32_t *to);
/* The length of the longest integer coefficient in bits. */
size_t nh_mpoly_bits(const nh_mpoly *p);

/* p as number * product of factor^times, factors irreducible over the integers, primitive, with positive leading
 * coefficients, in a fixed order. p is not 0. The factors are new polynomials, of the caller. The list is in the arena.
 * False: FLINT could not do it, or it would take long. */
typedef struct nh_mpoly_factor {
    nh_mpoly *factor;
    uint32_t times;
} nh_mpoly_factor;
bool nh_mpoly_factorise(nh_arena *arena, nh_mpoly *p, nh_rat *number, nh_mpoly_factor **factors, size_t *count);

#endif
