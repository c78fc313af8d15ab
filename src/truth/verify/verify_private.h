/* What the files of verification share. */
#ifndef NH_TRUTH_VERIFY_VERIFY_PRIVATE_H
#define NH_TRUTH_VERIFY_VERIFY_PRIVATE_H

#include "base/map.h"
#include "base/random.h"
#include "base/text/text.h"
#include "facts/places/pieces.h"
#include "form/balance.h"
#include "motion/at/dynamics.h"
#include "motion/at/formula.h"
#include "motion/forces/reaction.h"
#include "num/ball/ball.h"
#include "state/state.h"
#include "tape/program.h"
#include "truth/verify/verify.h"

/* ---- one question ---- */

/* What was seen of one question at one state, at one precision. */
typedef enum nh_verify_seen {
    NH_VERIFY_NOTHING,   /* no value, or a bound that is too wide */
    NH_VERIFY_SMALL,     /* all values are below the tolerance */
    NH_VERIFY_NONZERO,   /* one is certainly not 0 */
    NH_VERIFY_OUTSIDE,   /* a hypothesis does not hold at the state */
    NH_VERIFY_VALUELESS, /* a side has certainly no value there */
} nh_verify_seen;

typedef struct nh_verify_question {
    nh_verify_item item;
    nh_verify_seen seen; /* at the reference state; NOTHING: not decided there */
    double bound;        /* there */
    double residual;     /* there: a value that is certainly not 0 */
    const char *problem; /* there: why it is not decided, or which hypothesis does not hold; NULL: nothing to say */
    bool is_unsure;      /* there: it is not known whether both sides have a value */
    nh_verify_domain domain;
    size_t undecided, outside; /* states so far */
    nh_verify_part *parts;     /* of a balance: all of them; NULL: not known yet */
    size_t part_count;
} nh_verify_question;

/* ---- where states are searched for ---- */

/* The admissible states at which further equations hold: those that are assumed; or states on purpose,
 * at which something is 0. */
typedef struct nh_verify_section {
    uint32_t count;
    const nh_expr *zero; /* count: the equations, in t, q, q' */
    nh_states *states;   /* on it */
    uint32_t vanishing_count;
    const nh_expr *vanishing; /* what is 0 there, as it may occur in other expressions */
    uint32_t solved;          /* equations that give a coordinate or velocity from the other ones: */
    nh_expr *from, *to;       /* that symbol, and what it is equal to; without symbols of `from` */
    uint32_t *input;          /* its number among the inputs */
    nh_tape *values;          /* of t, q, q': `to`; NULL: none */
    nh_tape *assumptions;     /* of t, q, q': left minus right of each, then L, then `written` */
    bool is_special;          /* drawn on purpose: where nothing is seen there nothing is said */
    bool has_time;            /* its equations give the time: */
    double time;
    bool is_kink; /* L or a row has no derivative there: accelerations and multipliers have no value */
} nh_verify_section;

/* ---- one formulation ---- */

typedef struct nh_verify_form {
    const nh_form *form;
    size_t question;
    nh_equations *equations; /* of those in all accelerations; else those of the first state at which it applies */
    nh_tape *coefficients;   /* of those in all accelerations, */
    nh_dynamics *dynamics;   /* and of least multipliers: whether they apply */
    nh_formula *formula;     /* of the others */
    double *extras;          /* random values of the extras of the equations, others at each state */
} nh_verify_form;

/* ---- what are expressions in the state, accelerations and multipliers ---- */

/* Values of one question: this many outputs of a tape, from the first on, then as many sizes,
 * then what its sides need. */
typedef struct nh_verify_values {
    size_t question;
    uint32_t first, count;
    size_t needs;
    const nh_need *need; /* their kinds, in the order of the outputs */
    const char *why;     /* not NULL: there are none for this choice, and why */
} nh_verify_values;

/* A part of a balance: one output. */
typedef struct nh_verify_contribution {
    size_t question, part;
    uint32_t output;
} nh_verify_contribution;

