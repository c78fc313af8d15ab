/* Running a body inside the guard from a test. */
#ifndef NH_TESTS_INSIDE_H
#define NH_TESTS_INSIDE_H

#include "flint_exercise.h"

/* A body that goes into the guard. */
typedef struct inside {
    test_body body;
    void *argument;
} inside;

static inline void go_inside(nh_context *context, void *argument) {
    const inside *call = argument;
    test_guard_call(context, call->body, call->argument);
}

static inline nh_status run_inside(nh_context *context, test_body body, void *argument) {
    return test_protect(context, go_inside, &(inside){body, argument});
}

static inline void assert_exercise(nh_context *context) {
    test_run(context, flint_exercise_body, NULL);
}

static inline nh_context *context_of(nh_context_def def) {
    nh_context *context;
    nh_install_hooks();
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    return context;
}

#endif
