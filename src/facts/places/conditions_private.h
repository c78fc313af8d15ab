/* The search for singular configurations; only src/facts/places/conditions*.c see it. See conditions.h. */
#ifndef NH_FACTS_PLACES_CONDITIONS_PRIVATE_H
#define NH_FACTS_PLACES_CONDITIONS_PRIVATE_H

#include "algebra/domain/domain.h"
#include "algebra/ideal/ideal.h"
#include "base/array.h"
#include "base/map.h"
#include "base/protect.h"
#include "facts/places/conditions.h"
#include "facts/places/parts.h"

typedef struct nh_places {
    nh_admissible *a;
    nh_pool *pool;
    nh_arena *arena;             /* for the work */
    nh_map is_positive;          /* by parameter: its value is; else it is taken not to be 0 */
    nh_map is_zero;              /* parameters whose value is 0 */
    nh_domain_known known;       /* what the model assumes */
    NH_ARRAY(nh_condition) list; /* in a->arena */
    nh_evidence complete[NH_CONDITION_KINDS];
    nh_condition_kind kind;               /* that is searched for */
    bool uses_values[NH_CONDITION_KINDS]; /* something was seen by the values of parameters */
    bool minds_zeros[NH_CONDITION_KINDS]; /* by kind: parameters that are 0 were taken as such */
    size_t from;                          /* conditions before this number are not pruned */
    uint64_t work;                        /* that is left for this kind, in units of nh_tick */
    uint64_t step;                        /* the most that one step may take of it */
    const nh_part *part;                  /* the current component, where there are several; else NULL */
    const nh_conditions *generic; /* where the values are substituted: what was found before, these put in; else NULL */
    bool is_regular;              /* the Hessian of L is singular nowhere, at admissible states or not */
} nh_places;

/* ---- conditions.c ---- */

/* Whether a parameter whose value is 0 occurs in one of these: factors take it for another number. */
bool nh_places_have_zero(const nh_places *p, size_t count, const nh_expr *e);

/* ---- conditions_tools.c ---- */

/* Runs body(context, argument) within what work is left, and within a bound for one step; false: it was ended. */
bool nh_places_try(nh_places *p, nh_body body, void *argument);

/* What is known of the parameters in e, and what the model assumes. */
nh_domain_known nh_places_known(nh_places *p, nh_expr e);
/* The irreducible factors of e that have coordinates, velocities or time and may vanish, each once; in p->arena. */
nh_exprs nh_places_factors(nh_places *p, nh_expr e);

/* Rows that hold at the states in question, and what else is said about them. */
typedef struct nh_premise {
    uint32_t count;
    const nh_expr *equations;
} nh_premise;

/* What holds where these vanish, on the current component: its equations, or all imposed rows, geometric ones with
 * their rates; of what contains no velocities those without velocities only. No row where they are many. */
nh_premise nh_places_rows(nh_places *p, size_t count, const nh_expr *e);
/* The ideal of the premise and more equations, in the coordinates, velocities and the time that occur in them. NULL:
 * not polynomial, or too long. */
nh_ideal *nh_places_ideal(nh_places *p, nh_premise rows, uint32_t count, const nh_expr *more);
/* Whether all of these vanish at the solutions. */
bool nh_places_all_vanish(const nh_ideal *ideal, uint32_t count, const nh_expr *e);
bool nh_places_has_angle(const nh_places *p, nh_expr e); /* a sine or a cosine in it */
/* Whether an equation of the component certainly never holds, such as 2 + cos(q) = 0. */
bool nh_places_is_void(nh_places *p, const nh_ideal *component);
/* Whether all real solutions are at places of that kind that are listed already, or there are none. */
bool nh_places_are_known(nh_places *p, const nh_ideal *ideal, nh_condition_kind kind);

/* ---- conditions.c ---- */

/* Whether e > 0 wherever it has a value, by its form. */
bool nh_places_is_positive(nh_places *p, nh_expr e);
/* The symbols that vanish where e does, for a polynomial with even powers and positive coefficients (or all negative);
 * 1: e never vanishes. False: it is no such polynomial. */
bool nh_places_squares(nh_places *p, nh_expr e, nh_exprs *symbols);
/* e with the sign that reads best. */
nh_expr nh_places_with_sign(nh_places *p, nh_expr e);

