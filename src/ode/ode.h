/* Integration of y' = f(t, y) over function pointers: no symbols, no mechanics.
 *
 *     nh_ode_def def = nh_default_ode();
 *     def.rtol = def.atol = 1e-10;
 *     nh_ode *ode = nh_ode_begin(arena, &problem, &def, t0, start, t1);
 *     while (nh_ode_step(ode) == NH_ODE_GOING)
 *         nh_ode_dense(ode, t, y);   // at a time within the last step; at its end nh_ode_time, nh_ode_state
 *
 * The methods are those of methods.def; the default is DOP853, explicit and of order 8, for problems that are not stiff
 * (docs/methods.md).
 *
 * Steps cannot stall or loop: each one moves t towards t1 by more than the spacing of doubles there, or the run ends
 * with a reason. The same input gives the same bits. Nothing is allocated after nh_ode_begin. A callback may leave by
 * a jump (base/protect.h): the run is then where the last accepted step left it. */
#ifndef NH_ODE_ODE_H
#define NH_ODE_ODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* What a callback says: 0 done; > 0 not possible here, try a smaller step; < 0 give up. Values that are not finite
 * count as > 0. f is never asked for a y that is not finite. */
typedef int (*nh_ode_function)(void *user, double t, const double *y, double *dydt);
/* Moves y, at time t, back to where it belongs. y is changed little. */
typedef int (*nh_ode_projection)(void *user, double t, double *y);

/* From one set of variables to another, at time t. */
typedef int (*nh_ode_change)(void *user, double t, const double *from, double *to);

typedef struct nh_ode_problem {
    size_t size; /* of y */
    nh_ode_function f;
    nh_ode_projection project; /* after each accepted step; NULL: none */
    void *user;                /* handed to all of them */
    /* Where others want to see the motion in other variables than those that f and the projection know: whatever
     * is given out is shown by `show`, and what is taken in is changed back by `take`, which does not fail.
     * NULL: they are the same. */
    size_t shown; /* how many there are */
    nh_ode_change show, take;
    /* How many times larger errors of y are in what is shown, near y; they count so. */
    double (*growth)(void *user, double t, const double *y);
} nh_ode_problem;

typedef struct nh_ode_def {
    double rtol, atol; /* the error of one step in each component is atol + rtol |y|; >= 0, not both 0; default 1e-10 */
    double first_step; /* > 0 in both directions; 0: chosen from the problem */
    double most_step;  /* 0: no limit */
    uint64_t most_steps;            /* 0: no limit; rejected ones count */
    const struct nh_method *method; /* NULL: the first of methods.def */
} nh_ode_def;

nh_ode_def nh_default_ode(void);

typedef enum nh_ode_status {
    NH_ODE_GOING,       /* a step was made; the last one ends at t1 exactly */
    NH_ODE_FINISHED,    /* no step was made, since t1 is reached */
    NH_ODE_STEP_SMALL,  /* the error cannot be brought down: the step would be below the spacing of doubles, or
                            1000 steps in a row moved t and y by less than 10^-12 of the span and of y */
    NH_ODE_REFUSED,     /* f or the projection failed at every step down to that size, or at the start */
    NH_ODE_GAVE_UP,     /* f or the projection said so */
    NH_ODE_STEPS_LIMIT, /* most_steps were made */
} nh_ode_status;

typedef struct nh_ode nh_ode;

typedef struct nh_ode_statistics {
    uint64_t steps, rejected; /* accepted; by error or by a callback */
    uint64_t evaluations;     /* of f */
    uint64_t projections;
    double first_step, least_step, largest_step; /* sizes of accepted ones */
} nh_ode_statistics;

/* Copies y0. t0 and t1 are finite; t1 may lie before t0. The state is (t0, y0) until the first step; f is not
 * evaluated before it. t1 = t0 is finished at once. */
nh_ode *nh_ode_begin(nh_arena *arena, const nh_ode_problem *problem, const nh_ode_def *def, double t0, const double *y0,
                     double t1);
/* One accepted step (NH_ODE_GOING), or the end. After an end it says the same again; the state is the last accepted
 * one. */
nh_ode_status nh_ode_step(nh_ode *ode);
nh_ode_status nh_ode_end(const nh_ode *ode); /* what the last step said; NH_ODE_GOING before the first */
double nh_ode_time(const nh_ode *ode);
const double *nh_ode_state(const nh_ode *ode);
double nh_ode_time_before(const nh_ode *ode);         /* where the last step began; before the first one, the time */
const double *nh_ode_state_before(const nh_ode *ode); /* the state there */
/* The solution at a time within the last step, by the interpolant of the method; not projected. May evaluate f (with
 * DOP853 three times a step, once). At the end of the step it is the state as it was before the projection, bit for
 * bit; the slope there is that of the projected one. False: f refused these evaluations, and y is the cubic with the
 * values and slopes at both ends; or it cannot be shown, and is not a number. If f gave up, so does the next step. */
bool nh_ode_dense(nh_ode *ode, double t, double *y);
/* The middle of the last step by the cubic with the values and slopes at both ends: rough, but nothing is evaluated. */
void nh_ode_middle(const nh_ode *ode, double *y);
/* Puts the state somewhere else and continues from there to t1, with a new first step: after an event that changes the
 * motion, or an end. Statistics and most_steps count on. There is no last step then: time_before is t. y may be the
 * state itself. */
void nh_ode_restart(nh_ode *ode, double t, const double *y);
/* Takes the last step back: the state is the one at its beginning again, with f as it was there, and there is no last
 * step. The step counts as a rejected one. */
void nh_ode_undo(nh_ode *ode);
/* Another t1, not after the run: at the time of the state or further on the way. Steps that follow do not cross it. */
void nh_ode_set_end(nh_ode *ode, double t1);
/* Another limit on the size of steps, > 0. */
void nh_ode_set_most_step(nh_ode *ode, double most_step);
nh_ode_statistics nh_ode_get_statistics(const nh_ode *ode);

#endif
