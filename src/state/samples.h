/* Examining expressions at admissible states that are certified: balls around states at which
 * the rows hold exactly. */
#ifndef NH_STATE_SAMPLES_H
#define NH_STATE_SAMPLES_H

#include "state/explicit/explicit.h"
#include "state/state.h"

typedef struct nh_samples nh_samples;

/* Up to `count` certified states around the given one, on the same component of the admissible states: with the same
 * signs of the roots of the explicit form, and joined by small steps where these do not tell; the given one is the
 * first where it can be certified. None where the system is large or the rows are singular. In the arena. */
nh_samples *nh_samples_make(nh_arena *arena, nh_states *states, const nh_explicit *form, const nh_state *around,
                            uint64_t seed, uint32_t count);
/* A state near `around`, by about `size` relative to its coordinates, velocities and 1 for the time, at which the rows
 * hold to rounding; false when that did not succeed. */
bool nh_samples_draw(nh_states *states, nh_random *random, const nh_state *around, double size, nh_state *state);
/* The same by small steps, where the first has no success: near double roots of rows. */
bool nh_samples_draw_slowly(nh_states *states, nh_random *random, const nh_state *around, double size, nh_state *state);
uint32_t nh_samples_count(const nh_samples *samples);
/* Of the first one: how many rates are proved to be independent. */
uint32_t nh_samples_rank(const nh_samples *samples);

typedef enum nh_seen {
    NH_SEEN_NOTHING, /* no value, or no certain digit */
    NH_SEEN_NONZERO, /* at some state it is certainly not zero */
    NH_SEEN_ZERO,    /* at all states it cannot be distinguished from zero, to many digits */
} nh_seen;

/* e in time, coordinates, velocities, parameters. */
nh_seen nh_samples_look(nh_samples *samples, nh_expr e);

/* For what is more than an expression: the outputs of a program at each state in turn, inside the guard. `use` gives
 * what it sees there; the first NONZERO ends it. */
typedef nh_seen (*nh_samples_use)(void *user, const nh_ball *outputs, int prec);
nh_seen nh_samples_run(nh_samples *samples, uint32_t outputs, const nh_expr *e, nh_samples_use use, void *user);

/* Whether at some state the rows of a matrix, row by row, are certainly independent; also when there are none. samples
 * may be NULL: nothing is seen. */
bool nh_samples_see_independent(nh_samples *samples, uint32_t rows, uint32_t columns, const nh_expr *matrix);

/* Whether a value is zero, relative to the size of what it was made from. Inside the guard. */
nh_seen nh_seen_of(const nh_ball *value, const nh_ball *size);

#endif