/* Adds a condition, in good order; false: it is too long to be read. */
bool nh_places_add(nh_places *p, nh_condition_kind kind, uint32_t count, const nh_expr *zero, nh_evidence by);
/* Whether there is a condition of the kind that says just this. */
bool nh_places_has(const nh_places *p, nh_condition_kind kind, uint32_t count, const nh_expr *zero);

/* ---- conditions_split.c ---- */

/* Adds the places where the rows hold and all of these vanish, as conditions of the kind; false: not determined. */
bool nh_places_split(nh_places *p, nh_condition_kind kind, nh_premise rows, uint32_t count, const nh_expr *zero);
/* The same as one condition that says that all of these vanish, where they are few. */
bool nh_places_add_whole(nh_places *p, nh_condition_kind kind, uint32_t count, const nh_expr *zero);

/* Adds the place where one factor vanishes, a sum of squares taken apart; not where no admissible state has it, nor,
 * unless it is about the Hessian, where the rank drops. It is proved where `proof` vanishes there: 0 needs no proof,
 * undefined has none. False: too long. */
bool nh_places_add_factor(nh_places *p, nh_condition_kind kind, nh_premise rows, nh_expr factor, nh_expr proof);
/* Drops conditions of the kind that lie within others, where the rows hold. */
void nh_places_prune(nh_places *p, nh_condition_kind kind, nh_premise rows);

/* ---- conditions.c ---- */

/* Whether e is 0 everywhere with the values that the model gives to its parameters: (a - b) cos(x) for a = b. */
bool nh_places_is_null(nh_places *p, nh_expr e);
/* Whether e > 0 with them. */
bool nh_places_positive_by_values(nh_places *p, nh_expr e);
/* Whether e is certainly never zero with the values that the parameters have: by its form, or, of angles only, in
 * balls over a whole turn of each. */
bool nh_places_never_zero(nh_places *p, nh_expr e);

/* ---- conditions_rank.c ---- */

/* Adds the places where the matrix has not this rank, which it has elsewhere; whether these are all. */
bool nh_places_rank_of(nh_places *p, nh_condition_kind kind, const nh_expr_matrix *matrix, uint32_t rank);

/* ---- conditions_inertia.c ---- */

/* Where T is a sum of squares with positive weights: adds the places at which velocities other than 0 have no kinetic
 * energy, of those that the rows admit where `with_rows`. NH_EVIDENCE_PROVED: these are all places where the Hessian of
 * L, or that matrix on what the rows leave free, is singular; NONE: not determined, and nothing was added. */
nh_evidence nh_places_inertia(nh_places *p, nh_condition_kind kind, bool with_rows);

/* ---- conditions_mass.c ---- */

/* The block of a coordinate in a symmetric matrix: those that are coupled with it, directly or through others, in the
 * order in which they are reached; how many. `block` has room for all. */
uint32_t nh_places_block(const nh_expr_matrix *m, uint32_t first, bool *is_seen, uint32_t *block);
/* Its entries, row by row. */
void nh_places_fill_block(const nh_expr_matrix *m, uint32_t count, const uint32_t *block, nh_expr *matrix);

/* ---- conditions_states.c ---- */

/* Where L and the forces have values: outside there are no motions. */
nh_domain nh_places_domain(nh_places *p);
/* Whether there is an admissible state in this domain at which all of these vanish; with the values of the parameters,
 * or for generic ones. */
nh_truth nh_places_have_states(nh_places *p, const nh_domain *domain, uint32_t count, const nh_expr *e,
                               bool is_generic);
/* The same place among these; NULL: there is none. */
const nh_condition *nh_places_same(const nh_admissible *a, const nh_conditions *all, const nh_condition *place);
/* A place at which no state is goes, unless it has states with other values of the parameters; where that is not known,
 * "perhaps" is all that can be said. */
void nh_places_drop_empty(nh_places *p);
/* Adds the kinks of L, and of the rows: there are no accelerations. After all kinds. */
void nh_places_kinks(nh_places *p);

/* ---- one for each kind ---- */

void nh_places_rank(nh_places *p);    /* conditions_rank.c */
void nh_places_choice(nh_places *p);  /* conditions_choice.c */
void nh_places_hessian(nh_places *p); /* conditions_mass.c */
void nh_places_mass(nh_places *p);    /* after the Hessian */

#endif
