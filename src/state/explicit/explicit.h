/* The explicit form of the constraints: dependent velocities by the independent ones, [Simple] (10), (32),
 * (39); [Homogeneous] (9).
 *
 *     q_d' = alpha_d(t, q, q_i')
 *
 * The rows that it is made from are independent ones, geometric rows as their rates. They are taken apart into blocks
 * that can be solved one after the other: a block is either linear in its velocities together, or one row that is a
 * polynomial of degree 2, or a pure power, in one velocity; what is neither stays implicit. An even root has a sign
 * that the rows leave open. It is a symbol, 1 or -1 along a motion, whose value a state gives.
 *
 * Derivatives of alpha exist in every case: of what was solved in closed form, and of all by the implicit function,
 * [Homogeneous] Remark 3 with its misprint corrected:
 *
 *     sum_d dphi_r/dq_d' dalpha_d/dw = -dphi_r/dw,     w = t, q_j, q_i' */
#ifndef NH_STATE_EXPLICIT_EXPLICIT_H
#define NH_STATE_EXPLICIT_EXPLICIT_H

#include "algebra/linear/linear.h"
#include "state/state.h"
#include "tape/tape.h"

/* From simple to difficult. */
typedef enum nh_explicit_kind {
    NH_EXPLICIT_LINEAR,         /* affine in the independent velocities */
    NH_EXPLICIT_RATIONAL,       /* a polynomial or a fraction in them */
    NH_EXPLICIT_RADICAL,        /* roots or absolute values with velocities in them */
    NH_EXPLICIT_PIECEWISE,      /* if, min, max, sign, mod of velocities */
    NH_EXPLICIT_TRANSCENDENTAL, /* other functions of velocities: sin, exp, one without a body */
    NH_EXPLICIT_IMPLICIT,       /* not solved */
} nh_explicit_kind;

const char *nh_explicit_kind_name(nh_explicit_kind kind); /* "linear"; a constant string */

typedef struct nh_dependent {
    uint32_t coordinate; /* whose velocity it is */
    uint32_t row;        /* in model->rows: one of the rows of its block, each is named once */
    nh_explicit_kind kind;
    nh_expr alpha; /* in t, q, independent velocities, signs; implicit: undefined */
    nh_expr sign;  /* a symbol, 1 or -1; undefined: there is no choice */
} nh_dependent;

typedef struct nh_explicit {
    const nh_model *model;
    nh_explicit_kind kind;         /* the most difficult one */
    uint32_t m, k;                 /* independent and dependent velocities: m + k = n */
    const uint32_t *independent;   /* m coordinates, rising */
    const nh_dependent *dependent; /* k, by coordinate, rising */
    nh_linear_assumptions pivots;  /* what must not be zero where the form is used; not listed for implicit ones */
    uint32_t signs;                /* how many */
    const nh_expr *sign;           /* signs: the symbols, in the order of their velocities */
} nh_explicit;

/* With these dependent velocities (coordinates, rising) from these rows (numbers in model->rows), as many. Always gives
 * a form, an implicit one if need be. Whether the rows can be solved for them at all is not examined: that is a
 * question of the state. In the arena, which is not the scratch arena. */
nh_explicit *nh_explicit_make(nh_arena *arena, const nh_model *model, uint32_t k, const uint32_t *rows,
                              const uint32_t *dependent);

/* The same with nothing solved, which divides by nothing: for states at which what a solution divides by is 0, and the
 * rows are regular all the same. */
nh_explicit *nh_explicit_unsolved(nh_arena *arena, const nh_model *model, uint32_t k, const uint32_t *rows,
                                  const uint32_t *dependent);

/* The first, made once and remembered by the model: for choices that are requested again and again. */
const nh_explicit *nh_explicit_remembered(const nh_model *model, uint32_t k, const uint32_t *rows,
                                          const uint32_t *dependent);

/* The dependent velocities for a state and rows that are independent there: those that the model does not call
 * independent, where it names m of them; otherwise those of the simplest form (linear without a denominator, linear,
 * rational, radical, implicit), and of several the best conditioned at the state: the largest minor, rows scaled to
 * length 1. What the model names is kept as far as the rows can be solved so; where they cannot, *refused, if not NULL,
 * becomes true and the choice is free. dependent has room for k. Large systems by sparse means. */
void nh_explicit_choose(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                        uint32_t *dependent, bool *refused);

/* Whether rows that are independent at a state can be solved for these velocities there. */
bool nh_explicit_serves(nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                        const uint32_t *dependent);

/* The rows, rising, and the coordinates of the dependent velocities of a form; room for k each. */
void nh_explicit_parts_of(const nh_explicit *form, uint32_t *rows, uint32_t *dependent);
/* "x', phi'": its independent velocities; of many the first ones. In the arena. */
const char *nh_explicit_words(const nh_explicit *form, nh_arena *arena);

/* The signs at a state, 1 or -1 each: those for which alpha is the velocity there. */
void nh_explicit_signs(const nh_explicit *form, const double *parameters, const nh_state *at, double *signs);
/* Of t, q, q': what has these signs at admissible states, in the order of form->sign. In the arena; NULL when there are
 * none. Where rounding leaves the sign of a number near 0 open, balls tell: 1, -1, or all between them. Inside the
 * guard; inputs begin with t, q, q'. */
nh_tape *nh_explicit_measures(const nh_explicit *form, nh_arena *arena);
void nh_explicit_sign_balls(const nh_tape *measures, const nh_ball *parameters, const nh_ball *inputs, nh_ball *signs,
                            int prec);
/* What has the sign of dependent velocity d, which has one, at admissible states: in t, q, q'. It is sum_i (q_i' -
 * middle_i) half_i over the velocities q_i' = middle_i + sign half_i, one of whose halves may be 0 at a state. */
nh_expr nh_explicit_measure(const nh_explicit *form, uint32_t d);
/* e with the dependent velocities replaced by alpha, as far as they are solved, and the signs by these numbers
 * (NULL: the symbols stay). */
nh_expr nh_explicit_restrict(const nh_explicit *form, nh_expr e, const double *signs);

/* dalpha_d/dw and d^2 alpha_d/dw du, d a number in form->dependent; w, u: symbols of time, coordinates, independent
 * velocities. In closed form where alpha is solved; otherwise as the implicit function gives it, with all velocities in
 * it. Undefined when the linear system for it is too long or singular. */
nh_expr nh_explicit_first(const nh_explicit *form, uint32_t d, nh_expr w);
nh_expr nh_explicit_second(const nh_explicit *form, uint32_t d, nh_expr w, nh_expr u);
/* All first derivatives at once, k x count, the symbols given once each; zeros left out, at the cost of what is not
 * zero. In the arena, which is not the scratch arena. */
nh_expr_matrix nh_explicit_jacobian(const nh_explicit *form, nh_arena *arena, uint32_t count, const nh_expr *w);
/* Each by the implicit function always. */
nh_expr nh_explicit_first_implicit(const nh_explicit *form, uint32_t d, nh_expr w);
nh_expr nh_explicit_second_implicit(const nh_explicit *form, uint32_t d, nh_expr w, nh_expr u);

/* Change of choice, [Simple] (80)-(81): equations of motion E_i in the independent velocities of `from` become those in
 * the independent velocities of `to` by
 *
 *     E_j (to) = sum_i matrix[j][i] E_i (from),     matrix[j][i] = dq_i'/dq_j',
 *
 * i independent in `from`, j independent in `to`, q_i' as `to` gives it. m x m, row by row, in the arena. */
const nh_expr *nh_explicit_change(nh_arena *arena, const nh_explicit *from, const nh_explicit *to);

#endif
