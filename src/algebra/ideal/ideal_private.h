/* Polynomial ideals inside one call of the guard; only src/algebra sees it. See ideal.h.
 *
 * A space is a ring with three kinds of variables, in this order:
 *
 *     z             auxiliary: 1 - z e = 0 says that e does not vanish
 *     variables     the symbols that were requested, and functions of them: sines, roots, logarithms
 *     parameters    everything else
 *
 * Polynomials are over Z. As members of an ideal they are polynomials in z and the variables, whose coefficients,
 * polynomials in the parameters, count as numbers: their common factor is divided out, and no fractions are
 * needed. A sine or a root of parameters is a variable too, with its relation: so the coefficients stay
 * polynomials without relations.
 *
 * Numbers such as log 2, and functions of parameters such as log c, are parameters, too, and there may be relations
 * between them that nobody knows: log 4 = 2 log 2. So what is divided by is examined in balls, and where these do not
 * distinguish it from 0 the work is given up, and done again with all of these as variables (nh_space_need_nonzero):
 * then nothing is divided by but polynomials in symbols. */
#ifndef NH_ALGEBRA_IDEAL_IDEAL_PRIVATE_H
#define NH_ALGEBRA_IDEAL_IDEAL_PRIVATE_H

#include "algebra/field/field_private.h"
#include "algebra/ideal/ideal.h"

typedef NH_ARRAY(nh_mpoly *) nh_polys;

typedef struct nh_space {
    nh_field *field;
    nh_arena *arena;
    nh_ring *ring;
    uint32_t count; /* z and the variables */
    uint32_t *to;   /* by generator of the field: the variable of the ring; NH_INDEX_NONE for those that are not used */
    uint32_t *from; /* by variable of the ring: the generator; NH_INDEX_NONE for z */
    nh_polys relations; /* of sines and roots */
    uint32_t unseen;    /* symbols that were requested and occur nowhere */
    bool is_plain;      /* the variables are symbols, all of them */
    /* There is a root of a negative number: sqrt(-x^2) is sqrt(-1) |x|, and real at x = 0 nevertheless. */
    bool is_imaginary;
    /* Every point of the relations is the image of values of the symbols: no log q, and no q next to sin q. */
    bool is_exact;
    bool *is_doubtful; /* becomes true where something may be 0 that would be divided by; NULL: nothing here is proof */
    nh_polys nonzero;  /* coefficients that are known not to be 0 */
    nh_polys contents; /* common factors of coefficients that were divided out; not kept where it has no arena */
    nh_polys owned;
} nh_space;

/* How products of powers are ordered: by degree, then reverse lexicographic; the second one by the power of z first. */
typedef enum nh_order { NH_ORDER_GRADED, NH_ORDER_ELIMINATION } nh_order;

/* ---- ideal_reduce.c ---- */

/* For these polynomials of the field: of the generators that they have. `are_functions_free`: all functions are
 * variables, of parameters and numbers, too. */
nh_space *nh_space_make(nh_field *field, const nh_polys *used, uint32_t count, const nh_expr *symbols,
                        bool are_functions_free);
/* p, without variables, counts as a number that is not 0. Where that is not certain the work ends here,
 * and *is_doubtful says so. */
void nh_space_need_nonzero(nh_space *space, nh_mpoly *p);
void nh_space_free(nh_space *space);
nh_mpoly *nh_space_poly(nh_space *space); /* 0; of the space */
nh_mpoly *nh_space_enter(nh_space *space, nh_mpoly *of_field);
nh_expr nh_space_expr(nh_space *space, nh_mpoly *p); /* in factors; p is free of z */
bool nh_space_is_identity(nh_space *space,
                          nh_mpoly *p); /* whether it follows from the relations only; p is free of z */

/* ---- ideal_reduce.c ---- */

