/* Simulation: from a model to a trajectory.
 *
 * The state that is integrated is (q, q') from the multiplier form, with the work done as one more component for the balance of
 * energy; after each step, and at each output point, it is moved back to where all rows hold. */
#ifndef NH_SIM_RUN_H
#define NH_SIM_RUN_H

#include "base/array.h"
#include "model/model.h"
#include "ode/ode.h"

typedef enum nh_outcome {
    NH_OUTCOME_FINISHED,
    NH_OUTCOME_STOPPED,  /* by `stop when` */
    NH_OUTCOME_SINGULAR, /* the motion comes to a place where it is not determined */
    NH_OUTCOME_FAILED,   /* it cannot go on for another reason */
} nh_outcome;

typedef struct nh_run_def {
    double from, to;  /* not a number: as the model says, else 0 and 10 */
    double step;      /* spacing of the output; 0: as the model says, else every step of the method */
    const double *at; /* output times, in the order of the run; NULL: none are given */
    size_t at_count;
    double rtol, atol; /* default 1e-10 */
} nh_run_def;

nh_run_def nh_default_run(void);

/* What happened at a time. */
typedef struct nh_happening {
    uint32_t event; /* in model->events */
    double t;
    bool rising;
} nh_happening;

typedef struct nh_trajectory {
    size_t columns;
    const char **names;      /* t, q, q', lambda.NAME, E, watches */
    NH_ARRAY(double) values; /* rows, one after the other */
    nh_outcome outcome;
    const char *message; /* why it ended, in words; NULL when finished */
    double t_end;
    nh_ode_statistics statistics;
    double residual;     /* the largest of the rows that were written, relative */
    double energy_error; /* the largest |E(t) - E(0) - work|, relative to the largest |E| and |T| */
    const double
        *drifts; /* for each of model->records: the largest change of an invariant since the start; 0 for the others */
    NH_ARRAY(nh_happening) happenings;
} nh_trajectory;

/* In the arena. Leaves with NH_E_MODEL when there is no start, or none that is admissible; NH_E_UNSUPPORTED for what this version does not
 * compute. An interrupt or a limit on time ends the run where it is: what was computed stays. */
nh_trajectory *nh_simulate(nh_arena *arena, nh_model *model, const nh_run_def *def);

#endif
