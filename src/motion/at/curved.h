/* Accelerations of systems with rows that are not linear in them (model/curved_rows.h), at given states.
 *
 *     nh_curved *curved = nh_curved_make(arena, model);
 *     nh_curved_set(curved, parameters);
 *     if (nh_curved_at(curved, t, q, v) == NH_CURVED_FOUND) (void)nh_curved_accelerations(curved);
 *
 * Gauss' principle: of all accelerations a that satisfy the rows g(a) = 0, those of the motion make the compulsion
 * (a - f).M (a - f)/2, M f the forces, stationary. That is the condition of Chetaev for accelerations,
 *
 *     M a - sum lambda_j dg_j/dq''(a) = M f,     g(a) = 0
 *
 * These equations can have several solutions: branches. The one that is meant is nearest to the initial accelerations
 * that the model gives, if it gives any, and else the one of least compulsion; along a motion it is followed. All that
 * Newton's method finds from many accelerations are compared; that there are no others is not proved. */
#ifndef NH_MOTION_AT_CURVED_H
#define NH_MOTION_AT_CURVED_H

#include "model/curved_rows.h"
#include "num/ball/ball.h"

typedef enum nh_curved_status {
    NH_CURVED_FOUND,
    NH_CURVED_NONE, /* no accelerations were found that satisfy the equations, or none that they determine */
    NH_CURVED_LOST, /* along a motion: the branch ends */
} nh_curved_status;

/* How the accelerations were chosen, at a state that was not reached along a motion. */
typedef struct nh_curved_choice {
    uint32_t branches; /* that were found */
    bool is_near;      /* nearest to the initial accelerations; else of least compulsion */
    bool is_tied;      /* another branch has the same distance or compulsion */
    double off;        /* how far the branch is from held initial accelerations, relative; 0: none are held */
    uint32_t worst;    /* the coordinate of which that is */
} nh_curved_choice;

typedef struct nh_curved nh_curved;

/* Why there are none, in words. */
extern const char *const nh_curved_problem;

/* For a model whose tangents act. */
nh_curved *nh_curved_make(nh_arena *arena, const nh_model *model);
/* Values of all parameters of the model, in its order. */
void nh_curved_set(nh_curved *curved, const double *parameters);
/* From then on branches are followed from state to state, or not. */
void nh_curved_follow(nh_curved *curved, bool follows);
nh_curved_status nh_curved_at(nh_curved *curved, double t, const double *q, const double *v);
/* The accelerations that were found last, into the parameters that stand for them. */
void nh_curved_fill(const nh_curved *curved, double *parameters);
nh_curved_choice nh_curved_choice_of(const nh_curved *curved);
/* All accelerations that were found last: n. */
const double *nh_curved_accelerations(const nh_curved *curved);
/* The same in balls, inside the guard, near those that were found last in doubles at the same state: fills the
 * parameters that stand for accelerations. The rows that are used: numbers among the acting ones. False, and no
 * numbers: it is not proved that there is one solution near them. */
bool nh_curved_balls(const nh_curved *curved, nh_ball *parameters, const nh_ball *inputs, uint32_t rank,
                     const uint32_t *used, int prec);

#endif