/* The pieces of a claim (verify_pieces.c). By condition: its sign at the reference state, 0 where that is not certain;
 * its value at the first state, and whether it had another one since. */
typedef struct nh_verify_pieces {
    size_t record;
    nh_pieces all;
    int *sign;
    double *first, *beyond; /* the value, and what is left of it */
    bool *is_known, *varies;
} nh_verify_pieces;

/* All of them, for one choice of rows and dependent velocities. */
typedef struct nh_verify_terms {
    const nh_verify_section *section;
    uint32_t rank;
    uint32_t serving; /* bit i is set when meaning choice i serves; with the first one, it is the choice */
    uint32_t *rows, *dependent;
    const nh_explicit *choice;
    nh_expr *claims;          /* one for each record; undefined: it is no claim, or has no value with this choice */
    nh_needs *needs;          /* of each */
    nh_tape *tape;            /* of the inputs of the verification; parameters, then signs */
    nh_tape *measures;        /* of the signs; NULL: there are none */
    uint32_t first_condition; /* the output of the first of the conditions of pieces, in their order */
    NH_ARRAY(nh_verify_values) values;
    NH_ARRAY(nh_verify_contribution) contributions;
} nh_verify_terms;

/* The equations of a formulation whose coefficients claims speak about, with the choice with which they are meant. */
typedef struct nh_verify_named {
    const nh_form *form;
    const nh_equations *equations; /* NULL: there are none, and why */
    const char *why;
} nh_verify_named;

typedef struct nh_verifier {
    const nh_model *model;
    nh_arena *arena;
    nh_verification_def def;
    double tolerance;
    uint32_t n, rows;
    const double *parameters;
    nh_tape *constants; /* the exact values of the parameters; NULL: they are the doubles */
    nh_curved *curved;  /* where rows are tangents: finds where, at each state; else NULL */
    nh_states *states;
    NH_ARRAY(nh_need) written; /* where L and the rows have a value as they were written: x^2/x has none at x = 0 */
    nh_verify_section *base;   /* all admissible states that are assumed */
    nh_program *motion;        /* t to q and q', where a motion is judged; NULL: none */
    nh_equations *chetaev;
    nh_equations *law;     /* whose motions claims speak about (verify_law.c); chetaev, except for vakonomic ones */
    nh_tape *coefficients; /* of the law */
    nh_random mu_random;
    struct nh_verify_extended *extended; /* of vakonomic motions (verify_extended.c); NULL: nothing is asked of them */
    struct nh_verify_twist *twist;       /* of the transposition matrix (verify_transposition.c); NULL: not asked yet */
    nh_reactions *forces;
    nh_meaning_choices choices;
    NH_ARRAY(nh_verify_named) named;
    uint32_t input_count; /* t, q, q', q'', multipliers, mu of the law, auxiliary symbols of constraint forces */
    nh_expr *inputs;
    uint32_t solved; /* where the auxiliary ones begin */
    NH_ARRAY(nh_verify_form) forms;
    NH_ARRAY(nh_verify_question) questions;
    NH_ARRAY(nh_verify_terms *) terms;
    nh_map known;           /* symbols that are inputs or parameters */
    size_t balances;        /* the question of the first of them */
    size_t work, power;     /* questions about reactions; NH_VERIFY_NONE: there are none */
    nh_expr *claims;        /* one for each record, with constraint forces put in */
    nh_needs *needs;        /* of each */
    size_t *claim_question; /* one for each record; NH_VERIFY_NONE: it is no claim */
    NH_ARRAY(nh_verify_pieces) pieces;
    uint32_t *claim_choices; /* one for each record: bits of the choices with which its names are meant */
    /* at the reference state */
    const nh_verify_section *section;
    const char *kink; /* not NULL: that of L or of a row which all states are in, so that there are no accelerations */
    double time;
    double *mu;           /* of vakonomic laws: the multipliers that are state variables */
    bool *redundant;      /* by row of the model */
    uint32_t rank, *used; /* rows of chetaev */
    uint32_t restricting; /* of these rows: about positions or velocities */
    nh_random random;     /* for extras */
    nh_verify_terms *now;
    nh_verification *result;
} nh_verifier;

