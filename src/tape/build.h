/* Building a tape by hand: expressions, single operations on values, small linear systems.
 *
 * Values are numbered; equal operations on equal values are one value. The exact identities x + 0, x * 1, x * 0 and the
 * like are used, constants are kept exact. */
#ifndef NH_TAPE_BUILD_H
#define NH_TAPE_BUILD_H

#include "tape/op_private.h"
#include "tape/tape.h"

typedef struct nh_builder nh_builder;
typedef uint32_t nh_value;

/* For the inputs and parameters of the def; its outputs and loop_from are not examined. */
nh_builder *nh_builder_create(nh_arena *arena, nh_pool *pool, const nh_tape_def *def);

/* The values of expressions; what they have in common with earlier ones is shared. */
nh_value nh_build_expr(nh_builder *builder, nh_expr e);
void nh_build_exprs(nh_builder *builder, size_t count, const nh_expr *e, nh_value *values);

nh_value nh_build_number(nh_builder *builder, nh_rat number);
nh_value nh_build_op(nh_builder *builder, nh_op op, nh_value a, nh_value b, nh_value c); /* unused ones are ignored */
void nh_build_sincos(nh_builder *builder, nh_value a, nh_value *sine, nh_value *cosine);
bool nh_build_is_zero(const nh_builder *builder, nh_value a);

/* Symmetric systems, unrolled: L D L^T of an n x n matrix, whose zeros are used. a[i + j*n] for i >= j;
 * order, if not NULL, says which row is eliminated k-th (a pivot order that the caller knows to be good;
 * there is no choice at run time). */
typedef struct nh_build_ldl {
    uint32_t n;
    uint32_t *order;
    nh_value *l;       /* strictly lower triangle in the new order, [i + j*n] */
    nh_value *pivot;   /* n, in the new order */
    nh_value *inverse; /* of the pivots */
} nh_build_ldl;

nh_build_ldl nh_build_ldl_factor(nh_builder *builder, nh_arena *arena, uint32_t n, const nh_value *a,
                                 const uint32_t *order);
void nh_build_ldl_solve(nh_builder *builder, const nh_build_ldl *ldl,
                        nh_value *b); /* in place: forward, then backward */
void nh_build_ldl_forward(nh_builder *builder, const nh_build_ldl *ldl, nh_value *b);  /* b := L^-1 b */
void nh_build_ldl_backward(nh_builder *builder, const nh_build_ldl *ldl, nh_value *b); /* b := L^-T D^-1 b */

/* Makes `value` the next output of the tape: outputs count from 0. */
void nh_build_output(nh_builder *builder, nh_value value);
/* The tape, in the arena of the builder; the builder must not be used again. */
nh_tape *nh_builder_finish(nh_builder *builder);

#endif
