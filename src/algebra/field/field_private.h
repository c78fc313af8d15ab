/* Fields of functions: fractions of polynomials in generators, modulo the relations between these;
 * only src/algebra sees it.
 *
 *     symbols, f(t), log u, ...       free: any function may stand for them
 *     sin(u/d)                        next to cos(u/d), which is free:       s^2 = 1 - c^2
 *     the q-th root of u              of what is in the field already:      r^q = u
 *
 * Every angle is a sum of rational multiples of terms; one sine and cosine for each term, divided by the common
 * denominator of its multiples, carry all of them by the theorems of addition. Exponentials likewise. Which
 * denominators there are is known only when all of an expression was seen: nh_field_enter may ask to begin anew with
 * what was learnt (nh_field_is_settled).
 *
 * All is real, and equalities hold wherever everything that was entered has a value: so whatever is under a
 * square root is not negative. Where two roots depend on each other, sqrt(x y) next to sqrt(x) and sqrt(y), one is
 * written by the others.
 *
 * An element whose numerator is 0 is zero. The converse holds too, except for dependences that were not found:
 * relations of sines and roots are irreducible, and for |u|, whose relation r^2 = u^2 is not, both signs of u occur.
 * Elements live as long as the field, and the field inside one call of the guard (num/guard.h). */
#ifndef NH_ALGEBRA_FIELD_FIELD_PRIVATE_H
#define NH_ALGEBRA_FIELD_FIELD_PRIVATE_H

#include "base/array.h"
#include "base/map.h"
#include "base/protect.h"
#include "expr/expr.h"
#include "num/mpoly.h"

/* num / den: without a common factor, den with a positive leading coefficient, both of lower degree in sines and
 * roots than their relations. */
typedef struct nh_element {
    nh_mpoly *num, *den;
} nh_element;

typedef enum nh_generator_kind { NH_GENERATOR_FREE, NH_GENERATOR_SINE, NH_GENERATOR_ROOT } nh_generator_kind;

typedef struct nh_generator {
    nh_generator_kind kind;
    nh_expr meaning;
    uint32_t order;    /* of the relation: 2 for a sine */
    nh_element square; /* what generator^order is, in generators before it; of free ones nothing */
} nh_generator;

/* A term of angles, or of exponents, with the denominator that its multiples have in common. */
typedef struct nh_angle {
    nh_expr term;
    int64_t denominator;
    uint32_t cosine, sine; /* generators; of an exponential `cosine` only. NH_INDEX_NONE: not made yet */
} nh_angle;

/* A square root that is known: of the product of these primes (numbers in nh_field.primes). */
typedef struct nh_known_root {
    uint64_t primes;
    nh_element root;  /* not negative */
    nh_element plain; /* with the same square: the root itself, or p for |p| */
} nh_known_root;

typedef struct nh_field {
    nh_pool *pool;
    nh_arena *arena;
    nh_ring *ring;
    NH_ARRAY(nh_generator) generators; /* by the number of the variable */
    nh_map variable_of;                /* free generators, by meaning */
    NH_ARRAY(nh_angle) angles, exponents;
    nh_exprs nonnegative; /* known to be so from an earlier field */
    bool is_settled;
    NH_ARRAY(nh_mpoly *) primes; /* what is under square roots: irreducible polynomials, primes, -1 */
    NH_ARRAY(nh_known_root) roots;
    NH_ARRAY(nh_mpoly *) owned; /* all polynomials of elements */
} nh_field;

/* ---- field.c: generators and arithmetic ---- */

/* Enters what a question is about; whether no other field is needed, since the question is answered or cannot be.
 * A field that is not settled is not enough: something was learnt late, an angle with a larger denominator, and
 * the next field knows it. */
typedef bool nh_field_body(nh_field *field, void *question);

/* Asks in one field after the other, in one call of the guard; false where that takes too long. */
bool nh_field_ask(nh_pool *pool, const nh_budget *budget, nh_field_body *body, void *question);
uint32_t nh_field_add_generator(nh_field *field, nh_generator generator);
/* The free generator that stands for e. */
uint32_t nh_field_variable(nh_field *field, nh_expr e);

/* p = sum_k c_k r^k, with r^q = n/d: p d^J becomes sum_k c_k n^j d^(J-j) r^(k - q j), j = k div q, where J is
 * the largest j. Returns J. */
uint32_t nh_field_fold(const nh_field *field, uint32_t variable, uint32_t order, nh_element square, nh_mpoly *p);

nh_mpoly *nh_field_poly(nh_field *field);   /* 0; of the field */
nh_element nh_element_new(nh_field *field); /* 0 */
nh_element nh_element_number(nh_field *field, nh_rat value);
nh_element nh_element_of_poly(nh_field *field,
                              nh_mpoly *p); /* p / 1, reduced; p is of the field and not used any more elsewhere */
nh_element nh_element_variable(nh_field *field, uint32_t variable);
nh_element nh_element_add(nh_field *field, nh_element a, nh_element b);
nh_element nh_element_sub(nh_field *field, nh_element a, nh_element b);
nh_element nh_element_mul(nh_field *field, nh_element a, nh_element b);
nh_element nh_element_div(nh_field *field, nh_element a, nh_element b); /* b is not zero */
nh_element nh_element_pow(nh_field *field, nh_element a,
                          int64_t exponent); /* a is not zero where the exponent is negative */
nh_element nh_element_neg(nh_field *field, nh_element a);
bool nh_element_is_zero(nh_element a);
bool nh_element_equal(nh_element a, nh_element b);
bool nh_element_is_number(nh_field *field, nh_element a, nh_rat *value);
/* The same with a denominator that is free of sines and square roots: then equal elements have equal parts. */
nh_element nh_element_rationalise(nh_field *field, nh_element a);

/* ---- field_angles.c ---- */

/* Sine and cosine of an element. */
void nh_field_sincos(nh_field *field, nh_element angle, nh_element *sine, nh_element *cosine);
nh_element nh_field_exp(nh_field *field, nh_element exponent);

/* ---- field_signs.c ---- */

nh_element nh_field_abs(nh_field *field, nh_element a);

/* ---- field_roots.c ---- */

/* The real root; a is not zero. */
nh_element nh_field_root(nh_field *field, nh_element a, int64_t order);

/* ---- field_enter.c ---- */

/* The expression as an element; false when it has no value whatever the symbols are: a division by zero. */
bool nh_field_enter(nh_field *field, nh_expr e, nh_element *result);

/* ---- field_leave.c ---- */

nh_expr nh_field_expr_of_poly(nh_field *field, nh_mpoly *p);
nh_expr nh_field_expr(nh_field *field, nh_element a);
/* The same with numerator and denominator as products of their factors, where these can be found. */
nh_expr nh_field_expr_factored(nh_field *field, nh_element a);
/* Numerator and denominator, multiplied out or in factors, with the angles put together (field_fourier.c). */
nh_expr nh_field_expr_joined(nh_field *field, nh_element a, bool is_by_cost);
nh_expr nh_field_expr_factored_joined(nh_field *field, nh_element a, bool is_by_cost);

/* ---- field_fourier.c ---- */

/* The polynomial with sums and multiples of angles in its sines and cosines where that is shorter: by what it costs to
 * evaluate, or by the number of terms and factors. */
nh_expr nh_field_expr_of_poly_joined(nh_field *field, nh_mpoly *p, bool is_by_cost);

#endif
