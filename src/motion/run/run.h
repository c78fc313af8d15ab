/* Simulation: from a model to a trajectory.
 *
 * The state that is integrated is (q, q') from the multiplier form, with the work done as one more component for the
 * balance of energy; after each step, and at each output point, it is moved back to where all rows hold. */
#ifndef NH_MOTION_RUN_RUN_H
#define NH_MOTION_RUN_RUN_H

#include <nonholo/run.h>

#include "base/array.h"
#include "model/model.h"
#include "ode/ode.h"

/* What happened at a time. */
typedef struct nh_run_occurrence {
    uint32_t event; /* in model->events */
    double t;
    bool rising;
    const double *state; /* q, q', on the rows; NULL: not known */
} nh_run_occurrence;

/* First integrals of the motion, in symbols of the model: those with velocities in them are kept by projection, or only
 * their changes are noted. */
typedef struct nh_run_integrals {
    const nh_exprs *functions;
    const char *const *texts; /* of each */
    const bool *are_kept;
} nh_run_integrals;

typedef struct nh_trajectory {
    size_t columns, rows;
    const nh_column *column; /* t, q, q', lambda.NAME (or mu.NAME, mu'.NAME), E, watches, constraint forces */
    NH_ARRAY(double) values; /* rows, one after the other; the last one alone when they are not kept */
    bool is_last_alone;
    const char *form;   /* what was solved, in words */
    const char *method; /* of integration: "DOP853" */
    nh_outcome outcome;
    const char *message;       /* why it ended, in words; NULL when finished */
    double from, to;           /* the span that was requested */
    double start_size;         /* the largest |q| and |q'| at the start */
    size_t degrees_of_freedom; /* coordinates minus independent constraints, at the initial state */
    double t_end;
    nh_ode_statistics statistics;
    double residual;     /* the largest of the rows that were written, relative */
    double energy_error; /* the largest |E(t) - E(0) - work|, relative to the largest |E|, |T|, |E - T| and |work| */
    /* For each of model->records, 0 for watches: the value at the start; the largest change since then, of a claim the
     * largest |a - b| where it has a value; of a claim the largest sum of the absolute values of its terms; of a claim
     * the first time at which it has no value, else not a number. */
    const double *starts, *drifts, *sizes, *lacks;
    /* Functions of positions that kinematic rows keep constant, found by the analysis (motion/run/integrals_private.h),
     * and the energy E_ext of an extended Lagrangian: as text, at the start, the largest change since then. */
    size_t kept;
    const char **kept_names;
    double *kept_starts, *kept_drifts;
    const nh_run_integrals *integrals; /* that were given; NULL: none */
    NH_ARRAY(nh_run_occurrence) happenings;
    const nh_event *section; /* the rows are the states at which it happens, no happenings; NULL: none */
    bool has_steps; /* the rows are the steps of the method; of a sketch: there is a point for each of them, or more */
    const struct nh_trajectory *sketch; /* points for drawing, with the same columns; NULL: none */
} nh_trajectory;

/* Takes rows while they are computed. */
typedef struct nh_row_sink {
    void *user;
    void (*begin)(void *user, const nh_trajectory *trajectory); /* columns and names are known, nothing else is */
    void (*row)(void *user, const double *row);
} nh_row_sink;

/* In the arena. Leaves with NH_E_MODEL when there is no start, or none that is admissible; NH_E_UNSUPPORTED for what
 * this version does not compute; NH_E_USAGE when a time of def->at is out of order or outside of the span, or there
 * would be more than 10^9 rows, or a section has times too. The magic of def and its file are not examined. An
 * interrupt or a limit ends the run where it is: what was computed stays. */
nh_trajectory *nh_simulate(nh_arena *arena, const nh_model *model, const nh_run_def *def);
/* The same, and every row goes to the sink too, with first integrals; NULL: there is none. */
nh_trajectory *nh_simulate_into(nh_arena *arena, const nh_model *model, const nh_run_def *def, const nh_row_sink *sink,
                                const nh_run_integrals *integrals);
/* The spacing of the rows: as def says, else as the model says, else that of this many equal intervals; 0 with a list
 * of times. In the arena there is only what is computed on the way. Not finite when the span is not. */
double nh_simulate_step(nh_arena *arena, const nh_model *model, const nh_run_def *def, double intervals);

#endif
