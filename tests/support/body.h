/* Bodies of protected calls, attempts and calls of the guard that are given their context: what tests and benchmarks call
 * mostly begins with a context, and has no object that knows it. */
#ifndef NH_TESTS_BODY_H
#define NH_TESTS_BODY_H

#include "num/guard.h"

typedef void (*test_body)(nh_context *context, void *argument);

typedef struct test_call {
    nh_context *context;
    test_body body;
    void *argument;
} test_call;

static inline void test_run_call(void *argument) {
    const test_call *call = argument;
    call->body(call->context, call->argument);
}

static inline nh_status test_protect(nh_context *context, test_body body, void *argument) {
    return nh_protect(context, test_run_call, &(test_call){context, body, argument});
}

static inline nh_status test_attempt(nh_context *context, const nh_budget *budget, test_body body, void *argument) {
    return nh_attempt(context, budget, test_run_call, &(test_call){context, body, argument});
}

static inline void test_guard_call(nh_context *context, test_body body, void *argument) {
    nh_guard_call(context, test_run_call, &(test_call){context, body, argument});
}

#endif
