/* How explicit forms are made: their parts and what their files give each other.
 *
 *     explicit.c          making: rows, blocks in their order, alpha; signs at a state, restriction
 *     explicit_solve.c    which rows give which velocities, and in which order; one block solved for its velocities
 *     explicit_triangular.c  coupled nonlinear rows of one block, branch by branch
 *     explicit_derive.c   derivatives of alpha, change of choice
 *     explicit_outline.c  rows as choosing sees them: coefficients, couplings, numbers at a state; how
 *                         difficult a form would be
 *     explicit_choose.c   dependent velocities for a state
 *     explicit_pivots.c   the same for large systems, by sparse elimination
 *
 * Rows and dependent velocities are numbered from 0 below k, velocities of the system as their coordinates. */
#ifndef NH_STATE_EXPLICIT_EXPLICIT_PRIVATE_H
#define NH_STATE_EXPLICIT_EXPLICIT_PRIVATE_H

#include "base/array.h"
#include "base/map.h"
#include "state/explicit/explicit.h"
#include "state/explicit/outline.h"

#define NH_EXPLICIT_NONE UINT32_MAX

/* ---- explicit_solve.c: blocks ---- */

/* Row r contains the velocities velocity[start[r]] .. velocity[start[r+1]-1], each once. */
typedef struct nh_incidence {
    uint32_t count; /* rows, and as many velocities */
    const uint32_t *start, *velocity;
} nh_incidence;

/* Block b has the rows row[start[b]] .. row[start[b+1]-1], rising, and the velocities that belong to them. It contains
 * other velocities of earlier blocks only. */
typedef struct nh_blocks {
    uint32_t count;
    uint32_t *start;       /* count + 1 */
    uint32_t *row;         /* all of them */
    uint32_t *velocity_of; /* by row; each velocity once */
} nh_blocks;

/* In the arena. Where no assignment of velocities to the rows that contain them exists, some rows get velocities
 * that they do not contain. */
nh_blocks nh_explicit_blocks(nh_arena *arena, const nh_incidence *incidence);

/* ---- explicit_solve.c: shapes ---- */

/* A block solved: other dependent velocities occur in it as symbols. */
typedef struct nh_solved {
    bool is_solved;
    uint32_t size;    /* velocities */
    uint32_t chooser; /* the velocity whose sign is open; size: none is */
    uint32_t count;
    nh_expr *e; /* count: the values, as many halves: value + sign * half; then what must not be zero */
} nh_solved;

typedef struct nh_shapes {
    nh_pool *pool;
    nh_arena *arena; /* of what is kept */
    nh_arena *work;
    nh_map chains; /* hash of a shape to a list of what is known */
} nh_shapes;

nh_shapes nh_shapes_make(nh_pool *pool, nh_arena *arena, nh_arena *work);
/* What was kept for an expression that differs from this one in its symbols only, with these marked symbols at
 * the same places; renamed. */
bool nh_shapes_find(nh_shapes *shapes, nh_expr key, uint32_t count, const nh_expr *marked, nh_solved *found);
void nh_shapes_keep(nh_shapes *shapes, nh_expr key, uint32_t count, const nh_expr *marked, const nh_solved *solved);

/* ---- explicit.c: forms of rows ---- */

/* The row as an equation for the velocities, without names, simplified where that is short and where it may help. */
nh_expr nh_explicit_rate(nh_shapes *shapes, const nh_model *model, uint32_t row);
/* Simplifies all of them together, or leaves them as they are when that takes long. */
void nh_explicit_simplify(nh_shapes *shapes, size_t count, nh_expr *e);
/* Whether roots or functions of velocities occur in e. */
bool nh_explicit_has_roots(nh_pool *pool, nh_expr e);

/* ---- explicit_solve.c ---- */

/* rows = 0 for as many velocities. */
nh_solved nh_explicit_solve(nh_shapes *shapes, uint32_t size, const nh_expr *rows, const nh_expr *velocities);
/* The same for rows that are linear in the velocities, without normal forms: x as a program, whose common parts are
 * shared. What was divided by is added to the list. False when no pivot is found that is certainly not zero. */
bool nh_explicit_solve_long(nh_pool *pool, nh_arena *work, uint32_t size, const nh_expr *rows,
                            const nh_expr *velocities, nh_expr *x, nh_exprs *pivots);

/* ---- explicit_triangular.c ---- */

/* Branches that one sign can tell apart. */
#define NH_TRIANGULAR_BRANCHES 2

/* Real branches of the solution, and what must not be zero. */
typedef struct nh_triangular {
    uint32_t count;
    nh_expr *value; /* count x velocities */
    nh_exprs pivots;
} nh_triangular;

/* Few rows that are polynomials in as many velocities; false when they are not solved, or have more branches. */
bool nh_explicit_solve_triangular(nh_pool *pool, nh_arena *work, uint32_t size, const nh_expr *rows,
                                  const nh_expr *velocities, nh_triangular *found);

/* ---- explicit.c ---- */

/* The form with what its other questions need. */
typedef struct nh_explicit_parts {
    nh_explicit form; /* first: the public pointer is one to the whole */
    nh_arena *arena;
    bool is_unsolved;       /* nothing is solved, and nothing that is not needed is divided by */
    nh_expr *rate;          /* k: the rows */
    nh_expr *velocity;      /* k: dependent velocities */
    nh_map number;          /* a dependent velocity to its number */
    nh_map sign_number;     /* a sign to its number */
    nh_incidence incidence; /* which of them occur in which row */
    nh_blocks blocks;
    uint32_t *block_of;      /* k: of a dependent velocity */
    nh_expr *measure;        /* k, where a sign is open: of the velocities, it has that sign */
    nh_expr *stand;          /* k: alpha, or a name for it where it is long */
    const nh_expr **inverse; /* by block: the inverse of dphi/dq_d'; NULL: not known yet */
    nh_map *first;           /* w to an array of first derivatives, by dependent velocity */
} nh_explicit_parts;

/* ---- explicit_outline.c ---- */

/* How difficult the form with these dependent velocities would be, by what the outline tells: lower is simpler. */
uint32_t nh_outline_class(const nh_outline *outline, const uint32_t *dependent);

/* ---- explicit_pivots.c ---- */

/* k dependent velocities, rising, among those that are allowed (n flags). False when these do not suffice; then
 * dependent is filled all the same if `anyway` says so. */
bool nh_outline_eliminate(const nh_outline *outline, const bool *allowed, bool anyway, uint32_t *dependent);
/* Whether the rows can be solved for them at the state. */
bool nh_outline_is_solvable(const nh_outline *outline, const uint32_t *dependent);

#endif