#define NH_VERIFY_NONE SIZE_MAX

size_t nh_verifier_ask(nh_verifier *v, nh_verify_kind kind, const char *name);

/* A state in balls, inside the guard. */
typedef struct nh_verify_input {
    const nh_ball *parameters;
    const nh_ball *inputs; /* those of the verifier; t, q, q' at least */
    int prec;
} nh_verify_input;

/* ---- verify_points.c: the states ---- */

/* Doubles near which a state is then certified. */
typedef struct nh_verify_point {
    nh_state state;
    const nh_verify_section *section;
    /* It is the start, or close to it: on the same component of the admissible states, as far as
     * small steps keep to it. */
    bool is_near;
} nh_verify_point;

/* Fewer than wanted, with a reason, where none are found. */
typedef struct nh_verify_points {
    NH_ARRAY(nh_verify_point) list;
    bool has_start;           /* as the first one */
    const char *start_reason; /* why not, where the model has one */
    const char *reason;
} nh_verify_points;

nh_verify_points nh_verify_points_draw(nh_verifier *v);

typedef enum nh_verify_kept {
    NH_VERIFY_KEPT,
    NH_VERIFY_NOT_CERTIFIED,
    NH_VERIFY_NOT_ASSUMED, /* the assumptions do not hold there, or not for certain; or L has no value */
} nh_verify_kept;
/* Keeps the state if it is one that can be certified, or notes the reason. */
nh_verify_kept nh_verify_points_keep(nh_verifier *v, nh_verify_points *points, const nh_state *state, bool is_near);
nh_state nh_verify_state_new(const nh_verifier *v);
/* A time in the span of the model, which begins so, and a little beyond it. */
double nh_verify_time_draw(const nh_verifier *v, nh_random *random, double begin);

/* ---- verify_sections.c ---- */

void nh_verify_base_make(nh_verifier *v);
/* e at states of the section. */
nh_expr nh_verify_on_section(const nh_verifier *v, const nh_verify_section *section, nh_expr e);
/* In a list of symbols that are solved for, `solved` of them: adds the one that zero = 0 gives;
 * false when it gives none. */
bool nh_verify_solve_for_symbol(const nh_verifier *v, nh_expr zero, uint32_t *solved, nh_expr *from, nh_expr *to);
/* More states, at which what goes from one piece to another is 0: sign(x) at x = 0. */
void nh_verify_sections_draw(nh_verifier *v, nh_verify_points *points, double t);

/* ---- verify_kinks.c ---- */

/* Leaves out the states at which L or a row has a kink, by chance; sets v->kink where all of them do. */
void nh_verify_kinks_leave(nh_verifier *v, nh_verify_points *points);

/* ---- verify_zeros.c ---- */

typedef NH_ARRAY(nh_exprs) nh_verify_zeros;

/* Sets on which e, of t, q and q', is 0, each as equations that hold there together: of (x - 1) y^2 both x - 1 and y,
 * of x^2 + y^2 the one with x and y. */
nh_verify_zeros nh_verify_zeros_find(const nh_verifier *v, nh_expr e);

/* ---- verify_branches.c ---- */

/* More states, on each branch of the admissible states that is known. Where a component has some, but none of them
 * could be taken, the verification says so. */
void nh_verify_branches_draw(nh_verifier *v, nh_verify_points *points, double t);

/* ---- verify_motion.c ---- */

/* Of a model with a motion that is judged; else nothing. */
void nh_verify_motion_make(nh_verifier *v);
/* Time, positions, velocities and mu along it, inside the guard. */
void nh_verify_motion_load(const nh_verifier *v, const nh_ball *parameters, nh_ball *inputs, int prec);
/* States at times along it. */
nh_verify_points nh_verify_motion_points(nh_verifier *v);
/* e along the motion: with its functions of time for coordinates and velocities. */
nh_expr nh_verify_along_motion(const nh_verifier *v, nh_expr e);

