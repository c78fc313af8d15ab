/* Rows as the choice of dependent velocities sees them: which velocities occur in which row, with which coefficients,
 * and what these are at a state. */
#ifndef NH_STATE_EXPLICIT_OUTLINE_H
#define NH_STATE_EXPLICIT_OUTLINE_H

#include "state/state.h"

typedef enum nh_coefficient { NH_COEFFICIENT_NUMBER, NH_COEFFICIENT_FREE, NH_COEFFICIENT_VELOCITIES } nh_coefficient;
/* A row by one velocity, after clearing: one, when no roots of other velocities are left either. */
typedef enum nh_power { NH_POWER_NOT_KNOWN, NH_POWER_ONE, NH_POWER_ROOT, NH_POWER_OTHER } nh_power;

/* A velocity in a row: the coefficient is the derivative of the row. */
typedef struct nh_outline_entry {
    uint32_t velocity;
    nh_coefficient coefficient;
    uint32_t coupled, coupled_end; /* velocities in the coefficient: places in outline.coupled */
    nh_power power;                /* requested only where the coefficient contains the velocity itself */
    double value;                  /* of the coefficient at the state, the row scaled to length 1 */
} nh_outline_entry;

typedef struct nh_outline {
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n, k;
    nh_expr *rate;
    const nh_expr *velocity; /* n: the symbols */
    uint32_t *start;         /* k + 1 */
    nh_outline_entry *entry; /* by row, velocities rising */
    uint32_t *coupled;
    bool *is_affine; /* k: all coefficients are free of velocities */
    bool *has_roots; /* k: of velocities */
    bool *is_square; /* k: a polynomial of degree 2 in the velocities, after clearing */
} nh_outline;

nh_outline *nh_outline_make(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows);

#endif
