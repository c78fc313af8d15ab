/* The admissible states around the reference state, and the one question that most others come down to: does an
 * expression vanish at all of them?
 *
 * "Yes" is proved where the expression, with the dependent velocities put in (state/explicit/explicit.h), has
 * the normal form 0, modulo the geometric rows where there are any; or where it belongs to the ideal of the
 * rows (algebra/ideal/ideal.h). A proof holds on the whole component of the reference state, and for all
 * parameters but exceptional ones; where a root has a sign and the expression is not analytic, it is made for
 * all signs. "No" is certified at one state in balls; "yes" is certified where some states show zero to 30
 * digits and no proof was found. */
#ifndef NH_FACTS_ADMISSIBLE_H
#define NH_FACTS_ADMISSIBLE_H

#include <nonholo/check.h>

#include "algebra/ideal/ideal.h"
#include "facts/lost.h"
#include "model/lagrange.h"
#include "state/explicit/explicit.h"
#include "state/samples.h"

typedef struct nh_admissible {
    const nh_model *model;
    nh_arena *arena;
    uint64_t seed;
    nh_lagrange lagrange;
    nh_states *states; /* NULL: there are no numbers to compute with */
    nh_check_state at;
    nh_state state;  /* the reference state; of NH_CHECK_NONE nothing */
    bool rank_drops; /* at the start; the reference state is then one near it */
    /* By number in model->rows: it depends on rows before it at the state, as doubles show; true also
     * for what is not imposed. */
    bool *redundant;
    /* The same at most states around: at the state itself, such as one of symmetry, other rows may be needed. */
    bool *usual;
    uint32_t rank; /* of the rates by the velocities at the state; 0 when there is no state */
    /* Rows with accelerations that are independent of the others at most states (bound_private.h): places in lagrange;
     * all of them where there is no state. NONE: whether more are is not known. */
    uint32_t bound, *bound_row;
    nh_evidence bound_by;
    nh_samples *samples;
    nh_explicit *form; /* NULL when there is no state to choose at */
    double *signs;     /* of the form at the state */
    bool is_refused;   /* what the model calls independent cannot be */
    bool is_empty;     /* proved: no state satisfies the rows, and whatever is said about them all would be true */
    /* Why nothing is known of what follows from the rows: they have no states, or lost their gradients;
     * NULL: something may be. */
    const char *open;
    nh_lost lost;        /* the rows that restrict the states, but have no gradient of their own at them */
    bool is_rank_known;  /* which rows are independent is proved or certified (rank.h) */
    bool has_pieces;     /* a row is made of pieces: states show the piece that they are on */
    nh_ideal *ideal;     /* of all imposed rows; NULL when there is none */
    bool has_ideal;      /* it was requested */
    nh_ideal *positions; /* of the geometric rows */
    bool has_positions;
    struct nh_parts *parts;               /* places/parts.h; NULL: not requested */
    struct nh_admissible *valued;         /* places/valued_private.h */
    bool has_valued;                      /* it was requested */
    const struct nh_valuation *valuation; /* not NULL: this is it, and these were put in */
} nh_admissible;

/* In the arena, which is not the scratch arena. */
nh_admissible *nh_admissible_make(nh_arena *arena, const nh_model *model, uint64_t seed);

nh_fact nh_admissible_is_zero(nh_admissible *a, nh_expr e);
/* Whether a geometric row that is left out vanishes wherever the other geometric rows hold: proved, or not found. */
bool nh_admissible_vanishes_with_others(nh_admissible *a, uint32_t row);
/* The proof only: true, or not found. */
bool nh_admissible_is_proved_zero(nh_admissible *a, nh_expr e);

/* ---- facts ---- */

nh_fact nh_fact_yes(nh_evidence by);
nh_fact nh_fact_no(nh_evidence by);
nh_fact nh_fact_unknown(void);
/* Both: the weaker evidence counts, one "no" decides. */
nh_fact nh_fact_and(nh_fact a, nh_fact b);
/* The weaker of two; NONE where one is. */
nh_evidence nh_evidence_weaker(nh_evidence a, nh_evidence b);

#endif
