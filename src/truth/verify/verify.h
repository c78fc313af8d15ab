/* Verification: every question about a motion that comes down to values which must be 0, at certified
 * admissible states, in balls.
 *
 *     nh_verification_def def = {.samples = 10, .digits = 50, .seed = 1};
 *     const nh_verification *v = nh_verification_make(arena, model, &def);
 *
 * What the questions are and what an answer means is defined in <nonholo/verify.h>. */
#ifndef NH_TRUTH_VERIFY_VERIFY_H
#define NH_TRUTH_VERIFY_VERIFY_H

#include <nonholo/verify.h>

#include "algebra/linear/linear.h"
#include "base/array.h"
#include "form/form.h"

/* The independent velocities with which names are meant that depend on them: alpha.x, E_star, coefficients. It is the
 * choice that `check` announces and `derive` uses (form/choice.h), for all states and all values of parameters; where
 * it fails nothing is said about what is meant with it. Rows and coordinates have numbers, which are the same when the
 * model is read again with other values. */
typedef struct nh_meaning_choice {
    const nh_form *form; /* whose own it is; NULL: that of all formulations that ask for no other */
    uint32_t rank;
    const uint32_t *rows, *dependent;
    const char *words; /* "x', phi'": the independent velocities; NULL: all are */
    const char *why;   /* not NULL: there is no choice, and why */
} nh_meaning_choice;

typedef NH_ARRAY(nh_meaning_choice) nh_meaning_choices;

/* Those that claims speak about, judged ones or others; the one without a form first. In the arena, which is
 * not the scratch arena. */
nh_meaning_choices nh_meaning_choices_find(nh_arena *arena, const nh_model *model, bool is_judged, uint64_t seed);

/* More than nh_verify_def: judgements ask with less proof, for their own claims, and with choices
 * that were made before. */
typedef struct nh_verification_def {
    size_t samples;
    int digits;
    uint64_t seed;
    /* NULL after the last; NULL: all there are. The accelerations of all are compared with those of chetaev */
    const nh_form *const *forms;
    const nh_form *form;               /* whose motions claims speak about; NULL: chetaev's */
    bool is_judging;                   /* only claims that were added to be judged, at all states */
    const nh_meaning_choices *choices; /* NULL: they are found for this model */
    bool is_numeric;                   /* nothing is proved by algebra */
    bool has_branches;                 /* states are taken from each component of the admissible states that is known */
} nh_verification_def;

/* Of one item: states at which its sides have no value, which are neither for it nor against it. */
typedef struct nh_verify_domain {
    size_t outside;      /* states at which one of them has certainly none */
    size_t unsure;       /* at which it is not known whether both have one */
    bool is_all;         /* all states are such, of those that were found */
    bool is_bound;       /* there are places, perhaps not admissible, at which one of them has none */
    const char *nowhere; /* proved: both have a value at no admissible state, and why; NULL: not proved */
    /* Of what is proved: signs occur in it, and it is proved where what is in them is not 0, "x is
     * not 0"; NULL: none do. */
    const char *jumps;
    bool is_identical;        /* that is so at no state at all, whatever the constraints are */
    uint32_t pieces;          /* that the claim is made of, and on which a state must be seen: */
    bool *is_seen;            /* by piece: one was */
    bool *is_out;             /* there is none, with these values or with any */
    const char *const *words; /* what to say where none was */
    bool is_cut;              /* it has more places at which it changes its piece than are examined */
} nh_verify_domain;

/* An expression in parameters whose sign claims can feel. */
typedef struct nh_verify_feature {
    nh_expr e;
    uint64_t claims; /* nh_verify_claim_bit of those that can */
} nh_verify_feature;

typedef struct nh_verification {
    nh_verify_info info;
    NH_ARRAY(nh_verify_item) items;
    NH_ARRAY(nh_verify_domain) domains; /* one for each item */
    NH_ARRAY(const double *) states;    /* t, q, q' */
    NH_ARRAY(const char *) multipliers; /* of each: "mu.skate = 0.25" along vakonomic motions, else NULL */
    /* Where something is proved: at some state a row depended on others in the velocities, and it is not
     * proved that it says no more. */
    bool has_redundant;
    uint32_t hidden; /* for judging: a row that forces a condition which no row states; NH_MODEL_NONE: none was met */
    bool has_kinks;  /* the motion that is judged jumps, or has a kink */
    /* a component of the admissible states of which no state could be taken, in words; NULL: none */
    const char *missed;
    bool is_much_missed; /* one that is no exception (branches.h): a proof that does not serve there proves nothing */
    NH_ARRAY(nh_verify_feature) features; /* for judging, where something is proved */
    /* Of each choice of velocities that was used: what must not be zero where it serves, on what
     * proofs of claims rest. */
    NH_ARRAY(nh_linear_assumptions) pivots;
    const nh_meaning_choices *choices;
    const uint32_t *meant; /* by item: bit i is set when its names are meant with choice i */
} nh_verification;

/* Of the claim with this number, in the order of the items; the last ones share a bit. */
uint64_t nh_verify_claim_bit(size_t number);
/* Whether the motion that is judged is made of pieces in time: where they meet it may jump, or have a kink,
 * which no formula shows. */
bool nh_motion_has_pieces(const nh_model *model);
/* Whether they have roots or inverse functions of time: algebra by itself does not tell at which times these have
 * kinks. */
bool nh_motion_is_branched(const nh_model *model);
/* In the arena, which is not the scratch arena. Leaves with NH_E_MODEL when a function that is used has no body. */
const nh_verification *nh_verification_make(nh_arena *arena, const nh_model *model, const nh_verification_def *def);

#endif
