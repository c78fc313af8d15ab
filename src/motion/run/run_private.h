/* What the parts of a simulation share.
 *
 *     run.c         making ready, the start, the loop over the steps
 *     run_rows.c    at which times rows are written; columns and rows; further state variables of a formulation:
 *                   multipliers that are integrated
 *     run_events.c  events, stops, assumptions
 *     run_variables.c  motions in the variables of a formulation: independent velocities, quasi-velocities, momenta
 *     run_rotations.c  motions in angular velocities, where rotations are quaternions
 *     run_angles.c  gimbal lock
 *     run_switch.c  switches: pieces of the motion, and restarts between them
 *     run_held.c    rows made of pieces that would hold the motion at a switch
 *     run_end.c     how it ended; why it could not continue
 *     sketch.c      points for drawing */
#ifndef NH_MOTION_RUN_RUN_PRIVATE_H
#define NH_MOTION_RUN_RUN_PRIVATE_H

#include "base/text/text.h"
#include "facts/lost.h"
#include "form/form.h"
#include "motion/at/dynamics.h"
#include "motion/at/formula.h"
#include "motion/places/enclosure_private.h"
#include "motion/places/hole.h"
#include "motion/places/jump_private.h"
#include "motion/places/singular.h"
#include "motion/places/switch.h"
#include "motion/run/integrals_private.h"
#include "motion/run/observe.h"
#include "motion/run/run.h"
#include "motion/run/sketch.h"
#include "ode/event.h"
#include "ode/method.h"
#include "tape/program.h"

/* The output times of a run. */
typedef struct nh_outputs {
    double from, to, step; /* step 0: every step of the method, or the times of a list */
    const double *at;
    size_t at_count, next;
    bool is_section; /* none of these: the times of the crossings */
} nh_outputs;

/* Why a state was refused. */
typedef enum nh_refusal {
    NH_REFUSAL_NONE,
    NH_REFUSAL_SOLUTION,   /* no accelerations */
    NH_REFUSAL_POWER,      /* energies are too large for doubles */
    NH_REFUSAL_PROJECTION, /* it could not be moved to where the rows hold */
    NH_REFUSAL_ENERGY,     /* L has no value there, though its derivatives may */
    NH_REFUSAL_HOLE,       /* what is written has no value there, or no derivative: r->hole */
    NH_REFUSAL_VARIABLES,  /* the variables of the formulation do not determine velocities or accelerations */
} nh_refusal;

/* What errors of the motion make of functions that are watched. */
typedef struct nh_watch_errors {
    nh_program *program;
    double *inputs;
    double *since; /* by function: from when on it is no larger than that; not a number. NULL: nothing is watched */
} nh_watch_errors;

/* A rotation whose quaternion consists of these coordinates. */
typedef struct nh_sim_rotation {
    uint32_t q[4];
    uint32_t w; /* where its angular velocity is among the velocities that are integrated */
} nh_sim_rotation;