/* ---- verify_law.c ---- */

/* Leaves with NH_E_UNSUPPORTED where claims cannot be judged along motions of the formulation. */
void nh_verify_law_make(nh_verifier *v);
/* Whether its motions are others than those of chetaev. */
bool nh_verify_law_is_apart(const nh_verifier *v);
/* Where its mu are among the inputs: as many as it has extras. */
uint32_t nh_verify_law_first(const nh_verifier *v);
/* Other mu for the reference state. */
void nh_verify_law_draw(nh_verifier *v);
/* "mu.skate = 0.25"; NULL: there are none, or a motion says what they are. */
const char *nh_verify_law_words(const nh_verifier *v);
/* Its coefficients, and its accelerations and multipliers, inside the guard. */
void nh_verify_law_run(const nh_verifier *v, const nh_verify_input *in, nh_ball *outputs);
bool nh_verify_law_solve(const nh_verifier *v, const nh_verify_input *in, nh_ball *x, nh_ball *lambda);
/* What mu.NAME', E_ext and E_ext' stand for; undefined: the symbol is none of them, or, with *why, has no value. */
nh_expr nh_verify_law_value(const nh_verifier *v, nh_expr symbol, const char **why);

/* ---- verify_extended.c ---- */

/* Asks what can be said about the vakonomic equations, which is this formulation, where their motions are others. */
void nh_verify_extended_make(nh_verifier *v, const nh_form *form);
/* Asks about the energy, after the other balances. */
void nh_verify_extended_prepare(nh_verifier *v);
/* Other mu for the reference state. */
void nh_verify_extended_draw(nh_verifier *v);
/* Inside the guard. */
void nh_verify_extended_compare(nh_verifier *v, const nh_verify_input *in);

/* ---- verify_transposition.c ---- */

/* Of "transposition.D1[skate][x]" and its like; undefined, and *why. */
nh_expr nh_verify_transposition(nh_verifier *v, const char *name, const char **why);

/* ---- verify_forms.c ---- */

void nh_verify_forms_make(nh_verifier *v);
/* For the state: rows, variables. What does not apply there is noted. */
void nh_verify_forms_choose(nh_verifier *v, const nh_state *at);
/* Compares accelerations with these, inside the guard. */
void nh_verify_forms_compare(nh_verifier *v, const nh_verify_input *in, const nh_ball *x);
/* The accelerations and multipliers of equations in all accelerations, whose coefficients the tape gives. */
bool nh_verify_solve(const nh_verifier *v, const nh_equations *e, const nh_tape *tape, const nh_verify_input *in,
                     nh_ball *x, nh_ball *lambda);
/* A row that these accelerations certainly do not keep, since it depends on others in the velocities but says more;
 * NH_MODEL_NONE: there is none. */
uint32_t nh_verify_contradiction(const nh_verifier *v, const nh_verify_input *in, const nh_ball *x);
/* By algebra. */
void nh_verify_forms_prove(nh_verifier *v);

/* ---- verify_terms.c ---- */

/* The questions, and the inputs. */
void nh_verify_terms_prepare(nh_verifier *v);
/* The program for the choice at the state. */
void nh_verify_terms_choose(nh_verifier *v, const nh_state *at);
/* Whether what must have a value has one: NH_NO when it certainly has none. */
nh_truth nh_verify_need_is_met(nh_need_kind kind, const nh_ball *e);
void nh_verify_terms_compare(nh_verifier *v, const nh_verify_input *in);
/* All values of the current choice; room for the outputs of its tape. */
void nh_verify_terms_run(const nh_verifier *v, const nh_verify_input *in, nh_ball *values);

/* ---- verify_multipliers.c ---- */

/* Claims whose values are not the same for all multipliers that the equations of motion allow are not
 * decided; inside the guard. */
