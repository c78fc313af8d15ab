/* The guard with memory failing at every single allocation of a set of computations, and from each of many on. */
#include <stdio.h>
#include <unistd.h>

#include "flint_exercise.h"

enum { ALARM_SECONDS = 3600 }; /* a lock that a failure left closed would wait for ever */

static void test_every_allocation(void **state) {
    (void)state;
    uint64_t injected = test_every_failure(flint_exercise_body, NULL, 0);
    printf("%llu failures\n", (unsigned long long)injected);
    assert_true(injected > 1000);
}

/* Once memory is out it stays out, until it is given back and the same context continues. */
static void test_no_more_memory(void **state) {
    (void)state;
    nh_install_hooks();
    for (uint64_t at = 1; at < 12000; at += 1 + at / 100) {
        test_memory memory = {.fail_from_then = true};
        nh_context_def def = test_memory_def(&memory);
        nh_context *context;
        assert_int_equal(nh_context_create(&def, &context), NH_OK);
        memory.fail_at = memory.calls + at;
        assert_int_equal(test_protect(context, flint_exercise_body, NULL), NH_E_MEMORY);
        assert_int_equal(test_protect(context, flint_exercise_body, NULL), NH_E_MEMORY);
        memory.fail_at = 0;
        test_run(context, flint_exercise_body, NULL);
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation),
        cmocka_unit_test(test_no_more_memory),
    };
    alarm(ALARM_SECONDS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
