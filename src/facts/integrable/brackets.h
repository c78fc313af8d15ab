/* How far the velocities that linear rows admit grow by brackets, certified at admissible states: where algebra
 * (algebra/pfaff/pfaffian.h) is too long, or geometric rows cannot be solved.
 *
 * The fields X_i along which all rows vanish span D. A function that is constant at all motions has a
 * differential that vanishes on D, on the brackets of its fields, on brackets of these, at every place. So at one
 * place where balls show that
 *
 *     D_3 = D + [D, D] + [D, [D, D]]
 *
 * has the dimension d or more, they have it around that place too, and in addition to the geometric rows no more than
 * `all` - d functions are kept. curvature.h examines D_2 only, and asks whether nothing is kept. */
#ifndef NH_FACTS_INTEGRABLE_BRACKETS_H
#define NH_FACTS_INTEGRABLE_BRACKETS_H

#include "facts/admissible.h"

/* D, D_2 and D_3: further levels take third derivatives. */
enum { NH_BRACKETS_LEVELS = 3 };

typedef struct nh_brackets {
    uint32_t rows;  /* independent kinematic rows; 0: nothing is known */
    uint32_t all;   /* dimension of the configurations that the geometric rows leave, with time where it matters */
    bool has_time;  /* it matters: a row depends on it, or is affine, as it is written */
    bool has_third; /* the brackets of brackets were short enough to be examined */
    uint32_t dimension[NH_BRACKETS_LEVELS]; /* of D at almost all places; of D_2 and D_3 a lower bound there */
} nh_brackets;

/* Of the kinematic rows among all imposed ones, which must be linear as they are written, and not made of pieces.
 * `kept` functions are known to be constant: where these are all, the search ends. Within bounds of work. */
nh_brackets nh_brackets_find(nh_admissible *a, uint32_t kept);

/* The functions that are kept in addition to the geometric rows, at most. */
uint32_t nh_brackets_leave(const nh_brackets *b);
/* Where `kept` functions are known: the whole growth at almost all places, if every entry of it follows; its number of
 * entries, else 0. An entry is certain where it is the largest that it can be. */
uint32_t nh_brackets_growth(const nh_brackets *b, uint32_t kept, uint32_t dimension[NH_BRACKETS_LEVELS]);

#endif
