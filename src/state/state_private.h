/* How admissible states are found: the parts of nh_states and what its files give each other.
 *
 *     state.c          making, and the questions of the public header
 *     state_rows.c     programs for the equations, their derivatives and the metric
 *     state_metric.c   the metric, and which equations are independent (dense, small systems)
 *     state_sparse.c   the same by one sparse factorisation (large systems)
 *     state_solve.c    the nearest point at which equations hold
 *     state_start.c    the start: guesses, stages, what is held; sentences about all this
 *     state_held.c     held values that break a row
 *     state_regular.c  starts at which the rank drops
 *     state_certify.c  the rows in balls; states with a proof
 *     state_accelerated.c  rows with accelerations, which restrict no state
 *     state_lost.c     rows that restrict the states but have lost their gradient
 *
 * A point is z = (q, v), 2n numbers. An equation is e(t, z) = 0: first the geometric rows f, then one rate for each
 * imposed row, then the relations among the initial values (quantity - value). A solution concerns a part of them,
 * `active`, and moves a part of the unknowns, `free`. */
#ifndef NH_STATE_STATE_PRIVATE_H
#define NH_STATE_STATE_PRIVATE_H

#include "num/linear/basis.h"
#include "num/linear/sparse.h"
#include "state/state.h"
#include "tape/program.h"

/* An equation is redundant when so little of its gradient is left besides the earlier ones; as
 * in motion/at/dynamics.c. */
#define NH_STATE_DEPENDENT 1e-10
/* In a step towards the equations, first. At a distance h from admissible states a redundant equation seems
 * independent by about h, and its residual, which rounding e falsifies, would move the state by e/h: less than h
 * only for h above sqrt(e). */
#define NH_STATE_DEPENDENT_STEP 1e-7
/* An equation holds when its residual is below the first of these, relative to its terms; below the second where
 * rounding allows no better. */
#define NH_STATE_HOLDS 1e-13
#define NH_STATE_HOLDS_BARELY 1e-11
/* Beyond this many coordinates balls take long. */
#define NH_STATE_BALLS_MOST 120
/* Above this many unknowns (q and v) the sparse way is taken. */
#define NH_STATE_DENSE_MOST 400

typedef enum nh_equation_kind {
    NH_EQUATION_GEOMETRIC,
    NH_EQUATION_RATE,
    NH_EQUATION_FURTHER, /* no row: nh_states_make_on */
    NH_EQUATION_RELATION
} nh_equation_kind;

typedef struct nh_equation {
    nh_equation_kind kind;
    uint32_t number;  /* in model->rows, or model->initials */
    bool is_velocity; /* velocities occur in it */
    bool is_held;     /* of a relation: it is held, not guessed */
} nh_equation;

/* How one coordinate or velocity is given at the start. */
typedef enum nh_given { NH_GIVEN_NOT, NH_GIVEN_GUESSED, NH_GIVEN_HELD } nh_given;

/* The sparse system [W, J^T; J, -D]; state_sparse.c. */
typedef struct nh_state_sparse nh_state_sparse;
/* Gradients of all rows by the accelerations; state_accelerated.c. */
typedef struct nh_state_accelerated nh_state_accelerated;
/* What the rows in balls need; state_certify.c. */
typedef struct nh_state_balls nh_state_balls;

/* The velocities that were chosen last (explicit_choose.c): one state is often requested by one
 * formulation after the other. */
typedef struct nh_last_choice {
    double *state; /* t, q, v; NULL: nothing was chosen yet */
    uint32_t k, *rows, *dependent;
    bool refused;
} nh_last_choice;

struct nh_states {
    const nh_model *model;
    nh_last_choice last_choice;
    nh_arena *arena;
    uint32_t n;         /* coordinates */
    uint32_t size;      /* 2n: unknowns */
    uint32_t geometric; /* equations of geometric rows, the first */
    uint32_t rates;     /* of geometric rows and rates */
    uint32_t rows;      /* of these and further equations */
    uint32_t further;   /* of these: with some, coordinates and velocities are moved together */
    const nh_expr *zero;
    uint32_t count; /* with relations */
    nh_equation *equations;
    bool is_skew; /* certified states are near no double */

    nh_program *row_program, *relation_program, *mass_program, *value_program, *assumption_program;
    nh_program *slope_program; /* sizes of the derivatives of rows; made when it is first requested */
    double *inputs;            /* t, q, v */
    nh_expr_matrix J;          /* count x 2n; the entries of J.entry as numbers are in `slope` */
    nh_expr_matrix M;          /* n x n */
    double *value;             /* count: residuals */
    double *terms;             /* count: sums of the absolute values of their terms */
    double *slope;             /* J.start[count] */
    double *mass;              /* M.start[n] */

