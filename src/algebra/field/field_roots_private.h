/* What the files about roots share: products of primes, their signs, squares. The rest of src/algebra sees
 * nh_field_root and nh_field_abs.
 *
 * Primes are irreducible polynomials, prime numbers and -1. A polynomial that is too long to be taken apart counts as
 * one: nothing here rests on its being irreducible. A product of distinct primes is a set of their numbers in
 * nh_field.primes, as bits. */
#ifndef NH_ALGEBRA_FIELD_FIELD_ROOTS_PRIVATE_H
#define NH_ALGEBRA_FIELD_FIELD_ROOTS_PRIVATE_H

#include "algebra/field/field_private.h"

/* ---- field_roots.c ---- */

typedef struct nh_prime_power {
    nh_mpoly *base; /* of the field */
    int64_t times;
} nh_prime_power;

typedef NH_ARRAY(nh_prime_power) nh_prime_powers;

/* a = inside even^2 odd^2 where inside and odd are products of distinct primes, and even is a square in the field:
 * sqrt(a) = sqrt(inside) even |odd|. */
typedef struct nh_halves {
    uint64_t inside, odd;
    nh_element even;
} nh_halves;

nh_element nh_element_of_prime(nh_field *field, nh_mpoly *p);
/* a is not zero. */
nh_prime_powers nh_field_take_apart(nh_field *field, nh_element a);
/* The set of this prime only. */
uint64_t nh_field_prime(nh_field *field, nh_mpoly *p);
nh_element nh_field_product(nh_field *field, uint64_t primes);
nh_halves nh_field_halve(nh_field *field, nh_element a);
/* The known roots whose products of primes add up to this one, as a set of their numbers; false when there are none.
 * Primes in `ignored` count as squares. */
bool nh_field_find_sum(const nh_field *field, uint64_t primes, uint64_t ignored, uint64_t *which);
/* The product of these primes and of those under these roots, which is a square: its inside is 0. */
nh_halves nh_field_halve_sum(nh_field *field, uint64_t primes, uint64_t which);

/* One more known root; NH_E_LIMIT when there are too many. */
void nh_field_add_root(nh_field *field, nh_known_root root);

/* ---- field_roots.c ---- */

/* Searches for primes that divide these in the field, or are divided by them. */
void nh_field_learn_products(nh_field *field, uint64_t primes);

/* ---- field_signs.c ---- */

/* The sign of a product of primes: 1 for >= 0, -1 for <= 0, 0 when it is not known. */
int nh_field_sign(nh_field *field, uint64_t primes);
uint64_t nh_field_odd_primes(nh_field *field, nh_element a);
/* After a new root: absolute values that are not needed any more make a new beginning worth it. */
void nh_field_learn_signs(nh_field *field);

/* ---- field_signs.c ---- */

/* Whether |product| can be written without a new generator. */
bool nh_field_is_size_known(nh_field *field, uint64_t primes);
nh_element nh_field_absolute(nh_field *field, uint64_t primes);
/* The square roots that |sin u| stand for, of the angles that have none yet. */
void nh_field_learn_sines(nh_field *field);
/* sqrt of the product of these primes by known roots, as nh_field_find_sum found them. */
nh_element nh_field_root_by_known(nh_field *field, uint64_t primes, uint64_t which);

/* ---- field_roots.c ---- */

/* Whether s is a square in the field; q is then a root of it, of either sign. "No" means: not found. */
bool nh_field_is_square(nh_field *field, nh_element s, nh_element *q);

#endif
