/* What the files of the judge share. */
#ifndef NH_TRUTH_JUDGE_JUDGE_PRIVATE_H
#define NH_TRUTH_JUDGE_JUDGE_PRIVATE_H

#include "truth/judge/judge.h"
#include "truth/verify/verify.h"

/* What was seen of one equation so far. */
typedef struct nh_judge_tally {
    size_t own_states; /* with the values of the model, at which it holds */
    bool is_open;      /* at some state it was not decided */
    bool is_proved;
    const char *jumps; /* "x is not 0": where it is proved, since sign(x) occurs in it; NULL: everywhere */
    uint32_t pieces;   /* as in nh_verify_domain, over all sets: */
    bool *is_met;      /* by piece: a state was seen on it, or there is none */
    const char **words;
    bool is_cut;         /* it changes at more places than are examined */
    bool is_bound;       /* there are places at which a side has no value */
    const char *nowhere; /* why it is proved that both sides have a value at no admissible state; NULL: it is not */
    bool is_nowhere;     /* that is so whatever the constraints are */
    /* Why no state was found with a set of values at which both sides have one; NULL: they were, with all of them. */
    const char *no_value;
    uint32_t meant; /* bits of the choices of velocities with which its names are meant */
} nh_judge_tally;

/* An expression in parameters whose sign the equations can feel, and with which signs states were examined. */
typedef struct nh_judge_feature {
    nh_expr e;
    uint64_t claims; /* nh_verify_claim_bit of those that can */
    bool is_seen[3]; /* negative, 0, positive */
} nh_judge_feature;

typedef struct nh_judge_work {
    const nh_model *model;
    nh_arena *arena;
    nh_judge_def def;
    nh_judge_result *result;
    const struct nh_form *form; /* whose motions equations are judged along; NULL: chetaev's */
    nh_judge_tally *tallies;    /* one for each item */
    size_t sets;                /* of other values that are examined */
    bool has_own;               /* the model has values for all of its parameters */
    bool is_own_empty;          /* proved: with them there is no admissible state */
    bool is_constant;           /* no parameter can be varied */
    bool has_kinks;             /* the motion jumps, or has a kink, with some values */
    const nh_model *featured;   /* in whose pool the features are; NULL: not known yet */
    nh_model *kept;             /* that one, where it was read for this; else NULL */
    NH_ARRAY(nh_judge_feature) features;
    struct nh_draw_signs *signs;   /* by item: of the features that it can feel, together; NULL: not known yet */
    const char *doubt;             /* why nothing can be said; NULL: it can */
    const char *missed;            /* why states that were examined do not stand for all; NULL: nothing to say */
    const char *where;             /* proofs serve, in words; NULL: everywhere */
    nh_meaning_choices choices;    /* of independent velocities, with which names are meant */
    const char **choice_where;     /* by choice: where it serves, in words; NULL: everywhere */
    const char *message;           /* why there are few states; NULL: nothing to say */
    const char *message_of_others; /* the same with other values */
} nh_judge_work;

typedef struct nh_judge_look_def {
    size_t samples;
    int digits;
    uint64_t seed;
    const nh_meaning_choices *choices; /* NULL: those of the model itself */
    const struct nh_form *form;        /* whose motions they are; NULL: chetaev's */
    bool is_numeric;                   /* nothing is proved */
    bool is_trial; /* a first look: states need not be from all components of the admissible states */
} nh_judge_look_def;

/* The judged claims of a model, at states with its values. */
const nh_verification *nh_judge_look(const nh_model *model, nh_arena *arena, const nh_judge_look_def *def);

#endif