    /* what a solution is about */
    bool *is_free;        /* 2n */
    bool *is_active;      /* count */
    double dependent;     /* NH_STATE_DEPENDENT or NH_STATE_DEPENDENT_STEP */
    double holds;         /* residuals below this count as 0 */
    bool is_in_order;     /* the components of one constraint are taken one by one */
    uint32_t looks;       /* in balls at rows that were left out */
    bool is_affine_first; /* in a step: equations that are affine in what is free go before others */
    bool *is_affine;      /* count: geometric rows in the coordinates, others in the velocities */
    /* By number in model->rows: where a proof marks left out rows that are certainly not 0; NULL: nowhere. */
    bool *violated;
    const bool *left_out; /* rows: nh_state_choose_rows leaves these equations out; NULL: none */
    bool is_drawn;        /* the solution is not the nearest: the way there ends where rows have no value */
    bool is_definite;     /* the metric is that of the mass matrix */
    double *reference;    /* 2n: least movement is measured from here */
    uint32_t rank;        /* of the active equations, dense way only */
    const uint32_t *used; /* rank: the independent ones, in order */
    bool *is_redundant;   /* count */

    /* the dense way */
    double *factor; /* 2 blocks n x n: Cholesky factors for q and v */
    nh_basis *basis;
    uint32_t *group; /* count: the equations of one constraint */
    /* the sparse way; NULL when the dense one is taken */
    nh_state_sparse *sparse;

    double *row_vectors[4]; /* count each */
    double *vectors[13];    /* 2n each */
    double *point;          /* 2n: the state that is asked about */
    /* how much was done, for tests */
    uint64_t evaluations, factorisations;

    nh_given *given;      /* 2n */
    uint32_t *given_by;   /* 2n: the number in model->initials */
    uint32_t value_count; /* of direct initial values: their unknowns and numbers below */
    uint32_t *value_unknown;

    nh_state_accelerated *accelerated; /* NULL until it is requested */
    const double *parameters;          /* as they were given, in the order of the model */
    nh_state_balls *balls;             /* NULL until a proof is requested */
    uint32_t usual_rank;               /* of the rows, at states near the one for which a proof is requested */
};

/* ---- state_rows.c ---- */

void nh_state_make_rows(nh_states *s, const double *parameters);
/* Residuals and their derivatives at (t, z): of rows, and of the relations where one is active. False when an active
 * one has no finite value. */
bool nh_state_evaluate(nh_states *s, double t, const double *z);
/* The same where an equation that holds exactly has no gradient, as |P' - Q'| = 0 where P' = Q': it is 0 then. */
bool nh_state_evaluate_held(nh_states *s, double t, const double *z);
/* The sizes of the terms of all derivatives of rows at (t, z), entry by entry of s->J. */
const double *nh_state_evaluate_slopes(nh_states *s, double t, const double *z);
/* The mass matrix at z; false when it is not finite. */
bool nh_state_evaluate_mass(nh_states *s, double t, const double *z);
/* The values of the directly given unknowns at time t, in the order of value_unknown. */
const double *nh_state_evaluate_values(nh_states *s, double t);
bool nh_state_assumptions_hold(nh_states *s, double t, const double *z);
/* The size of the largest unknown. */
double nh_state_largest(const nh_states *s, const double *z);
/* The residual of equation e, as last evaluated at z, of which that is the largest, relative to
 * the size of its terms. */
double nh_state_relative(const nh_states *s, uint32_t e, const double *z, double largest);
/* The largest of these among active equations; *which, if not NULL, is where. */
double nh_state_worst(const nh_states *s, const double *z, uint32_t *which);

/* ---- state_metric.c ---- */

/* Prepares the metric at z for the unknowns that are free. */
void nh_state_set_metric(nh_states *s, double t, const double *z);
/* y = W x, for free unknowns; 0 elsewhere. */
void nh_state_metric_multiply(const nh_states *s, const double *x, double *y);
double nh_state_norm(nh_states *s, const double *x); /* sqrt(x W x) */
/* Takes the derivatives that were evaluated last: finds the independent equations. */
void nh_state_linearise(nh_states *s);
/* The step of least norm with J d = -c for the independent equations. */
void nh_state_normal_step(nh_states *s, const double *c, double *d);
/* d = -W^-1 g, made tangent to the equations: J d = 0. lambda, if not NULL, gets the multipliers:
 * W d = J^T lambda - g. */
void nh_state_tangent(nh_states *s, const double *g, double *d, double *lambda);

/* ---- state_sparse.c ---- */

