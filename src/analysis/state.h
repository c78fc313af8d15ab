/* Admissible states: (t, q, q') that satisfy all imposed rows, geometric ones differentiated too.
 *
 * A start comes from the initial values of the model by the rules of docs/language.md: what is held stays, what is
 * guessed or not given is moved as little as possible (in the metric of the mass matrix where it is positive
 * definite, else in the Euclidean one) until the rows hold; of two roots the one that this reaches is taken. Held
 * values that break a row are moved too, with a remark. */
#ifndef NH_ANALYSIS_STATE_H
#define NH_ANALYSIS_STATE_H

#include "base/random.h"
#include "model/model.h"

/* The rows, the metric and the initial values of a model as programs: made once, used for many states. */
typedef struct nh_states nh_states;

typedef struct nh_state {
    double t;
    double *q, *v; /* n each */
} nh_state;

/* parameters: the values of all parameters of the model, in its order. */
nh_states *nh_states_make(nh_arena *arena, nh_model *model, const double *parameters);

typedef enum nh_start_status {
    NH_START_FOUND,
    NH_START_NONE,      /* no initial values and no random start */
    NH_START_NOT_FOUND, /* the rows cannot be made to hold from there; diagnostics say which and by how much */
} nh_start_status;

/* The start at time t. Remarks about what moved go to the diagnostics of the context: a note or a warning with old
 * and new values, an error for NH_START_NOT_FOUND. state->q and v have room for n each. */
nh_start_status nh_states_start(nh_states *states, double t, nh_state *state);

/* A random admissible state near the start values if there are any, else around 0, within the assumptions of the
 * model; false when none was found in `tries` attempts. */
bool nh_states_random(nh_states *states, nh_random *random, double t, int tries, nh_state *state);

/* Moves the state to the nearest one that satisfies the rows, to rounding: for projection along a run. False when it
 * does not get there. The state is changed only on success. Allocates nothing. */
bool nh_states_project(nh_states *states, nh_state *state);

/* The largest residual of the rows at a state, and of geometric rows differentiated, each relative to the size of
 * its terms; *row, if not NULL, is the number in model->rows where it is. Not a number where a row has no value. */
double nh_states_residual(nh_states *states, const nh_state *state, uint32_t *row);

/* Which imposed rows are independent at a state, in the order of the text (metric as above): redundant[i] for each
 * of model->rows, true also for rows that are not imposed; returns the rank. */
uint32_t nh_states_rank(nh_states *states, const nh_state *state, bool *redundant);

#endif
