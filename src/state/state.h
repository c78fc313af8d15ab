/* Admissible states: (t, q, q') that satisfy all imposed rows, geometric ones differentiated too.
 *
 * A start comes from the initial values of the model by the rules of docs/language.md: what is held stays, what is
 * guessed or not given is moved as little as possible (in the metric of the mass matrix where it is positive
 * definite, else in the Euclidean one) until the rows hold; of two roots the one that this reaches is taken. Held
 * values that break a row are moved too, with a remark. */
#ifndef NH_STATE_STATE_H
#define NH_STATE_STATE_H

#include "base/random.h"
#include "model/model.h"
#include "num/ball/ball.h"

/* The rows, the metric and the initial values of a model as programs: made once, used for many states. */
typedef struct nh_states nh_states;

typedef struct nh_state {
    double t;
    double *q, *v; /* n each */
} nh_state;

/* parameters: the values of all parameters of the model, in its order. */
nh_states *nh_states_make(nh_arena *arena, const nh_model *model, const double *parameters);
/* The same of states at which further equations hold, zero[i] = 0 in t, q, q', that are no constraints of the motion:
 * their rates need not hold. Coordinates and velocities are moved together until all of it holds, and a certified state
 * is one at which all of it does. */
nh_states *nh_states_make_on(nh_arena *arena, const nh_model *model, const double *parameters, uint32_t count,
                             const nh_expr *zero);
const nh_model *nh_states_model(const nh_states *states);
const double *nh_states_parameters(const nh_states *states); /* as they were given */

typedef enum nh_start_status {
    NH_START_FOUND,
    NH_START_NONE,      /* no initial values and no random start */
    NH_START_NOT_FOUND, /* the rows cannot be made to hold from there; diagnostics say which and by how much */
} nh_start_status;

/* The start at time t. Remarks about what moved go to the diagnostics of the context: a note or a warning with old
 * and new values, an error for NH_START_NOT_FOUND. state->q and v have room for n each. */
nh_start_status nh_states_start(nh_states *states, double t, nh_state *state);
/* Leaves with NH_E_MODEL where the model has no initial values and no random start. */
void nh_states_require_initials(const nh_model *model);
/* The start where there must be one: leaves with NH_E_MODEL where there is none. */
void nh_states_require_start(nh_states *states, double t, nh_state *state);
/* The same, but a random admissible state where the model has no initial values. */
void nh_states_require_any(nh_states *states, double t, nh_state *state);

/* Where the initial values lead before anything is drawn: the rows hold, perhaps with a lower rank than around. False
 * when they do not. Nothing is said. */
bool nh_states_given(nh_states *states, double t, nh_state *state);

/* A random admissible state near the start values if there are any, else around 0, within the assumptions of the
 * model; false when none was found in `tries` attempts. */
bool nh_states_random(nh_states *states, nh_random *random, double t, int tries, nh_state *state);

/* A random admissible state at some distance from another one: `size` times its largest coordinate, and its largest
 * velocity, or times 1 if that is more and the scale is to be `unit`. state->t is that of the other. */
bool nh_states_random_around(nh_states *states, nh_random *random, const nh_state *around, double size, bool unit,
                             nh_state *state);

/* Whether the assumptions of the model hold at a state. */
bool nh_states_are_assumed(nh_states *states, const nh_state *state);

/* Moves the state to the nearest one that satisfies the rows, to rounding: for projection along a run. False when it
 * does not get there. The state is changed only on success. Allocates nothing. */
bool nh_states_project(nh_states *states, nh_state *state);

/* The same by steps that are shortened, as many as are needed: for states that are not close, and rows with
 * double roots. It allocates. */
bool nh_states_admit(nh_states *states, nh_state *state);

/* The largest residual of the rows at a state, and of geometric rows differentiated, each relative to the size of
 * its terms; *row, if not NULL, is the number in model->rows where it is. Not a number where a row has no value. */
double nh_states_residual(nh_states *states, const nh_state *state, uint32_t *row);

/* Which imposed rows are independent at a state, in the order of the text (metric as above): redundant[i] for each
 * of model->rows, true also for rows that are not imposed, or have accelerations; returns the rank. */
uint32_t nh_states_rank(nh_states *states, const nh_state *state, bool *redundant);
/* The same strictly in that order. The one above takes the components of one vector equation together: of those that
 * depend on each other the ones that are best conditioned at the state. */