/* A polynomial that others are reduced by. */
typedef struct nh_member {
    nh_mpoly *p;
    nh_mpoly *first;    /* the leading coefficient */
    uint32_t *powers;   /* of the leading term, by variable */
    uint32_t degree;    /* of the leading term */
    uint32_t sugar;     /* the degree that it would have if everything had been homogeneous */
    uint64_t mask;      /* bits of the variables in the leading term */
    bool is_superseded; /* the leading term of a later member divides this one's */
} nh_member;

typedef struct nh_reducer {
    nh_space *space;
    nh_order order;
    NH_ARRAY(nh_member) members;
} nh_reducer;

nh_reducer nh_reducer_make(nh_space *space, nh_order order, const nh_polys *basis);
/* p, which is not 0, becomes a member; of the space. Its number. */
size_t nh_reducer_add(nh_reducer *reducer, nh_mpoly *p, uint32_t sugar);
/* p := its remainder, without a common factor of the coefficients. The new sugar. Where `is_whole` no term is left that
 * could be reduced, else no leading term. */
uint32_t nh_reducer_reduce(nh_reducer *reducer, nh_mpoly *p, uint32_t sugar, bool is_whole);
/* Whether the remainder of p is 0; p is not changed. */
bool nh_reducer_has(nh_reducer *reducer, nh_mpoly *p);
/* -1, 0, 1: a follows b, is b, precedes b. */
int nh_powers_compare(const nh_reducer *reducer, const uint32_t *a, const uint32_t *b);
uint32_t nh_powers_degree(const nh_space *space, const uint32_t *powers);
bool nh_powers_divides(const nh_space *space, const uint32_t *a, const uint32_t *b);

/* ---- ideal_basis.c ---- */

/* The reduced Groebner basis; {1} when there is no solution. */
nh_polys nh_space_basis(nh_space *space, const nh_polys *generators, nh_order order);
/* The same with some more polynomials. */
nh_polys nh_space_extend(nh_space *space, const nh_polys *basis, size_t count, nh_mpoly *const *more);
/* The ideal of all p for which some p f^k is in the ideal. */
nh_polys nh_space_saturate(nh_space *space, const nh_polys *basis, nh_mpoly *f);
bool nh_groebner_is_one(const nh_space *space, const nh_polys *basis);
/* Whether f vanishes at all solutions. */
bool nh_groebner_vanishes(nh_space *space, const nh_polys *basis, nh_mpoly *f);

/* ---- ideal.c, of a basis in the graded order ---- */

/* The dimension of the solutions; -1 when there are none. */
int nh_groebner_dimension(nh_space *space, const nh_polys *basis);

/* ---- ideal_squares.c ---- */

/* Whether p or -p is found to be a sum of squares with positive coefficients. Where p = 0 these vanish; *roots gets
 * polynomials that then do too, 1 when one of the squares has no zero at all. */
bool nh_space_squares(nh_space *space, nh_mpoly *p, nh_polys *roots);
/* 1 where p is found to be a sum of squares, and so not negative; -1 where -p is; 0 otherwise. */
int nh_space_sign(nh_space *space, nh_mpoly *p);
/* A polynomial without square roots and absolute values that vanishes where p does: the product of p and of what it is
 * with other signs of these. NULL when p has none, or when that is too long. */
nh_mpoly *nh_space_norm(nh_space *space, nh_mpoly *p);

/* ---- ideal.c ---- */

/* Polynomials of which one may vanish on some components of the solutions and not on others, short ones
 * first. There is a solution. */
nh_polys nh_space_candidates(nh_space *space, const nh_polys *basis);

/* ---- ideal_split.c ---- */

/* Ideals, by their bases, whose real solutions together are those of this one, by falling dimension. `others` are
 * further elements of the ideal, which may have factors: the equations that it was made from. Where `is_deep`
 * candidates are tried too, which may take long. False: there would be too many. */
typedef NH_ARRAY(nh_polys) nh_branches;
bool nh_space_split(nh_space *space, const nh_polys *basis, const nh_polys *others, bool is_deep,
                    nh_branches *components);

#endif