typedef struct nh_sim {
    const nh_model *model;
    nh_arena *arena;
    const nh_run_def *def;
    const nh_form *form;
    const nh_method *method;
    size_t n;
    size_t size; /* of y: 2 n, the extras of the equations, and 1 for the work where some is done */
    const double *parameters;
    nh_equations *equations; /* with multipliers, whatever the formulation */
    nh_dynamics *dynamics;
    nh_formula *formula;                 /* of a formulation in variables of its own; else NULL */
    double growth, least_growth;         /* of errors in its variables, where they were chosen; the least so far */
    double *near, *seen;                 /* n: velocities near those that are searched for; size: a state */
    double *accelerations, *multipliers; /* by the formulation */
    NH_ARRAY(nh_sim_rotation) rotations; /* that are integrated by their angular velocities */
    uint32_t *place; /* n: of a velocity among those that are integrated; NH_MODEL_NONE: of a rotation */
    NH_ARRAY(uint32_t) angled; /* bodies with three angles */
    nh_program *angles;        /* how their angular velocities depend on the rates of these, 9 each; NULL: none */
    double *angle_inputs;
    bool was_far, has_told_lock; /* from gimbal lock, since the start; it was said that it is near */
    nh_observer *observer;
    nh_states *states;
    nh_kept *kept;     /* functions that are kept constant; NULL: none */
    bool is_kept_over; /* they are not constant any more, and are only watched */
    nh_singular *singular;
    nh_ode *ode;
    nh_events *events, *assumptions; /* NULL: there are none */
    nh_enclosure *event_bounds, *assumption_bounds;
    nh_watch_errors event_errors, assumption_errors;
    bool *told_contacts;   /* by event: the warning of what a contact watches was given */
    nh_switches *switches; /* NULL: the equations are smooth */
    bool has_pieced_rows;  /* rows that are imposed switch themselves */
    nh_jumps *jumps;       /* NULL: the Lagrangian is */
    nh_program *assumption_program;
    double *assumption_inputs;
    nh_expr *assumption_margins; /* what is above 0, or is not below it, while they hold; not 0 for != */
    nh_trajectory *result;
    const nh_row_sink *sink; /* NULL: rows are only kept */
    uint32_t rank;           /* of the rows, at the start */
    uint32_t rank_now;       /* after the last step */
    nh_refusal refusal;      /* of the last state that was refused */
    nh_hole_watch *holes;    /* NULL: there are none */
    const nh_hole *hole;     /* that the start is in */
    nh_solution last;        /* its solution */
    double last_time, *last_y;
    nh_lost lost;                  /* rows that have no gradient of their own at the start */
    double *start_y;               /* the state at the start */
    double start_size, start_rate; /* the largest |q|, |q'|, and |q'|, |q''| at the start */
    double work_unit;              /* of the component `work`: the energy where it is large, else 1 */
    double *y;                     /* q, q', extras, work: size */
    double *before;                /* 2 n: a state as it was before a projection */
    double *rates;                 /* their derivatives */
    double *row;                   /* of the result */
    double *first;                 /* records at the start */
    double *drifts, *sizes;        /* of invariants and claims */
    double *lacks;                 /* of claims: when they had no value first; not a number */
    double energy, energy_size;    /* at the start; the largest term of its balance so far */
    double energy_off;             /* the largest error of the balance */
    double speed;                  /* the largest |q'| so far */
    uint64_t passed_count;         /* singular configurations that the motion went through */
    double edge_time;              /* the same, examined more often */
    double pace_time;              /* where the run stood when its pace was examined last */
    int slow_count;                /* how often in a row it was then too slow */
    bool has_rows;
    bool is_crossing;                /* with a section: the state is one of its crossings */
    NH_ARRAY(double) crossings;      /* of the section, within the last step */
    nh_sketch *sketch;               /* NULL: none is wanted */
    double *sketch_point, *sketch_y; /* a point of it; a state */
    double sketch_parts;             /* points within a step, at least */
    double sketch_end;               /* the motion has come so far */
    size_t sketch_next;              /* of the times that are given for its points */
} nh_sim;

/* Where the work occurs in y, if it is there. */
static inline size_t nh_sim_work_at(const nh_sim *r) {
    return 2 * r->n + r->equations->extras;
}
static inline bool nh_sim_has_work(const nh_sim *r) {
    return r->size > nh_sim_work_at(r);
}

/* ---- run.c ---- */

/* Rates of y: an nh_ode_function, user: the nh_sim. */
int nh_sim_find_rates(void *user, double t, const double *y, double *dydt);
/* Remembers why a state was refused. */
void nh_sim_refuse(nh_sim *r, nh_refusal refusal, double t, const double *y);
/* After a step: moves y back to the rows, and chooses those that carry the equations where that is due. */
int nh_sim_end_step(nh_sim *r, double t, double *y);
/* Accelerations at a state; false when there are none, which is remembered. */
bool nh_sim_solve(nh_sim *r, double t, const double *y, nh_solution *solution);
/* Whether a projection moved the state by no more than errors of steps can have moved it away. */
bool nh_sim_is_near(const nh_sim *r, const double *y, const double *before);
/* Moves y to where the rows hold; 0 when that was possible. */
int nh_sim_project(nh_sim *r, double t, double *y);
/* Restarts the motion at t with r->y, moved to where the rows hold; false when that is not possible. */
bool nh_sim_go_on_from(nh_sim *r, double t);

/* ---- run_rows.c ---- */

nh_outputs nh_sim_choose_outputs(nh_sim *r);
/* The next output time, or not a number after the last. */
double nh_sim_next_time(const nh_outputs *o);
/* Whether t comes before `now`, or is it, along the run. */
bool nh_sim_is_reached(double t, double now, bool backwards);

/* ---- run_rows.c ---- */

void nh_sim_name_columns(nh_sim *r);
/* Leaves with NH_E_USAGE when a column that was requested does not exist. */
void nh_sim_check_columns(const nh_sim *r);
/* What is said about the whole motion, drifts and balances, begins with this observation. */
void nh_sim_note_start(nh_sim *r, const nh_observation *seen);
/* Examines the state for that, without writing a row. */
void nh_sim_note_state(nh_sim *r, double t, const double *y);
/* The numbers of a row, r->result->columns of them, and the observation that they are from; false, and nothing is
 * written, when there are no accelerations there. */
bool nh_sim_fill_row(nh_sim *r, double t, const double *y, double *row, nh_observation *seen);
/* Writes the state as a row, with a section only at its crossings; false when there are no accelerations there. */
bool nh_sim_write_row(nh_sim *r, double t, const double *y);
/* The same for the state at a time within the last step, moved to where the rows hold. */
bool nh_sim_write_within(nh_sim *r, double t);
/* Writes what is due within the last step up to the time `limit`. */
bool nh_sim_write_due(nh_sim *r, nh_outputs *o, double limit);

/* ---- run_rows.c ---- */

