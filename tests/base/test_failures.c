/* Requests for memory that fail, one at a time, and from some point on all of them: a sample. See long_failures.c for all. */
#include "exercise.h"

static void a_sample_fails(void **state) {
    (void)state;
    const size_t rooms[] = {0, 100, 500};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        exercise e = exercise_make(rooms[i]);
        uint64_t injected = test_every_failure(exercise_body, &e, 50);
        assert_true(injected >= 25 && injected <= 50);
        exercise_check(&e);
    }
}

/* Memory that is out stays out until the call has ended. */
static void all_fail(void **state) {
    (void)state;
    exercise e = exercise_make(0);
    for (uint64_t at = 1; at < 60; at += 7) {
        test_memory memory = {0};
        nh_context_def def = test_memory_def(&memory);
        nh_context *context = NULL;
        assert_int_equal(nh_context_create(&def, &context), NH_OK);
        memory.fail_at = memory.calls + at;
        memory.fail_from_then = true;
        assert_int_equal(test_protect(context, exercise_body, &e), NH_E_MEMORY);
        assert_string_equal(test_last_code(context), "memory");
        memory.fail_at = 0;
        nh_context_clear_diags(context);
        test_run(context, exercise_body, &e);
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
        exercise_check(&e);
    }
}

/* The same with the memory limit, which is reached somewhere in the body or not at all. */
static void limits_are_reached(void **state) {
    (void)state;
    exercise e = exercise_make(0);
    size_t limit = 20000;
    for (nh_status status = NH_E_LIMIT; status != NH_OK; limit += limit / 3) {
        test_memory memory = {0};
        nh_context_def def = test_memory_def(&memory);
        nh_context *context = NULL;
        def.limits.memory = limit;
        assert_int_equal(nh_context_create(&def, &context), NH_OK);
        status = test_protect(context, exercise_body, &e);
        assert_true(status == NH_OK || status == NH_E_LIMIT);
        if (status == NH_E_LIMIT) assert_string_equal(test_last_code(context), "memory-limit");
        assert_true(memory.peak <= limit);
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
        exercise_check(&e);
    }
    assert_true(limit > 1 << 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_fails),
        cmocka_unit_test(all_fail),
        cmocka_unit_test(limits_are_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
