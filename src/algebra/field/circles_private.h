/* Sums of monomials in sines and cosines, with angles put together; only src/algebra sees it.
 *
 * A circle is an angle with the numbers of its sine and cosine among the things that the terms (terms_private.h) are
 * made of. Circles for sums and multiples of angles are made when they are needed. The functions here write a sum of
 * monomials in another way, of equal value; which way is best is not their business. */
#ifndef NH_ALGEBRA_FIELD_CIRCLES_PRIVATE_H
#define NH_ALGEBRA_FIELD_CIRCLES_PRIVATE_H

#include "algebra/field/atoms_private.h"
#include "algebra/field/terms_private.h"

typedef struct nh_circle {
    nh_expr angle;
    uint32_t cosine, sine; /* numbers of things */
} nh_circle;

typedef struct nh_circles {
    nh_pool *pool;
    nh_arena *arena;
    nh_exprs meaning; /* of things */
    NH_ARRAY(nh_circle) list;
    NH_ARRAY(uint32_t) circle_of; /* by thing: 1 + its circle, 0 for what is neither sine nor cosine */
    nh_map by_angle;
} nh_circles;

/* With things that are no circles yet. */
nh_circles nh_circles_make(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *meaning);
/* Says that two things are the cosine and sine of an angle. */
void nh_circles_declare(nh_circles *circles, nh_expr angle, uint32_t cosine, uint32_t sine);

/* Products to sums: a sum of things that are no circles, times one sine or cosine at most. False when that is long. */
bool nh_circles_fourier(nh_circles *circles, const nh_terms *terms, nh_terms *result);
/* With the sum (sign 1) or difference (sign -1) of the angles a and b instead of b. Squares of sines are written by
 * cosines. False when that is long. */
bool nh_circles_turn(nh_circles *circles, const nh_terms *terms, uint32_t a, uint32_t b, int sign, nh_terms *result);
/* The theorems of addition backwards, where two terms become one: r cos a cos b - r sin a sin b is r cos(a + b), 2 r
 * cos(a)^2 - r is r cos(2 a), and the like. Whether there was any. */
bool nh_circles_join(nh_circles *circles, nh_terms *terms);
/* sin a cos a as sin(2 a) / 2 where a is in a term once. Whether there was any. */
bool nh_circles_double(nh_circles *circles, nh_terms *terms);
/* sin^2 + cos^2 = 1 where that makes the terms fewer or lower, for all angles. */
void nh_circles_fold(const nh_circles *circles, nh_terms *terms);

#endif