/* Puts the extras at the start into r->y: initial values mu.NAME of the model, 0 where none is given. */
void nh_sim_start_extras(nh_sim *r, double t);
/* The equations at a state, and the choice of rows there, with the extras of y; what is observed next has them too. */
nh_solution nh_sim_solve_at(nh_sim *r, double t, const double *y);
nh_solution nh_sim_choose_at(nh_sim *r, double t, const double *y);
/* Their rates, by the multipliers of the solution. */
void nh_sim_extra_rates(const nh_sim *r, const double *lambda, double *rates);

/* ---- run_events.c ---- */

void nh_sim_begin_events(nh_sim *r);
/* Whether a condition that stops the run holds at the start; the result says so. */
bool nh_sim_stops_at_start(nh_sim *r);
/* Leaves with NH_E_MODEL when the start breaks an assumption. */
void nh_sim_begin_assumptions(nh_sim *r);
/* When a condition of the model, or an assumption that was left, stops the run within the last step and not after
 * `limit`: true, the time in *limit, and the result says so. Events up to there are noted. */
bool nh_sim_stops(nh_sim *r, double *limit);
/* At the end: says about which events and assumptions it is not known whether the motion met them. */
void nh_sim_tell_touches(nh_sim *r);

/* ---- run_variables.c ---- */

/* Chooses the variables for r->y at the start. Leaves with NH_E_HYPOTHESIS when the
 * formulation does not apply there. */
nh_ode_problem nh_sim_begin_variables(nh_sim *r, double t);
/* Between two steps: chooses them anew when they have become bad. False: there are no good ones,
 * and the result says so. */
bool nh_sim_renew_variables(nh_sim *r);

/* ---- run_rotations.c ---- */

void nh_sim_find_rotations(nh_sim *r);
/* Makes the quaternions of y as long as 1, and their rates those of the same angular velocities. */
void nh_sim_set_lengths(const nh_sim *r, double *y);
/* With at least one. */
nh_ode_problem nh_sim_begin_rotations(nh_sim *r);

/* ---- run_angles.c ---- */

void nh_sim_find_angles(nh_sim *r);
/* Warns, once, when angles come close to gimbal lock. */
void nh_sim_watch_angles(nh_sim *r, double t, const double *y);
/* Adds to what is said about the end that it is gimbal lock, if it is. */
void nh_sim_tell_lock(nh_sim *r, nh_text *text, double t, const double *y);

/* ---- run_switch.c ---- */

/* Finds the switches of the equations. */
void nh_sim_begin_switches(nh_sim *r, const nh_outputs *o);
/* One step within a smooth piece, as nh_ode_step; at the end of a piece the motion is restarted in the next one first.
 * Where it does not continue in one way the result says so, and the run is finished. */
nh_ode_status nh_sim_step(nh_sim *r, nh_outputs *o);

/* ---- run_held.c ---- */

/* Whether rows that are made of pieces would hold the motion at a switch of the state, where this function is 0, at t
 * and r->y. *row: the one that does. */
bool nh_sim_is_held(nh_sim *r, double t, nh_expr place, uint32_t *row);

/* ---- run_end.c ---- */

/* A singular configuration within the last step. */
void nh_sim_end_at(nh_sim *r, const nh_singular_place *place);
/* The start is one. */
void nh_sim_end_at_start(nh_sim *r);
/* The integration ended. */
void nh_sim_finish(nh_sim *r, nh_ode_status status);
/* Steps have become very short: whether that is since the motion comes to where a row has no
 * derivative; it ends then. */
bool nh_sim_ends_at_edge(nh_sim *r);
/* Steps have become too short to get on. */
void nh_sim_end_slow(nh_sim *r, const nh_singular_place *place);
/* Ended from outside. */
void nh_sim_end_early(nh_sim *r, nh_status status);

/* ---- run_end.c ---- */

const char *nh_sim_row_name(const nh_sim *r, uint32_t row);
const char *nh_sim_coordinate_name(const nh_sim *r, size_t coordinate);
/* Warns of a singular configuration that the motion goes through; at the end of the run, of how many there were next to
 * it. */
void nh_sim_tell_passed(nh_sim *r, const nh_singular_place *place);
void nh_sim_tell_more_passed(nh_sim *r);
/* Which of q, q', q'', the first `orders` of them, grew without bound: says so, or returns false. */
bool nh_sim_tell_growth(nh_sim *r, nh_text *text, int orders);
/* The same for derivatives of kinematic rows by positions. */
bool nh_sim_tell_steep(nh_sim *r, nh_text *text);

/* ---- sketch.c; without a sketch they do nothing ---- */

/* The start, where the equations can be solved. */
void nh_sim_begin_sketch(nh_sim *r);
/* Points of the last step, up to the time `limit`. States that are refused may be remembered as such. */
void nh_sim_sketch_step(nh_sim *r, double limit);
/* The place where the motion ended. */
void nh_sim_end_sketch(nh_sim *r);

#endif