uint32_t nh_states_rank_in_order(nh_states *states, const nh_state *state, bool *redundant);
/* The same with those that are well conditioned at the state, where rows depend on each other: a row whose coefficients
 * are nearly 0 there does not go before one that is as good elsewhere. */
uint32_t nh_states_best_rows(nh_states *states, const nh_state *state, bool *redundant);

/* Which rows with accelerations are independent at a state of each other, and of the rates of the rows that are not
 * redundant: redundant[i] of these is set. Returns how many. */
uint32_t nh_states_accelerated(nh_states *states, const nh_state *state, bool *redundant);

/* Rows that restrict the admissible states but have lost their gradient at this one, or a gradient that is
 * independent of the others: (x' - y)^2 = 0, |A' - B'| = 0, homogeneous rows at rest. Such a row is not redundant,
 * and no multiplier can keep it: the rank condition [Simple] (3) fails, and the equations of motion do not
 * determine what follows. lost[i] for each of model->rows; returns whether there is one. Nothing is said about states
 * at which the rows do not hold. */
bool nh_states_find_lost(nh_states *states, const nh_state *at, bool *lost);
/* Whether a motion with these accelerations keeps the lost rows all the same. It may where each of them has a
 * gradient, which depends on those of the others: six rods that carry a plate as three would. Then the other
 * rows determine the motion. */
bool nh_states_motion_keeps(nh_states *states, const nh_state *at, const bool *lost, const double *a);
/* "the rank condition fails there: ...", of the first of them; place: "there", "where it holds". In the arena. */
const char *nh_states_lost_reason(nh_states *states, const nh_state *at, const bool *lost, const char *place,
                                  nh_arena *arena);

/* Whether a row has a gradient by the velocities at a state, next to rounding, which stays about the same around it. */
bool nh_states_has_gradient(nh_states *states, const nh_state *at, uint32_t row);

/* ---- states with a proof ---- */

/* A state that satisfies the rows exactly, enclosed in balls.
 *
 * Certified means: within the balls there is exactly one state, of those that differ from a fixed state of doubles by a
 * combination of fixed directions (W^-1 J^T there, with the metric above), at which the independent rows hold, and
 * these are independent there. Redundant rows hold at the same states only if they follow from the others for some
 * deeper reason, which no ball can tell: of them it is known that their balls contain 0. */
typedef struct nh_certified {
    bool is_certified;
    const char *reason; /* why not, in words; NULL when it is */
    /* Why not: rows that hold to rounding were not proved to hold, though nothing jumps, or have a lower
     * rank than at other states. */
    bool is_without_root;
    const nh_ball_data *t, **q, **v; /* n each; NULL when it is not certified. t is exact */
    nh_state middle;                 /* their midpoints, rounded: a state to examine */
    double radius;   /* the largest of the balls, relative to the value; to the largest of its kind for one around 0 */
    double distance; /* no coordinate or velocity is further from the state that was given; a bound */
    uint32_t rank;   /* of the rates by the velocities: how many are proved to be independent */
    uint32_t positions;          /* the same of the geometric rows by the coordinates */
    uint32_t redundant;          /* geometric rows and rates that are not among them */
    bool redundant_contain_zero; /* the balls of all of these contain 0; true when there are none */
} nh_certified;

/* A state near the given one to `digits` decimal digits, 1 .. NH_STATE_DIGITS_MOST: every radius is at most 10^-digits
 * of the value (of the largest coordinate, or velocity, for a ball around 0). Values that no row moves stay the doubles
 * that they are. Parameters have the exact values of the model, but those that nh_states_make was given otherwise: they
 * are the doubles. False, with a reason: the rows do not hold near there, or lose rank, or jump, or contradict each
 * other, or are too many. Everything that is given out lives in the arena. */
#define NH_STATE_DIGITS_MOST 100000
/* From now on certified states are moved a little, by some 10^-12 of their values, to numbers that are
 * irrational: doubles are multiples of powers of 2, and what is true of all of them, such as sin(2^60 pi x) = 0,
 * need not be true of others. */
void nh_states_skew(nh_states *states);
bool nh_states_certify(nh_states *states, const nh_state *near, int digits, nh_arena *arena, nh_certified *out);
/* The same near a random admissible state; as nh_states_random, with the reason of the last attempt. */
bool nh_states_random_certified(nh_states *states, nh_random *random, double t, int tries, int digits, nh_arena *arena,
                                nh_certified *out);

#endif
