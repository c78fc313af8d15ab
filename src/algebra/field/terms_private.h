/* Sums of monomials with rational coefficients, for tidying; only src/algebra sees it.
 *
 * The things that are multiplied have numbers: of an atom, or of something that the user of a list adds. */
#ifndef NH_ALGEBRA_FIELD_TERMS_PRIVATE_H
#define NH_ALGEBRA_FIELD_TERMS_PRIVATE_H

#include "base/array.h"
#include "base/map.h"
#include "num/rational.h"

typedef struct nh_power {
    uint32_t of, power; /* power at least 1 */
} nh_power;

typedef struct nh_term {
    nh_rat coefficient; /* 0: cancelled, no longer there */
    uint64_t hash;      /* of the powers */
    uint32_t count;
    const nh_power *powers; /* rising by `of`; never changed */
} nh_term;

/* Monomials are distinct. The order is that in which they came. */
typedef struct nh_terms {
    nh_arena *arena;
    NH_ARRAY(nh_term) list;
    nh_index index;
    uint32_t live; /* terms that are not cancelled */
} nh_terms;

nh_terms nh_terms_make(nh_arena *arena);
nh_terms nh_terms_copy(const nh_terms *terms); /* without the cancelled ones */
void nh_terms_add(nh_terms *terms, nh_rat coefficient, uint32_t count, const nh_power *powers);
/* The place of the monomial, or NH_INDEX_NONE. */
uint32_t nh_terms_find(const nh_terms *terms, uint32_t count, const nh_power *powers);

uint32_t nh_power_in(const nh_term *term, uint32_t of); /* 0 when it is not there */
/* The powers of the term with `down` lowered by so much and `up` raised; returns how many. Room for term->count + 1. */
uint32_t nh_powers_shift(const nh_term *term, uint32_t down, uint32_t lower, uint32_t up, uint32_t raise,
                         nh_power *result);

/* sin^2 + cos^2 = 1 for the numbers of the sine and cosine of one angle. */
/* Pairs: a s^2 r + b c^2 r with coefficients of one sign becomes shorter or of lower degree; r - s^2 r becomes c^2 r.
 * Whether there was any. */
bool nh_terms_pair(nh_terms *terms, uint32_t s, uint32_t c);
/* Writes 1 - keep^2 for drop^2, until `drop` has powers of at most 1. False when that gives more than this many
 * terms. */
bool nh_terms_drop(nh_terms *terms, uint32_t drop, uint32_t keep, uint32_t most);

#endif