nh_state_sparse *nh_state_sparse_make(nh_states *s);
void nh_state_sparse_factor(nh_states *s);
void nh_state_sparse_solve(nh_states *s, const double *g, const double *c, double *d, double *lambda);
/* As nh_states_rank, where so much of a row must be left besides those before it. */
uint32_t nh_state_rank_above(nh_states *s, const nh_state *state, double tolerance, bool *redundant);
/* Which active equations are redundant, as linearised last: the best conditioned ones are not. */
void nh_state_pivot_rows(nh_states *s, uint32_t rank);
/* The rank of the rates by the velocities, as evaluated last, by elimination; redundant by row of the model. */
uint32_t nh_state_sparse_rank(nh_states *s, bool *redundant);
/* Entries of the factor: how much one factorisation costs. */
int nh_state_sparse_fill(const nh_states *s);

/* ---- state_solve.c ---- */

/* Moves z, whose metric was set, by steps of least norm until the active equations hold to rounding. False: they do
 * not; z is then where the independent ones hold best. */
bool nh_state_restore(nh_states *s, double t, double *z);
/* The point nearest to s->reference that is found from there, with some tries from points around it. */
bool nh_state_solve(nh_states *s, double t, double *z, nh_random *random, int tries);
/* The same from one point around it, about `size` of its size away; how far from s->reference the solution is. */
bool nh_state_solve_beside(nh_states *s, double t, double *z, nh_random *random, double size, double *way);

/* ---- state.c ---- */

/* All unknowns of coordinates, of velocities or both are free; geometric rows, rates or both are active. */
void nh_state_choose_rows(nh_states *s, bool positions, bool velocities);
/* The rows of coordinates, of velocities or both at a state, evaluated and linearised, with the metric there: which are
 * independent by the usual tolerance. False: they have no value. */
bool nh_state_linearise_at(nh_states *s, const nh_state *at, bool positions, bool velocities);
/* q and v side by side. */
void nh_state_load(const nh_states *s, const nh_state *state, double *z);
/* Makes rows inactive whose gradients by what is free are rounding: that of (x' - y')^2 where it holds. What is
 * evaluated belongs to z. */
void nh_state_silence_noise(nh_states *s, double t, const double *z);
/* The arrays of the dense way, in the arena. */
void nh_state_make_dense(nh_states *s, nh_arena *arena);

/* The largest of the coordinates, or of the velocities; 1 where none is above `rests`. */
double nh_state_spread(const double *x, size_t count, double rests);
/* Moves n coordinates and velocities by normal numbers of this size next to them. */
void nh_state_scatter(nh_random *random, size_t n, const nh_state *around, double size, double rests, nh_state *to);
/* Moves z to where all rows hold, coordinates first, whatever is held. */
bool nh_state_admit(nh_states *s, double t, double *z);

/* ---- state_lost.c ---- */

/* Rows, by number in the model, of which an equation depends on others at the state, and yet is not 0 at all states
 * around it where these hold: lost[i]. False: none was seen. s->left_out is NULL. */
bool nh_state_find_restricting(nh_states *s, const nh_state *at, bool *lost);
/* Whether, at a very small distance, the gradient of a row is much longer than at the state, or so little is left of
 * one next to the others: a place where it vanishes or depends on them is that near. */
bool nh_state_is_next_to_singular(nh_states *s, const nh_state *at);

/* ---- state_start.c, state_held.c, state_regular.c, state_start.c ---- */

typedef struct nh_start {
    nh_states *s;
    double t;
    nh_random random;
    double *guess; /* 2n: the values given, guesses approached, else 0 */
    double *z;     /* 2n: where the search is */
    double *held;  /* 2n: given values of held unknowns */
} nh_start;

typedef enum nh_stage { NH_STAGE_POSITIONS, NH_STAGE_VELOCITIES, NH_STAGE_JOINT } nh_stage;

void nh_state_guess(nh_start *start);
/* Chooses the unknowns of the stage and the equations that concern them; held unknowns are free where release says
 * so, relations are active where with_relations says so. */
void nh_state_choose(nh_start *start, nh_stage stage, const bool *release, bool with_relations);
bool nh_state_run_stage(nh_start *start, nh_stage stage, int tries);

/* Moves what is held, and says so; false when that is not enough, or too far, and start->z is as before. */
bool nh_state_move_held(nh_start *start);
nh_start_status nh_state_make_regular(nh_start *start);

/* That what is held was moved. */
void nh_state_report_moved(nh_start *start);
/* here, usual: which rows are redundant at the start, and at states nearby. */
void nh_state_report_drawn(nh_start *start, const bool *here, const bool *usual);
void nh_state_report_singular(nh_start *start, const bool *here, const bool *usual);
double nh_state_held_size(const nh_start *start, uint32_t unknown);

#endif
