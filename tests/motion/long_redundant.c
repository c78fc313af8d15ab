/* The motions of test_redundant.c in all formulations. */
#include "redundant_runs.h"

static void check(nh_context *context, void *argument) {
    check_subject(context, argument, false);
}

static void test_subject(void **state) {
    nh_context *context = test_context();
    test_run(context, check, *state);
    nh_context_destroy(context);
}

int main(void) {
    struct CMUnitTest tests[SUBJECTS];
    for (size_t i = 0; i < SUBJECTS; i++)
        tests[i] = (struct CMUnitTest){subjects[i].name, test_subject, NULL, NULL, (void *)(uintptr_t)&subjects[i]};
    return _cmocka_run_group_tests("redundant", tests, SUBJECTS, NULL, NULL);
}
