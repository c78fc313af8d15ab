/* Work counting: loops whose length depends on the input call nh_tick, and so can be stopped. */
#ifndef NH_BASE_LIMITS_H
#define NH_BASE_LIMITS_H

#include <stdbool.h>

#include <nonholo/context.h>

/* The head of every context, here so that nh_tick is a few instructions. */
typedef struct nh_pulse {
    uint64_t work; /* steps since the outermost protected call began */
    uint64_t next; /* when work reaches this, nh_tick_check examines limits, clock and interrupt */
} nh_pulse;

/* Leaves the computation when a limit is reached or an interrupt was requested. */
void nh_tick_check(nh_context *context);

/* Counts steps; a step is some ten to a hundred nanoseconds of work. */
static inline void nh_tick(nh_context *context, uint64_t steps) {
    nh_pulse *pulse = (nh_pulse *)context;
    if (__builtin_add_overflow(pulse->work, steps, &pulse->work)) pulse->work = UINT64_MAX;
    if (pulse->work >= pulse->next) nh_tick_check(context);
}

/* Whether the computation should stop now: NH_OK, NH_E_LIMIT or NH_E_INTERRUPT. For loops that want to keep what they
 * have instead of being left, and for the allocation hooks. Reads the clock: some tens of nanoseconds. */
nh_status nh_should_stop(nh_context *context);

/* Leaves with NH_E_LIMIT when count is above the limit on nodes. */
void nh_limit_nodes(nh_context *context, uint64_t count);

/* Tells the progress callback, if there is one, at most ten times a second. */
void nh_progress_tell(nh_context *context, const char *what, double fraction);

/* Seconds of a clock that only goes forward. */
double nh_clock(void);
/* Seconds of work of the processors for this process, all its threads together. */
double nh_work_clock(void);

#endif
