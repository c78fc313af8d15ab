/* Limits, clock, interrupt and progress. */
#include "base/limits.h"

#include <math.h>
#include <time.h>

#include "base/context_private.h"
#include "base/diag_private.h"

enum { STEPS_BETWEEN_CHECKS = 4096 };
#define SECONDS_BETWEEN_PROGRESS 0.1
/* Work that reports no progress of its own is reported as "computing" after this time. */
#define SECONDS_OF_SILENCE 1.0

double nh_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double nh_work_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

nh_status nh_should_stop(nh_context *context) {
    if (atomic_load_explicit(&context->interrupted, memory_order_relaxed)) return NH_E_INTERRUPT;
    if (context->pulse.work > context->bounds.work) return NH_E_LIMIT;
    if (context->bounds.deadline < INFINITY && nh_clock() > context->bounds.deadline) return NH_E_LIMIT;
    return NH_OK;
}

/* Constants: an end by a limit takes no memory, and thousands of attempts that end so leave nothing behind. */
static const nh_diag work_limit = {
    .code = "work-limit", .status = NH_E_LIMIT, .sentence = "the limit on the work of one call was reached"};
static const nh_diag time_limit = {
    .code = "time-limit", .status = NH_E_LIMIT, .sentence = "the time limit of the call was reached"};

static _Noreturn void stop_by(nh_context *context, const nh_diag *limit) {
    nh_diag_put(context, limit);
    nh_raise(context, limit->status);
}

void nh_tick_check(nh_context *context) {
    nh_pulse *pulse = &context->pulse;
    if (pulse->work > context->bounds.work) stop_by(context, &work_limit);
    nh_status stop = nh_should_stop(context);
    if (stop == NH_E_INTERRUPT) nh_raise(context, stop);
    if (stop == NH_E_LIMIT) stop_by(context, &time_limit);
    pulse->next = pulse->work + STEPS_BETWEEN_CHECKS;
    if (pulse->next > context->bounds.work) pulse->next = context->bounds.work + 1;
    if (context->def.progress == NULL) return;
    if (nh_clock() - fmax(context->progress_last, context->started) > SECONDS_OF_SILENCE)
        nh_progress_tell(context, "computing", -1);
}

void nh_limit_nodes(nh_context *context, uint64_t count) {
    uint64_t most = context->def.limits.nodes;
    if (most > 0 && count > most)
        nh_fail(context, NH_E_LIMIT, "node-limit", "the limit of %llu nodes in an expression pool was reached",
                (unsigned long long)most);
}

void nh_progress_tell(nh_context *context, const char *what, double fraction) {
    if (context->def.progress == NULL) return;
    double now = nh_clock();
    if (now - context->progress_last < SECONDS_BETWEEN_PROGRESS) return;
    context->progress_last = now;
    nh_progress progress = {.what = what, .fraction = fraction, .seconds = now - context->started};
    context->def.progress(context->def.progress_user, &progress);
}