void nh_verify_multipliers_compare(nh_verifier *v, const nh_verify_input *in);

/* ---- verify_claims.c ---- */

void nh_verify_claims_prepare(nh_verifier *v);
/* What names stand for, with this choice and where these choices serve. */
typedef struct nh_claim_names {
    const nh_explicit *choice;
    uint32_t serving;
    const nh_balance *E, *E_star, *E_quasi; /* NULL: made when they are requested */
} nh_claim_names;

/* The difference of the sides of record i, with what names stand for put in; undefined, and *why, when something
 * in it is not computed. */
nh_expr nh_verify_claim(nh_verifier *v, size_t record, nh_claim_names *names, const char **why);
/* The same of what its sides need; false when something in that is not computed. */
bool nh_verify_claim_needs(nh_verifier *v, size_t record, nh_claim_names *names, nh_needs *needs, const char **why);

/* e, of record i, likewise. */
nh_expr nh_verify_claim_part(nh_verifier *v, size_t record, nh_expr e, nh_claim_names *names);

/* ---- verify_energies.c ---- */

/* Whether it does not matter which velocities are independent, or the model says it. */
bool nh_verify_choice_is_determined(const nh_verifier *v, const nh_explicit *choice);
/* E_star, E_quasi or a term of a balance, "E.forces", with the choice of these names. Undefined, and *why. */
nh_expr nh_verify_energy(nh_verifier *v, nh_claim_names *names, const char *name, const char **why);

/* ---- verify_pieces.c ---- */

void nh_verify_pieces_find(nh_verifier *v);
/* More states, on pieces that have none yet. */
void nh_verify_pieces_draw(nh_verifier *v, nh_verify_points *points, double t);
/* On which pieces the reference state is, inside the guard. */
void nh_verify_pieces_note(nh_verifier *v, const nh_ball *outputs, int prec);
/* Which of those that were not seen are proved to have no state. */
void nh_verify_pieces_conclude(nh_verifier *v);

/* ---- verify_choice.c ---- */

/* "voronec.B[a]" to voronec; NULL: it is not a name of a coefficient. */
const nh_form *nh_verify_form_of_name(const char *name);
void nh_verify_choices_find(nh_verifier *v);
/* Which of them serve at the state, bit by bit. */
uint32_t nh_verify_choices_serving(nh_verifier *v, const nh_state *at);
/* The number of that of the formulation, or of the general one for NULL. */
uint32_t nh_verify_choice_of(const nh_verifier *v, const nh_form *form);
/* nh_form_full_equations; those of chetaev are there already. */
nh_equations *nh_verify_full_equations(const nh_verifier *v, const nh_form *form);
/* The equations whose coefficients have names. */
const nh_verify_named *nh_verify_named_equations(nh_verifier *v, const nh_form *form);

/* ---- verify_prove.c ---- */

/* Of claims that hold at all states: whether they are proved. Of those that have a value at none: whether that is. */
void nh_verify_claims_prove(nh_verifier *v);
/* Whether all rows that were not used at some state are proved to hold where the others do. */
bool nh_verify_rows_follow(nh_verifier *v);

/* ---- verify_features.c ---- */

void nh_verify_features_find(nh_verifier *v);

/* ---- verify.c ---- */

/* Parameters, t, q and q' at a certified state, inside the guard. */
void nh_verify_load(const nh_verifier *v, const nh_certified *at, nh_ball *parameters, nh_ball *inputs, int prec);
/* The auxiliary numbers of constraint forces, from all other inputs; where there are none, no
 * claim with them is decided. */
void nh_verify_shares_solve(const nh_verifier *v, const nh_ball *parameters, nh_ball *inputs, int prec);
/* Notes that a value, relative to 1 + size, must be 0; inside the guard. */
void nh_verify_look(const nh_verifier *v, nh_verify_question *question, const nh_ball *value, const nh_ball *size,
                    int prec);

#endif
