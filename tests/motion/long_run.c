/* The runs of test_long.c over 10^6 steps. */
#include "long_runs.h"

static void check(nh_context *context, void *argument) {
    const long_run *run = argument;
    long_check(context, run, run->many);
}

static void test(void **state) {
    nh_context *context = test_context();
    test_run(context, check, *state);
    nh_context_destroy(context);
}

int main(void) {
    struct CMUnitTest tests[LONG_RUNS];
    for (size_t i = 0; i < LONG_RUNS; i++)
        tests[i] = (struct CMUnitTest){
            .name = long_runs[i].name, .test_func = test, .initial_state = (void *)(uintptr_t)&long_runs[i]};
    return cmocka_run_group_tests_name("very long runs", tests, NULL, NULL);
}
