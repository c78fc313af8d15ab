/* Switches: places at which the equations of motion change their form.
 *
 * `if`, `sign`, `abs`, `min`, `max` and `mod` make equations that are smooth in pieces. A step across such a place is
 * computed with values of both pieces, so the motion is cut there: it is integrated up to the last double on the old
 * side, and restarted after it.
 *
 *     nh_switches *s = nh_switches_make(arena, equations, &def);   // NULL: there are none
 *     nh_switches_begin(s, ode, to);
 *     while (nh_ode_step(ode) == NH_ODE_GOING) {
 *         if (nh_switches_in_step(s, ode, &t) == NH_SWITCH_HERE) ...
 *         if (nh_switches_is_at_break(s, ode, &t)) nh_switches_go_on(s, ode);   // after a restart at t
 *     }
 *
 * Each function that is watched has two sides, < 0 and >= 0; that is what `if` asks. Where 0 has a value of its own
 * (sign), or a kink, the function and its negative are both watched, so that 0 only is a side.
 *
 * Those of time only are known ahead: their times are searched for by sampling the span, and no step crosses one. The
 * others are watched within each step as events are. A step with a switch in it is taken back and made again up to a
 * place shortly before the switch, then a step over it that is 1000 times shorter, and so on, until the switch is
 * within a few spacings of doubles from the beginning of a step. So nothing of the other side enters. */
#ifndef NH_MOTION_PLACES_SWITCH_H
#define NH_MOTION_PLACES_SWITCH_H

#include "form/equations.h"
#include "ode/ode.h"

typedef struct nh_switches nh_switches;

typedef struct nh_switches_def {
    const double *parameters; /* the values of all of them */
    size_t size;              /* of y, which begins with q and q' */
    /* The accelerations at a state, for switches that depend on them; 0 done, else there are none. */
    int (*accelerate)(void *user, double t, const double *y, double *accelerations);
    void *user;
    size_t others; /* functions that are watched besides: where one changes its sign the run is told */
    const nh_expr *other;
} nh_switches_def;

/* All switches in the equations, the Lagrangian, the forces and the imposed rows, and the other functions; NULL: there
 * are none. */
nh_switches *nh_switches_make(nh_arena *arena, const nh_equations *equations, const nh_switches_def *def);
/* For a run that is at its start and ends at `to`. Limits the steps to the first piece. */
void nh_switches_begin(nh_switches *switches, nh_ode *ode, double to);
/* Before each step: whether the run is at the end of a piece, before a switch of time only; *t:
 * the first time after it. */
bool nh_switches_is_at_break(nh_switches *switches, nh_ode *ode, double *t);

typedef enum nh_switch_verdict {
    NH_SWITCH_NONE,  /* no switch in the last step */
    NH_SWITCH_AGAIN, /* the step was taken back; the next one is shorter */
    /* As good as at the beginning of the step: it is to be left at the time *t, the first one after the switch. */
    NH_SWITCH_HERE,
} nh_switch_verdict;

nh_switch_verdict nh_switches_in_step(nh_switches *switches, nh_ode *ode, double *t);
/* After a restart after a switch. */
void nh_switches_go_on(nh_switches *switches, nh_ode *ode);
/* The function of the last switch of the state, after NH_SWITCH_HERE; of a mod itself. */
nh_expr nh_switches_place(const nh_switches *switches);
/* The function whose switches come so often that the run does not get on; NH_EXPR_UNDEFINED: there is none.
 * Known after NH_SWITCH_HERE. */
nh_expr nh_switches_chatter(const nh_switches *switches);
/* How many switches in how small a part of the span are called so. */
#define NH_SWITCHES_MOST 1000
#define NH_SWITCHES_PART 1e-6

#endif
