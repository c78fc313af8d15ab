/* Steady motions of a model: the equations that determine them, as a square system.
 *
 * A coordinate is ignorable when the linearised equations z' = A z of all the others, and its own, contain it at no
 * state; then it may be left out, and others may be ignorable among the rest: the heading of a rolling disc is, once
 * its place is left out. What remains, w, is an autonomous system w' = W(w), and a steady motion is a zero of W: all
 * coordinates rest that are not ignorable, the ignorable ones move at constant rates, and what depends on both follows.
 *
 * Unknown are the coordinates but the ignorable ones, the velocities but those of independent coordinates that rest,
 * the accelerations of the dependent ones, and the multipliers; given are E = 0, R = 0, rate = 0, f = 0 (linear.h): as
 * many equations. Where they depend on each other steady motions come in families. */
#ifndef NH_STEADY_PROBLEM_PRIVATE_H
#define NH_STEADY_PROBLEM_PRIVATE_H

#include "steady/linear.h"

/* What takes values in place of those of the model. */
typedef enum nh_varied { NH_VARIED_NOTHING, NH_VARIED_PARAMETER, NH_VARIED_STATE } nh_varied;

typedef struct nh_steady_problem {
    const nh_model *model;
    nh_arena *arena;
    nh_states *states;
    nh_state start; /* the initial state, in doubles */
    nh_linearizer *l;
    bool *is_ignorable;  /* places */
    uint32_t ignorables; /* how many */
    uint32_t samples;    /* states that tell which are ignorable */
    uint32_t *kept;      /* w: numbers in z, rising */
    uint32_t size;       /* of w */
    uint32_t unknowns;   /* and equations: values of the linearizer */
    uint32_t *unknown;   /* their places in (q, q', q'', lambda) */
    /* unknowns x unknowns, column-major: k + 1 of the output k of the tape, -k - 1 of minus that; 0: it is 0 */
    int64_t *slopes;
    nh_tape *constants;  /* the values of the parameters, of the varied one */
    nh_tape *initials;   /* those of q, q' that the model gives as a closed expression, else 0; of the same */
    bool *is_given;      /* 2n: it does */
    nh_program *program; /* the equations in doubles */
    nh_varied varied;
    uint32_t which;      /* the parameter, or the place in (q, q') */
    nh_ball *value;      /* of what is varied; the caller's, inside the guard */
    nh_truth *conserved; /* whether the energy is; asked only where no coordinate is ignorable */
} nh_steady_problem;

/* In the arena, which is not the scratch arena. names: coordinates whose velocities are to be independent. Rows and
 * velocities are chosen at a state `at`, inside the guard; NULL: at the initial one, outside it, where a part of the
 * work that takes too long can be given up. At another one the result is NULL where rows depend on each other that may
 * not do so around it. Leaves with NH_E_HYPOTHESIS and a diagnostic where there is no such problem: the time occurs in
 * the equations, there is no initial state, or it is a singular configuration. */
nh_steady_problem *nh_steady_problem_make(nh_arena *arena, const nh_model *model, size_t named, const uint32_t *names,
                                          const nh_state *at);
/* From here on the parameter, or the coordinate or velocity, has the value of *problem->value. */
void nh_steady_problem_vary(nh_steady_problem *problem, nh_varied varied, uint32_t which);

/* Values of all parameters. */
void nh_steady_parameters(const nh_steady_problem *p, nh_ball *parameters, int prec);
/* t, q, q' of the initial state: what the model gives exactly, the rest in doubles. */
void nh_steady_initial(const nh_steady_problem *p, nh_ball *inputs, int prec);

#endif
